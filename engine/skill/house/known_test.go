package house

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/beside"
)

// TestKnown counts where other files name a domain, as a domain, and documents that have its name.
func TestKnown(t *testing.T) {
	for name, c := range map[string]struct {
		host, text string
		known      int
		named      bool
	}{
		"the domain":           {"api.acme.io", "See acme.io, https://docs.acme.io/x and me@acme.io.", 3, false},
		"another domain":       {"in.ithub.co", "https://github.com/a https://github.com/b", 0, false},
		"longer behind":        {"api.acme.io", "acme.io.evil.net and acme.iox", 0, false},
		"its name":             {"api.acme.io", "Rows are sent to Acme.", 0, true},
		"a part of a word":     {"api.acme.io", "Placment and acmes.", 0, false},
		"of a country":         {"pix.acmebank.com.br", "The acmebank.com.br desk.", 1, false},
		"a name of any length": {"in.abc.io", "abc", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			documents := map[string][]byte{"SKILL.md": []byte(c.text), "run.py": []byte(c.host)}
			sends := []beside.Send{{File: "run.py", Hosts: []string{c.host}}}
			Known(documents, sends)
			if sends[0].Known != c.known || sends[0].Named != c.named {
				t.Errorf("%d %v, want %d %v", sends[0].Known, sends[0].Named, c.known, c.named)
			}
		})
	}
}
