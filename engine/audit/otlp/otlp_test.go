package otlp

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	"google.golang.org/protobuf/proto"

	"github.com/skillctl/skillctl/engine/audit"
)

// collect is a collector that keeps what it is sent, and answers with codes in turn.
func collect(t *testing.T, codes ...int) (address string, got *[]*logs.ResourceLogs) {
	t.Helper()
	got = &[]*logs.ResourceLogs{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			var err error
			if body, err = gzip.NewReader(r.Body); err != nil {
				t.Error(err)
			}
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Error(err)
		}
		var request collector.ExportLogsServiceRequest
		if err := proto.Unmarshal(text, &request); err != nil || r.URL.Path != "/v1/logs" {
			t.Errorf("%s: %v", r.URL, err)
		}
		if len(codes) > 0 {
			code := codes[0]
			codes = codes[1:]
			if code != http.StatusOK {
				w.WriteHeader(code)
				return
			}
		}
		*got = append(*got, request.ResourceLogs...)
		answer, _ := proto.Marshal(&collector.ExportLogsServiceResponse{})
		w.Header().Set("Content-Type", "application/x-protobuf")
		_, _ = w.Write(answer)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1/logs", got
}

func someRun(number int) *audit.Run {
	command := "rm -rf build"
	at := time.Date(2026, 3, 1, 12, 0, number, 0, time.UTC)
	return &audit.Run{
		State: audit.Ended,
		First: &audit.Record{
			Seq: uint64(number), Time: at, Kind: audit.Start, Run: "20260301-aaaa", Hash: "sha256:0a",
			Request:  &audit.Request{Command: &command, Cwd: "/work", Agent: "main"},
			Decision: &audit.Decision{Effect: "warn", Policy: "sha256:0b", Reasons: []audit.Reason{{Rule: "exec/strict/writing", Message: "it deletes"}}},
		},
		Last: &audit.Record{Time: at.Add(time.Second), Result: &audit.Result{Code: 3, Ended: "exited", DurationMS: 1000}},
	}
}

func attributes(r *logs.LogRecord) map[string]any {
	all := map[string]any{}
	for _, one := range r.Attributes {
		if value := one.Value.GetStringValue(); value != "" {
			all[one.Key] = value
			continue
		}
		all[one.Key] = one.Value.GetIntValue()
	}
	return all
}

// TestSend sends a run with all that a collector can sort by.
func TestSend(t *testing.T) {
	t.Parallel()
	address, got := collect(t)
	sent, err := Send(t.Context(), address, []*audit.Run{someRun(1)}, audit.Producer{Version: "1.2.3", Device: "box"})
	if err != nil || sent != 1 || len(*got) != 1 {
		t.Fatal(sent, err, *got)
	}
	first := (*got)[0]
	var origin []string
	for _, one := range first.Resource.Attributes {
		origin = append(origin, one.Key+"="+one.Value.GetStringValue())
	}
	if text := strings.Join(origin, " "); text != "host.name=box service.name=skillctl service.version=1.2.3" {
		t.Error(text)
	}
	r := first.ScopeLogs[0].LogRecords[0]
	if r.EventName != "skillctl.run" || r.SeverityText != "WARN" || r.Body.GetStringValue() != "it deletes" || r.TimeUnixNano != uint64(someRun(1).First.Time.UnixNano()) {
		t.Errorf("%v", r)
	}
	has := attributes(r)
	for name, want := range map[string]any{
		"process.command_line": "rm -rf build", "process.working_directory": "/work", "process.exit.code": int64(3), "skillctl.effect": "warn",
		"skillctl.rule": "exec/strict/writing", "skillctl.agent": "main", "skillctl.ended": "exited", "skillctl.duration_ms": int64(1000), "skillctl.sequence": int64(1),
	} {
		if has[name] != want {
			t.Errorf("%s is %v; %v was wanted", name, has[name], want)
		}
	}
}

// TestOrder sends many runs in several requests, in their order and none twice.
func TestOrder(t *testing.T) {
	t.Parallel()
	address, got := collect(t)
	var runs []*audit.Run
	for i := range 2*perRequest + 1 {
		runs = append(runs, someRun(i+1))
	}
	if sent, err := Send(t.Context(), address, runs, audit.Producer{}); err != nil || sent != len(runs) {
		t.Fatal(sent, err)
	}
	next := int64(1)
	for _, one := range *got {
		for _, scope := range one.ScopeLogs {
			for _, r := range scope.LogRecords {
				if number := attributes(r)["skillctl.sequence"]; number != next {
					t.Fatalf("record %v; %d was wanted", number, next)
				}
				next++
			}
		}
	}
	if len(*got) != 3 || next != int64(len(runs))+1 {
		t.Errorf("%d requests with %d records", len(*got), next-1)
	}
}

// TestRefused tells how many were taken before the collector refused.
func TestRefused(t *testing.T) {
	t.Parallel()
	address, _ := collect(t, http.StatusOK, http.StatusBadRequest)
	var runs []*audit.Run
	for i := range perRequest + 1 {
		runs = append(runs, someRun(i))
	}
	sent, err := Send(t.Context(), address, runs, audit.Producer{})
	if sent != perRequest || err == nil || !strings.Contains(err.Error(), "400") {
		t.Errorf("%d, %v", sent, err)
	}
}
