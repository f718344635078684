package shell

import (
	"reflect"
	"strings"
	"testing"
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
		OpenClawPlan
		Hit                       *string
		AllowlistPattern, SafeBin bool
	}
}

// The rows of a kind ask one function, the others the view of a whole command.
func TestOpenClawViewAgreesWithVectors(t *testing.T) {
	checked := 0
	for _, r := range vectors[openClawRow](t, "openclaw-exec") {
		switch r.Input.Kind {
		case "wrapper":
			if got := PlanOpenClaw(r.Input.Argv); !reflect.DeepEqual(got, r.Expected.OpenClawPlan) {
				t.Errorf("%s: %q\n got %+v\nwant %+v", r.ID, r.Input.Argv, got, r.Expected.OpenClawPlan)
			}
		case "inlineEval":
			if got := InlineEvalOpenClaw(r.Input.Argv); got != value(r.Expected.Hit) {
				t.Errorf("%s: %q: got %q, want %q", r.ID, r.Input.Argv, got, value(r.Expected.Hit))
			}
		case "interpreterLike":
			allowlist, safeBin := InterpreterLikeOpenClaw(r.Input.Name)
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
	v := Analyze(strings.ReplaceAll(r.Input.Command, "${FX}", "/fx"), WithViews(true, false)).OpenClaw
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

// The gates that are about the text alone must fire exactly when ZeroClaw's do,
// as far as a row's first failing gate tells.
func TestZeroClawGatesAgreeWithVectors(t *testing.T) {
	order := []string{"backtick", "variable_or_command_expansion", "process_substitution", "output_redirect", "input_redirect", "tee", "background_ampersand"}
	type row struct {
		ID, Command string
		Config      struct{ Autonomy, Dialect string }
		Stages      *struct {
			Gate    string
			PathArg *string `json:"path_arg"`
		}
	}
	dialects := map[string]Dialect{"posix": POSIX, "cmd": Cmd, "powershell": PowerShell}
	compared := 0
	for _, r := range vectors[row](t, "zeroclaw-shell") {
		d, known := dialects[r.Config.Dialect]
		if r.Stages == nil || !known || r.Config.Autonomy == "readonly" || strings.HasPrefix(r.Stages.Gate, "ok_unrestricted") {
			continue
		}
		v := Analyze(r.Command, WithDialect(d), WithViews(false, true)).ZeroClaw
		if want := r.Stages.PathArg; want != nil {
			found := false
			for _, k := range v.PathTokens {
				found = found || k.Path == *want
			}
			if !found {
				t.Errorf("%s: %q: the path gate does not see %q", r.ID, r.Command, *want)
			}
		}
		compared++
		if d == PowerShell {
			grammar := r.Stages.Gate != "powershell_grammar"
			if v.Grammar != grammar {
				t.Errorf("%s: %q: grammar %v, want %v", r.ID, r.Command, v.Grammar, grammar)
			}
			continue
		}
		first := ""
		for _, g := range order {
			if v.Gates[g] && first == "" {
				first = g
			}
		}
		want := r.Stages.Gate
		if i := strings.IndexByte(want, ':'); i >= 0 || want == "ok" || want == "empty_command" {
			want = ""
		}
		if first != want {
			t.Errorf("%s: %q: gate %q, want %q", r.ID, r.Command, first, r.Stages.Gate)
		}
		if name, ok := strings.CutPrefix(r.Stages.Gate, "not_in_allowlist:"); ok && !hasBase(v, name) {
			t.Errorf("%s: %q: no segment is %q", r.ID, r.Command, name)
		}
	}
	if compared < 800 {
		t.Errorf("only %d rows were compared", compared)
	}
}

func hasBase(v *ZeroClawView, name string) bool {
	for _, s := range v.Segments {
		if s.Base == name {
			return true
		}
	}
	return false
}
