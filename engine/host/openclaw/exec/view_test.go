package openclawexec

import (
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/internal/test/vectors"
)

type openClawRow struct {
	ID    string
	Input struct {
		Kind, Command, Name string
		Argv                []string
	}
	Expected struct {
		AnalysisOk *bool
		Segments   []struct {
			Argv             []string
			Trust, Transport string
		}
		InlineEval *string
		Plan
		Hit                       *string
		AllowlistPattern, SafeBin bool
	}
}

// The rows of a kind ask one function, the others the view of a whole command.
func TestOpenClawViewAgreesWithVectors(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, r := range vectors.Read[openClawRow](t, "openclaw-exec") {
		switch r.Input.Kind {
		case "wrapper":
			if got := PlanOf(r.Input.Argv); !reflect.DeepEqual(got, r.Expected.Plan) {
				t.Errorf("%s: %q\n got %+v\nwant %+v", r.ID, r.Input.Argv, got, r.Expected.Plan)
			}
		case "inlineEval":
			if got := InlineEval(r.Input.Argv); got != value(r.Expected.Hit) {
				t.Errorf("%s: %q: got %q, want %q", r.ID, r.Input.Argv, got, value(r.Expected.Hit))
			}
		case "interpreterLike":
			allowlist, safeBin := InterpreterLike(r.Input.Name)
			if allowlist != r.Expected.AllowlistPattern || safeBin != r.Expected.SafeBin {
				t.Errorf("%s: %q: got %v and %v", r.ID, r.Input.Name, allowlist, safeBin)
			}
		case "":
			if r.Expected.AnalysisOk == nil {
				continue
			}
			compareView(t, r)
			checked++
		}
	}
	if checked < 1000 {
		t.Errorf("only %d commands were compared", checked)
	}
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func compareView(t *testing.T, r openClawRow) {
	t.Helper()
	v := readCommand(strings.ReplaceAll(r.Input.Command, "${FX}", "/fx"), nil)
	if v.OK != *r.Expected.AnalysisOk {
		t.Errorf("%s: %q: ok %v (%s), want %v", r.ID, r.Input.Command, v.OK, v.Reason, *r.Expected.AnalysisOk)
		return
	}
	inline := ""
	for _, s := range v.Segments {
		if inline == "" {
			inline = s.InlineEval
		}
	}
	if inline != value(r.Expected.InlineEval) {
		t.Errorf("%s: %q: inline eval %q, want %q", r.ID, r.Input.Command, inline, value(r.Expected.InlineEval))
	}
	if !v.OK {
		return
	}
	if len(v.Segments) != len(r.Expected.Segments) {
		t.Errorf("%s: %q: %d segments, want %d", r.ID, r.Input.Command, len(v.Segments), len(r.Expected.Segments))
		return
	}
	for i, want := range r.Expected.Segments {
		if got := v.Segments[i]; got.Trust != want.Trust || got.Transport != want.Transport {
			t.Errorf("%s: %q: segment %d is %s by %s, want %s by %s", r.ID, r.Input.Command, i, got.Trust, got.Transport, want.Trust, want.Transport)
		}
	}
}

// readCommand is the view of a command.
func readCommand(text string, scope *Scope) *View {
	return Read(analysis.Text(text), scope)
}

// TestOpenClawReadsAnything reads hostile texts: none may bring the reader down.
func TestOpenClawReadsAnything(t *testing.T) {
	t.Parallel()
	texts := append(vectors.Few(vectors.Commands(t), 5), vectors.Few(vectors.Spliced(t, 5_000), 10)...)
	for _, h := range vectors.Hostiles() {
		texts = append(texts, h.Text)
	}
	for _, text := range texts {
		f := analysis.Text(text)
		before := len(f.Opaque)
		if v := Read(f, nil); v == nil && f.Source.UTF8 && f.Parse.Limit != "too_large" || len(f.Opaque) > before {
			t.Fatalf("%.200q: the view is missing: %+v", text, f.Parse)
		}
	}
}

func BenchmarkOpenClaw(b *testing.B) {
	f := analysis.Text(`sudo env A=1 nice -n 5 timeout 10 find . -name '*.go' -exec grep -l x {} +`)
	b.ReportAllocs()
	for b.Loop() {
		Read(f, nil)
	}
}

// TestNumbersOfNice wants a number to have one dash: any other word blocks.
func TestNumbersOfNice(t *testing.T) {
	t.Parallel()
	for word, blocked := range map[string]bool{"-1": false, "-19": false, "--1": true, "-+1": true, "---1": true} {
		got := PlanOf([]string{"nice", word, "mytool"})
		if got.Blocked != blocked || !blocked && !reflect.DeepEqual(got.Argv, []string{"mytool"}) {
			t.Errorf("nice %s: %+v", word, got)
		}
	}
}
