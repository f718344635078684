package kit

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now, env := time.Unix(1_700_000_000, 0), map[string]string{}
	f := &Factory{
		IO:  &IOStreams{Err: &out, ErrTTY: true, Getenv: func(name string) string { return env[name] }},
		Now: func() time.Time { return now },
	}
	p := NewProgress(f, false)
	p.Start()
	p.Step(1, 10)
	now = now.Add(progressDelay - 1)
	p.Step(2, 10)
	if out.Len() > 0 {
		t.Fatalf("drawn before its time: %q", out.String())
	}
	now = now.Add(1)
	p.Step(5, 10)
	p.Step(6, 10) // too soon after the last one
	p.Step(10, 10)
	p.Stop()
	want := "\r[============            ] 5/10 skills\r[========================] 10/10 skills\r\x1b[K"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	for name, off := range map[string]func() bool{
		"a pipe":  func() bool { f.IO.ErrTTY = false; return false },
		"--quiet": func() bool { return true },
		"dumb":    func() bool { env["TERM"] = "dumb"; return false },
	} {
		out.Reset()
		f.IO.ErrTTY, env["TERM"] = true, ""
		p := NewProgress(f, off())
		p.Start()
		now = now.Add(time.Hour)
		p.Step(5, 10)
		p.Stop()
		if out.Len() > 0 {
			t.Errorf("%s gets a bar: %q", name, out.String())
		}
	}
}
