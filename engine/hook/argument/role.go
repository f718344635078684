package argument

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/policies"
)

// kind is what an argument is for.
type kind string

const (
	kindUnknown kind = ""
	kindCommand kind = "command"
	kindShell   kind = "shell"
	kindArgs    kind = "args"
	kindEnv     kind = "env"
	kindDir     kind = "dir"
	kindPath    kind = "path"
	kindAddress kind = "address"
	kindHost    kind = "host"
	kindPlace   kind = "place"
	kindWord    kind = "word"
	kindNote    kind = "note"
)

// role is what an argument is for; plural: it has several of these.
type role struct {
	kind   kind
	plural bool
}

// leads reports whether what the argument says leads somewhere, whatever it looks like.
func (r role) leads() bool {
	return slices.Contains([]kind{kindCommand, kindPath, kindDir, kindAddress, kindHost, kindPlace}, r.kind)
}

// names are the tables by which arguments are read.
type names struct {
	roles map[string]kind
	link  map[string]bool
	// ends and special are top-level domains; prose are programs whose names are words of
	// sentences, and programs all that are known. closed are words that sentences alone have.
	ends, special, prose, programs, closed map[string]bool
}

// table reads the tables, once.
var table = sync.OnceValue(func() *names {
	var told struct {
		Roles                      map[kind][]string `json:"roles"`
		Link, Ends, Special, Prose []string
	}
	policies.Table("arguments", &told)
	n := &names{roles: map[string]kind{}, link: jsontable.Set(told.Link), ends: jsontable.Set(told.Ends), special: jsontable.Set(told.Special), prose: jsontable.Set(told.Prose), programs: map[string]bool{}}
	for is, all := range told.Roles {
		for _, name := range all {
			n.roles[strings.ReplaceAll(name, " ", "")] = is
		}
	}
	var words struct{ Closed, Finite []string }
	policies.Table("verbs", &words)
	n.closed = jsontable.Set(append(words.Closed, words.Finite...))
	var interpreters struct{ Interpreters []struct{ Names []string } }
	policies.Table("interpreters", &interpreters)
	for _, one := range interpreters.Interpreters {
		n.add(one.Names...)
	}
	var wrappers struct {
		Wrappers []struct{ Names []string }
		Carriers map[string]any
	}
	policies.Table("wrappers", &wrappers)
	for _, one := range wrappers.Wrappers {
		n.add(one.Names...)
	}
	var critical struct{ Programs map[string]any }
	policies.Table("critical", &critical)
	var risk struct{ High map[string]any }
	policies.Table("risk", &risk)
	for _, all := range []map[string]any{critical.Programs, risk.High, wrappers.Carriers} {
		for name := range all {
			n.add(name)
		}
	}
	n.add(grammar.Names()...)
	n.add("eval", "source")
	return n
})

// add adds names of programs; those of one sign are no programs in a text.
func (n *names) add(all ...string) {
	for _, name := range all {
		if name = strings.ToLower(name); len(name) > 1 {
			n.programs[name] = true
		}
	}
}

// role is what an argument of a name is for.
func (n *names) role(name string) role {
	if strings.ContainsFunc(name, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-. []", c)
	}) {
		return role{} // it is what the argument says
	}
	words := n.words(name)
	if n.whole(words) < 0 {
		words = n.thing(words)
	}
	if len(words) == 1 {
		words = n.parted(words[0])
	}
	for from := range words {
		is, ok := n.single(strings.Join(words[from:], ""))
		if !ok {
			continue
		}
		if is.kind == kindNote && slices.ContainsFunc(words[:from], n.strict) {
			return role{} // the text of a command may be one
		}
		return is
	}
	return role{}
}

// strict reports whether a word names what is run or asked.
func (n *names) strict(word string) bool {
	is, ok := n.single(word)
	return ok && slices.Contains([]kind{kindCommand, kindArgs, kindAddress, kindHost}, is.kind)
}

// parted are two names that are written as one word.
func (n *names) parted(word string) []string {
	if _, ok := n.single(word); ok {
		return []string{word}
	}
	for at := 2; at < len(word)-1; at++ {
		if _, ok := n.single(word[:at]); !ok {
			continue
		}
		if _, ok := n.single(word[at:]); ok {
			return []string{word[:at], word[at:]}
		}
	}
	return []string{word}
}

// single looks up a name, or a plural.
func (n *names) single(name string) (role, bool) {
	if is, ok := n.roles[name]; ok {
		return role{kind: is}, true
	}
	for _, end := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(name, end[0]); ok {
			if is, ok := n.roles[stem+end[1]]; ok {
				return role{kind: is, plural: true}, true
			}
		}
	}
	return role{}, false
}

// words are those of a name in small letters, without numbers at their ends.
func (n *names) words(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if text := strings.TrimRight(strings.ToLower(string(word)), "0123456789"); text != "" {
			words = append(words, text)
		}
		word = word[:0]
	}
	signs := []rune(name)
	for i, sign := range signs {
		if !unicode.IsLetter(sign) && !unicode.IsDigit(sign) {
			end()
			continue
		}
		begins := unicode.IsUpper(sign) && i > 0 &&
			(!unicode.IsUpper(signs[i-1]) || i+1 < len(signs) && unicode.IsLower(signs[i+1]))
		if begins {
			end()
		}
		word = append(word, sign)
	}
	end()
	return words
}

// whole is where the last of several words begin that are a name of the table together; -1
// where there are none.
func (n *names) whole(words []string) int {
	for at := range max(0, len(words)-1) {
		if _, ok := n.single(strings.Join(words[at:], "")); ok {
			return at
		}
	}
	return -1
}

// thing are the words up to what says more of the thing: "commandToRun" is a command.
func (n *names) thing(words []string) []string {
	for i := 1; i < len(words); i++ {
		if n.link[words[i]] {
			return words[:i]
		}
	}
	return words
}
