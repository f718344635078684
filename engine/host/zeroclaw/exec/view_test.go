package zeroclawexec

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/internal/test/vectors"
)

// The gates that are about the text alone must fire exactly when ZeroClaw's do,
// as far as a row's first failing gate tells.
func TestZeroClawGatesAgreeWithVectors(t *testing.T) {
	t.Parallel()
	order := []string{"backtick", "variable_or_command_expansion", "process_substitution", "output_redirect", "input_redirect", "tee", "background_ampersand"}
	type row struct {
		ID, Command string
		Config      struct{ Autonomy, Dialect string }
		Stages      *struct {
			Gate    string
			PathArg *string `json:"path_arg"`
		}
	}
	dialects := map[string]command.Dialect{"posix": command.POSIX, "cmd": command.Cmd, "powershell": command.PowerShell}
	compared := 0
	for _, r := range vectors.Read[row](t, "zeroclaw-shell") {
		d, known := dialects[r.Config.Dialect]
		if r.Stages == nil || !known || r.Config.Autonomy == "readonly" || strings.HasPrefix(r.Stages.Gate, "ok_unrestricted") {
			continue
		}
		v := Read(analysis.Text(r.Command, analysis.WithDialect(d)), nil)
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
		if d == command.PowerShell {
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

func hasBase(v *View, name string) bool {
	for _, s := range v.Segments {
		if s.Base == name {
			return true
		}
	}
	return false
}

// TestZeroClawReadsAnything reads hostile texts: none may bring the reader down.
func TestZeroClawReadsAnything(t *testing.T) {
	t.Parallel()
	read := func(text string, d command.Dialect) {
		f := analysis.Text(text, analysis.WithDialect(d))
		before := len(f.Opaque)
		if v := Read(f, nil); v == nil && f.Source.UTF8 && f.Parse.Limit == "" || len(f.Opaque) > before {
			t.Fatalf("%.200q: the view is missing: %+v", text, f.Parse)
		}
	}
	for _, h := range vectors.Hostiles() {
		read(h.Text, command.POSIX)
	}
	for _, text := range append(vectors.Few(vectors.Commands(t), 15), vectors.Few(vectors.Spliced(t, 5_000), 20)...) {
		for _, d := range []command.Dialect{command.POSIX, command.PowerShell, command.Cmd} {
			read(text, d)
		}
	}
}
