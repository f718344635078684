package places

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// excuse is why a payload has another verdict than its kind of place wants.
type excuse struct {
	verdict engine.Verdict
	reason  string
}

// excused is the excuse of a payload in a place, with the empty verdict for none. Each
// is a decision about a class, and each is in docs/lint.md or in the page of the rule.
func excused(p place, load payload) excuse {
	switch {
	case load.name == "order" && p.kind != lies && shown(p):
		return excuse{"review", "words in code or in quotes may be what the text speaks of: a person looks at them"}
	case slices.Contains([]string{"shell", "upload"}, load.name) && p.name == "xargs -I{} sh -c {} < list.txt":
		return excuse{"review", "each line is an argument, and who reads it line by line finds a command in quotes"}
	case slices.Contains([]string{"shell", "upload"}, load.name) && strings.HasPrefix(p.name, "git config"):
		return excuse{"review", "an alias of git runs when somebody calls it"}
	}
	return excuse{}
}

// shown reports whether the payload stands in code, in quotes, or in another file than
// the manifest.
func shown(p place) bool {
	text := p.files["SKILL.md"] + p.files["SKILL.toml"]
	if !strings.Contains(text, "{raw}") {
		return !strings.Contains(text, "{tags}") && !strings.Contains(text, "{selectors}") && !strings.Contains(text, "{entities}") && !strings.Contains(text, "<p>") && !strings.Contains(text, "<pre>")
	}
	return strings.Contains(text, "`") || strings.Contains(text, "~~~")
}
