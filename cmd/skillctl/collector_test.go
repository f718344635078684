package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
	logs "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	"google.golang.org/protobuf/proto"
)

// collector FILE starts a collector of OpenTelemetry at $COLLECTOR, which writes a line
// to the file for each log record: its severity, its text and its attributes by name.
func collector(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: collector FILE")
	}
	file := ts.MkAbs(args[0])
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		lines, err := logLines(r)
		if err == nil {
			err = appendLines(file, lines)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	}))
	ts.Defer(server.Close)
	ts.Setenv("COLLECTOR", server.URL)
}

func logLines(r *http.Request) ([]string, error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		if text, err = io.ReadAll(unpacked); err != nil {
			return nil, err
		}
	}
	var request logs.ExportLogsServiceRequest
	if err := proto.Unmarshal(text, &request); err != nil {
		return nil, err
	}
	var lines []string
	for _, resource := range request.ResourceLogs {
		for _, scope := range resource.ScopeLogs {
			for _, record := range scope.LogRecords {
				var attributes []string
				for _, one := range record.Attributes {
					attributes = append(attributes, one.Key+"="+one.Value.GetStringValue())
				}
				slices.Sort(attributes)
				lines = append(lines, fmt.Sprintf("%s %s %q", record.SeverityText, record.Body.GetStringValue(), strings.Join(attributes, " ")))
			}
		}
	}
	return lines, nil
}

func appendLines(file string, lines []string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, strings.Join(lines, "\n")+"\n")
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
