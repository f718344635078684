package store

import (
	"testing"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"/home/ann/.ssh/id_ed25519":          "key",
		`C:\Users\ann\.ssh\id_ed25519`:       "key",
		"/home/ann/.ssh/id_ed25519.pub":      "",
		"/home/ann/.ssh/known_hosts":         "",
		"https://in.example.net/.ssh/id_rsa": "",
		"/home/ann/notes.txt":                "",
	} {
		if got := Of(file); got != want {
			t.Errorf("Of(%q) is %q, want %q", file, got, want)
		}
	}
}

func TestAnswered(t *testing.T) {
	t.Parallel()
	if got := Answered("http://169.254.169.254/latest/meta-data/iam/security-credentials/"); got == "" {
		t.Error("the address of a cloud that answers with credentials is not known")
	}
	if got := Answered("https://in.example.net/latest/"); got != "" {
		t.Errorf("an address of a page answers with %q", got)
	}
}

func TestSecret(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"ACME_TOKEN": true, "acme_api_key": true, "SSH_ASKPASS": false, "ssh_askpass": false, "HOME": false} {
		if got := Secret(name); got != want {
			t.Errorf("Secret(%q) is %t", name, got)
		}
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	kind := func(text string) string {
		for i := range Commands() {
			if one := &Commands()[i]; one.Match(text) {
				return one.Kind
			}
		}
		return ""
	}
	if got := kind("gh auth token"); got == "" {
		t.Error("a command that prints a token is not known")
	}
	if got := kind("gh issue list"); got != "" {
		t.Errorf("a command that lists issues prints %q", got)
	}
}

// TestExpressions compiles all expressions of the tables, which otherwise are compiled when a
// text is matched.
func TestExpressions(t *testing.T) {
	t.Parallel()
	all := tables()
	list := []*lazydfa.Regexp{all.names, all.shown, all.anyPlace}
	for _, p := range append(append([]Place{}, all.places...), all.answers...) {
		list = append(list, p.Paths...)
	}
	for i := range all.Commands {
		list = append(list, all.Commands[i].match)
	}
	if len(list) < 30 {
		t.Errorf("only %d expressions", len(list))
	}
	for _, one := range list {
		if one.MatchString("") {
			t.Errorf("%q matches nothing at all", one.Compiled())
		}
	}
}
