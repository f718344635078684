package audit

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

// TestExportEvents holds events against what OCSF wants of Process Activity: the parts
// that every event has, numbers that agree with each other, and nothing that is not in
// the class.
func TestExportEvents(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 10, 0, 0, 5_000_000, time.UTC)
	decision := func(effect string) *Decision {
		return &Decision{Effect: effect, Policy: "sha256:0a", Reasons: []Reason{{Rule: "exec/strict/program", Effect: effect, Message: "because"}}}
	}
	run := func(kind Kind, effect string, result *Result) *Run {
		r := &Run{State: Ended, First: &Record{Seq: 7, Time: at, Kind: kind, Run: "r", Hash: "sha256:07", Request: &Request{Argv: []string{"a", "<b c>"}, Cwd: "/w", Agent: "bot"}, Decision: decision(effect)}}
		if result != nil {
			r.Last = &Record{Time: at.Add(time.Second), Result: result}
		}
		return r
	}
	type numbers struct{ severity, status, action, disposition float64 }
	for _, c := range []struct {
		name string
		run  *Run
		want numbers
	}{
		{"allowed", run(Start, "allow", &Result{Ended: "exited", DurationMS: 1000}), numbers{1, 1, 1, 1}},
		{"failed", run(Start, "warn", &Result{Ended: "exited", Code: 3}), numbers{2, 2, 1, 1}},
		{"killed", run(Start, "allow", &Result{Ended: "timeout", Code: 124}), numbers{1, 2, 1, 1}},
		{"still running", run(Start, "allow", nil), numbers{1, 0, 1, 1}},
		{"denied", run(Decided, "deny", nil), numbers{3, 2, 2, 2}},
		{"nobody said yes", run(Decided, "ask", nil), numbers{2, 2, 2, 2}},
		{"asked elsewhere", run(Answered, "ask", nil), numbers{2, 0, 0, 0}},
		{"nothing is known", &Run{First: &Record{Run: "r", Time: at}}, numbers{1, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			if err := ExportEvents(&out, []*Run{c.run}, Producer{Version: "v1", Device: "host"}); err != nil {
				t.Fatal(err)
			}
			var e map[string]any
			if err := json.Unmarshal(out.Bytes(), &e); err != nil || bytes.Count(out.Bytes(), []byte("\n")) != 1 {
				t.Fatalf("no object in a line: %s", out.Bytes())
			}
			if got := (numbers{e["severity_id"].(float64), e["status_id"].(float64), e["action_id"].(float64), e["disposition_id"].(float64)}); got != c.want {
				t.Errorf("numbers %+v, want %+v", got, c.want)
			}
			if e["type_uid"].(float64) != e["class_uid"].(float64)*100+e["activity_id"].(float64) || e["category_uid"].(float64) != float64(int(e["class_uid"].(float64))/1000) {
				t.Errorf("class, category and type do not agree: %s", out.Bytes())
			}
			if _, has := e["exit_code"]; has != (c.run.Last != nil) || e["time"].(float64) != 1795341600005 {
				t.Errorf("exit code or time: %s", out.Bytes())
			}
			for _, part := range []string{"metadata", "device", "actor", "process"} {
				if _, ok := e[part].(map[string]any); !ok {
					t.Errorf("%s is missing: %s", part, out.Bytes())
				}
			}
		})
	}
}
