package loose

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// domain is the name of a host in a text.
var domain = lazydfa.New(`(?i)(?:[a-z0-9_-]+\.)+[a-z]{2,}\b`)

// asked tells that a statement asks for the address of a name that has something secret in
// it: whoever answers for the domain reads it.
func (l *program) asked(s statement) bool {
	at := l.words.resolves.FindStringIndex(s.text)
	if l.read || at == nil {
		return false
	}
	list := secretOnes(l.sources(s, s.text))
	if len(list) == 0 {
		return false
	}
	names := domain.FindAllString(l.resolved(s, l.putTogether(s, s.text[at[0]:], l.powershell()), "x"), 8)
	if len(names) == 0 {
		return false
	}
	host := strings.ToLower(names[len(names)-1])
	for label, rest, _ := strings.Cut(host, "."); strings.Trim(label, "x") == "" && strings.Contains(rest, "."); label, rest, _ = strings.Cut(host, ".") {
		host = rest
	}
	for _, one := range list {
		l.tell(one, way.Sink{Kind: "send", Call: cleanCall(s.text[at[0]:at[1]]), Channel: "dns", Hosts: []string{host}, File: l.text.File, Span: l.span(s)})
	}
	return true
}

// onlyHost is the host that all addresses of a program lead to, where it is one.
func (l *program) onlyHost() []string {
	if l.counted {
		return l.only
	}
	l.counted, l.only = true, []string{}
	for _, one := range l.grammar.address.FindAll(l.text.Source, 20) {
		if host := addressed(string(one)); host != "" {
			l.only = merged(l.only, []string{host})
		}
	}
	if len(l.only) != 1 {
		l.only = []string{}
	}
	return l.only
}

// maxSaid is how much of what is put into a name is kept, in bytes.
const maxSaid = 1500

// say keeps what is put into names, as a setting would have it: names and texts in the
// same quotation marks, with a colon between them.
func (l *program) say(s statement, keys []string, left, right string) {
	text := asSetting().Replace(left + ": " + right)
	for i, name := range l.piece(right).names {
		if i > maxHeld {
			break
		}
		if other := l.said[s.within+":"+name] + l.said[":"+name]; other != "" {
			text += "\n" + other
		}
	}
	if !strings.Contains(text, `"`) {
		return
	}
	text = text[:min(len(text), maxSaid)]
	for _, key := range keys {
		if old := l.said[key]; len(old)+len(text) < maxSaid && !strings.Contains(old, text) {
			l.said[key] = old + text + "\n"
		}
	}
}

func asSetting() *strings.Replacer {
	return strings.NewReplacer("'", `"`, " => ", ": ", "=>", ": ", " = ", ": ", "[]string{", "[", "map[string]any{", "{", "@{", "{", "@(", "[")
}

// saidIn is what was put into the names of a text.
func (l *program) saidIn(s statement, text string) string {
	var b strings.Builder
	for i, name := range l.piece(text).names {
		if i > maxHeld {
			break
		}
		for _, key := range []string{s.within + ":" + name, ":" + name} {
			if said := l.said[key]; said != "" && b.Len() < 2*maxSaid && !strings.Contains(b.String(), said) {
				b.WriteString(said)
			}
		}
	}
	return strings.ToValidUTF8(b.String(), "")
}
