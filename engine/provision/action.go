package provision

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// Expressions over workflows, and over sentences and tables that speak of them.
var (
	actionAt   = lazydfa.New(`\b([A-Za-z0-9][\w-]*)/([A-Za-z0-9][\w.-]*)@([A-Za-z0-9][\w./-]*|\*)`)
	hasSecret  = lazydfa.New(`\bsecrets(?:\.[A-Za-z_]|\[)|(?i:tojson\s*\(\s*secrets)`)
	nextStep   = lazydfa.New(`(?m)^[ \t]*-[ \t]+(?:name|uses|run|id|if)\b|^[ \t]*$`)
	anyAddress = lazydfa.New(`https?://[^\s"'` + "`" + `]+`)
)

// aroundSecrets is how far before and behind all secrets the action may be named that gets them,
// in bytes.
const aroundSecrets = 1500

// makers is the part of policies/tables/names.json about actions: who makes those of a name, and
// who runs workflows and has all of them under the same names.
type makers struct {
	Actions map[string][]string
	Runners []string
}

var madeBy = sync.OnceValue(func() *makers {
	var table makers
	policies.Table("names", &table)
	return &table
})

// of are those who make the actions of a name; ok is false where nobody is known to.
func (m *makers) of(name string) (who []string, ok bool) {
	who, ok = m.Actions[name]
	return slices.Concat(who, m.Runners), ok
}

// actions finds actions that are called like a well-known one and are of somebody else. Name is
// "instead" where the line names the one that it takes the place of, "fed" where it is given a
// secret.
func (f *finder) actions() {
	for _, m := range actionAt.FindAllSubmatchIndex(f.text, maxFound+1) {
		if !f.asAction(m[0]) {
			continue
		}
		owner, name := strings.ToLower(string(f.text[m[2]:m[3]])), strings.ToLower(string(f.text[m[4]:m[5]]))
		makers, known := madeBy().of(name)
		if slices.Contains(makers, owner) || slices.Contains(madeBy().Runners, owner) {
			continue
		}
		if !known {
			f.replaces(m, owner, name)
			continue
		}
		one := Found{Kind: Action, Name: "used", To: []string{string(f.text[m[0]:m[1]])}, From: m[0], End: m[1]}
		begin := bytes.LastIndexByte(f.text[:m[0]], '\n') + 1
		if slices.ContainsFunc(makers, func(maker string) bool {
			return bytes.Contains(bytes.ToLower(f.text[begin:m[0]]), []byte(maker+"/"+name))
		}) {
			one.Name = "instead"
		} else if step := f.step(m[1]); hasSecret.Match(step) {
			one.Name = "fed"
		}
		f.led(one)
	}
}

// replaces tells of an action that stands in a row of a table behind one of somebody else whose name
// has a word of its own: To has both. Whether it is to take its place is for the rules.
func (f *finder) replaces(m []int, owner, name string) {
	begin := bytes.LastIndexByte(f.text[:m[0]], '\n') + 1
	row := f.text[begin:m[0]]
	if !bytes.HasPrefix(bytes.TrimSpace(row), []byte("|")) {
		return
	}
	for _, other := range actionAt.FindAllSubmatchIndex(row, maxSame) {
		maker, called := strings.ToLower(string(row[other[2]:other[3]])), strings.ToLower(string(row[other[4]:other[5]]))
		if maker == owner || !shareWord(maker+"-"+called, name) {
			continue
		}
		f.led(Found{Kind: Action, Name: "takes", To: []string{string(f.text[m[0]:m[1]]), string(row[other[0]:other[1]])}, From: m[0], End: m[1]})
		return
	}
}

// maxSame is how many actions of one row are compared with the last one.
const maxSame = 4

// shareWord reports whether two names have a word in common that says what an action does.
func shareWord(a, b string) bool {
	of := func(name string) []string {
		return strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	}
	return slices.ContainsFunc(of(a), func(word string) bool {
		return len(word) > 2 && word != "action" && word != "actions" && word != "github" && slices.Contains(of(b), word)
	})
}

// asAction reports whether a text has what stands at a place for an action: in a step, as code,
// or in a row of a table. Else it may be an address of mail.
func (f *finder) asAction(at int) bool {
	line := f.text[1+bytes.LastIndexByte(f.text[:at], '\n') : at]
	return bytes.HasSuffix(bytes.TrimRight(line, ` "'`), []byte("uses:")) || bytes.HasSuffix(line, []byte("`")) || bytes.HasPrefix(bytes.TrimSpace(line), []byte("|"))
}

// step is what follows in a step of a workflow.
func (f *finder) step(at int) []byte {
	rest := f.text[at:min(len(f.text), at+reach)]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		if m := nextStep.FindIndex(rest[i+1:]); m != nil {
			rest = rest[:i+1+m[0]]
		}
	}
	return rest
}

// allSecrets is who gets all secrets, by a sentence or a table that says so, or by a command
// of a workflow that names an address.
func (f *finder) allSecrets(from, end int, inRun bool) {
	if inRun {
		if to := anyAddress.Find(f.step(end)); to != nil {
			f.led(Found{Kind: Secrets, Name: "secrets", To: []string{string(to)}, From: from, End: end})
		}
		return
	}
	before := f.text[max(0, from-aroundSecrets):from]
	if i := bytes.LastIndex(before, []byte("\n#")); i >= 0 {
		before = before[i:]
	}
	near := append(slices.Clone(before), f.step(end)...)
	var last string
	for _, m := range actionAt.Compiled().FindAllSubmatch(near, maxFound) {
		if owner := strings.ToLower(string(m[1])); owner != "actions" && owner != "github" {
			last = string(m[0])
		}
	}
	if last != "" {
		f.led(Found{Kind: Secrets, Name: "secrets", To: []string{last}, From: from, End: end})
	}
}
