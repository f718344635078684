package cli

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
	p := newProgress(f, false)
	p.start()
	p.step(1, 10)
	now = now.Add(patience - 1)
	p.step(2, 10)
	if out.Len() > 0 {
		t.Fatalf("drawn before its time: %q", out.String())
	}
	now = now.Add(1)
	p.step(5, 10)
	p.step(6, 10) // too soon after the last one
	p.step(10, 10)
	p.stop()
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
		p := newProgress(f, off())
		p.start()
		now = now.Add(time.Hour)
		p.step(5, 10)
		p.stop()
		if out.Len() > 0 {
			t.Errorf("%s gets a bar: %q", name, out.String())
		}
	}
}
