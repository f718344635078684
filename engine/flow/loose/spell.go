package loose

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// A function may be called by another name: by a variable that holds it, by a text that
// says what it is called, by an alias. spellOut writes the names that are known in the
// place of these, so that what follows reads one way of writing only. It reports whether
// a statement changed.
func (l *program) spellOut() bool {
	if l.read {
		return false
	}
	aliases, changed := l.aliases(), false
	for i := range l.list {
		s := &l.list[i]
		text := l.spelledCalls(*s, s.text)
		for _, a := range aliases {
			if a.within == "" || a.within == s.within {
				text = a.replaced(text, l.powershell())
			}
		}
		if text != s.text {
			s.text, changed = l.folded(text), true
		}
	}
	return changed
}

// maxAliases is how many names of functions are written out in a program.
const maxAliases = 20

// alias is a name that stands for a function.
type alias struct {
	name, stands, within string
	call                 *regexp.Regexp
}

// hidesCalls is a call of what a name or a text stands for.
var hidesCalls = lazydfa.New(`(?m)^\s*\w+\s*:?=\s*[a-z]\w*\.[A-Z]\w*\s*;?$|\$\w+\s*\(\s*\$?\w|\$\w+->\(|\b(?:call_user_func|array_map|ReflectionFunction|public_send|__send__|const_get|method\(\s*[(:"'])|\.send\(?\s*[(:"'a-z]|_G\[|\bstrings\.Join\(\[\]string\{`)

// aliases are the names of a program that stand for a function.
func (l *program) aliases() []alias {
	var list []alias
	add := func(name, stands, within string) {
		stands = strings.TrimPrefix(strings.TrimPrefix(stands, "CORE::"), "Kernel.")
		if len(list) >= maxAliases || name == "" || strings.EqualFold(name, stands) || !l.does(stands) {
			return
		}
		if a, err := newAlias(name, stands, within, l.powershell(), strings.Contains(l.text.Language, "php") || strings.HasPrefix(l.text.Language, "p") && l.text.Language != "powershell"); err == nil {
			list = append(list, a)
		}
	}
	for _, s := range l.list {
		if l.powershell() {
			if m := setsAlias.FindStringSubmatch(s.text); m != nil {
				add(m[1], l.commandOf(m[2]), "")
			}
		}
		m := namedFunction.FindStringSubmatch(s.text)
		if m == nil {
			continue
		}
		stands := m[2] + m[3] + m[4]
		if m[4] != "" { // a text is one only where it is called
			if !l.may(statementUnits + len(l.text.Source)/4) {
				return list
			}
			if called, err := regexp.Compile(`(?:\$` + m[1] + `(?:->)?\s*\(|&\s*\$` + m[1] + `\b|[.>]\$?` + m[1] + `\s*\()`); err != nil || !called.Match(l.text.Source) {
				continue
			}
		}
		add(m[1], stands, s.within)
	}
	return list
}

var (
	// namedFunction gives a name a function: f := net.Dial, Link = TCPSocket,
	// $f = 'system', my $f = \&CORE::system, run = method(:system).
	namedFunction = lazydfa.New(`^\s*(?:(?:const|let|var|val|my|our|local|auto|static|final)\s+)*\$?([A-Za-z_]\w*)\s*(?::=|=)\s*(?:\\?&?((?:[A-Za-z_]\w*(?:\.|::))*[A-Za-z_]\w*)|(?:Kernel\.)?method\(\s*\(?\s*[:"'](\w+)["']?\)?(?:\.to_sym\)?)?\s*\)|\(?["']([\w:.-]+)["']\)?)\s*;?\s*$`)
	setsAlias     = lazydfa.New(`(?i)\b(?:set|new)-alias\s+(?:-name\s+)?["']?([\w-]+)["']?\s+(?:-value\s+)?(\(?["']?[\w*?-]+["']?\)?)`)
)

func newAlias(name, stands, within string, command, signed bool) (alias, error) {
	pattern := `(&\s*)?\b` + name + `(?:\.call|\.\()?(\s*\(|\.(?:new|open|tcp|post|get|put|start|connect)\b)`
	if signed {
		pattern = `(&\s*)?\$` + name + `(?:->)?(\s*\()`
	}
	if command {
		pattern = `(?i)((?:^|[;|{(=]|\s)\s*)(?:[&.]\s*)?\$?` + name + `(\s)`
	}
	call, err := regexp.Compile(pattern)
	return alias{name, stands, within, call}, err
}

// replaced is a statement in which what stands for the name is written.
func (a alias) replaced(text string, command bool) string {
	if !strings.Contains(strings.ToLower(text), strings.ToLower(a.name)) || namedFunction.MatchString(text) || setsAlias.MatchString(text) {
		return text
	}
	if command {
		return a.call.ReplaceAllString(text, "${1}"+strings.ReplaceAll(a.stands, "$", "$$")+"${2}")
	}
	return a.call.ReplaceAllString(text, strings.ReplaceAll(a.stands, "$", "$$")+"${2}")
}

// does reports whether a call of a name does something that matters here.
func (l *program) does(name string) bool {
	if len(name) < 3 {
		return false
	}
	w := l.words
	for _, text := range []string{name + "(", name + " ", "x." + name + "(", name + ".new", name + ".post", name + "->new"} {
		if w.runs.MatchString(text) || w.decodes.MatchString(text) || w.evaluates.MatchString(text) || w.fetches.MatchString(text) || w.sends.MatchString(text) || w.pours.MatchString(text) || w.connects.MatchString(text) {
			return true
		}
	}
	return false
}

var (
	// sentName is a call of what a text names: x.public_send('post', …), call_user_func(…).
	sentName   = lazydfa.New(`\b(?:(Kernel|Object|self)\.)?(?:public_send|__send__|send)\s*\(?\s*(?:[:"'](\w+)["']?(?:\.to_sym)?|([a-z_]\w*))\s*(,\s*|\))`)
	calledName = lazydfa.New(`\b(?:call_user_func(?:_array)?|array_map|array_walk|register_shutdown_function)\s*\(\s*(?:["'](\w+)["']|\$(\w+))\s*,\s*|\(new\s+ReflectionFunction\(\s*["'](\w+)["']\s*\)\)->invoke(?:Args)?\(|(?:Object|Kernel|Module)\.const_get\(\s*[:"'](\w+)["']?\s*\)|(?:Kernel\.)?method\(\s*[:"'](\w+)["']?\s*\)(?:\.call|\.)\s*\(`)
	// methodName is a method that a variable names: $s->$m(…), $w.$m(…).
	methodName = lazydfa.New(`(->|\.)\$(\w+)\s*\(`)
	// invoked is a method that is called by one of its own: $w.DownloadString.Invoke(…).
	invoked = lazydfa.New(`\.(\w+)\.Invoke\(`)
	// fieldName is a part of a table by a text: _G['os']['execute'](…), $t['run'](…).
	fieldName  = lazydfa.New(`\b(\w+)\[\s*["'](\w+)["']\s*\]`)
	fieldValue = lazydfa.New(`\$(\w+)\[\s*["'](\w+)["']\s*\]\s*\(`)
	// commandText is a command of PowerShell that a text names.
	commandText = lazydfa.New(`(?i)((?:^|[;|{(=])\s*)[&.]\s*(\(\s*["'][\w-]+["']\s*\)|["'][\w-]+["']|\$\w+\b|\(\s*(?:gcm|get-command)\s+["']?[\w*?-]+["']?\s*\))(\s|$)`)
)

// spelledCalls is a statement in which calls by a text are calls by that name.
func (l *program) spelledCalls(s statement, text string) string {
	text = l.spelledBy(s, text)
	text = replacedBy(calledName, text, func(m []string) string {
		name := m[1] + m[3] + m[4] + m[5]
		if m[2] != "" {
			name = l.namedBy(s, m[2])
		}
		switch {
		case m[4] != "":
			return name
		case name == "" || !l.does(name):
			return ""
		}
		l.dispatch(s, m[0])
		return name + "("
	})
	if !l.powershell() {
		return text
	}
	text = invoked.ReplaceAllString(text, ".$1(")
	return replacedBy(commandText, text, func(m []string) string {
		word := strings.TrimSpace(m[2])
		if name, ok := strings.CutPrefix(word, "$"); ok {
			word = l.namedBy(s, name)
		}
		if name := l.commandOf(word); l.does(name) {
			l.dispatch(s, m[0])
			return m[1] + name + " "
		}
		return ""
	})
}

// namedBy is the text that a variable holds, "" where it is not known.
func (l *program) namedBy(s statement, name string) string {
	return l.resolved(s, holeBegin+name+holeEnd, "")
}

// spelledBy is that for the ways of one language.
func (l *program) spelledBy(s statement, text string) string {
	switch strings.ToLower(l.text.Language) {
	case "ruby", "rb", "crystal":
		text = replacedBy(sentName, text, func(m []string) string {
			name := m[2]
			if m[3] != "" {
				name = l.namedBy(s, m[3])
			}
			if name == "" || !l.does(name) {
				return ""
			}
			l.dispatch(s, m[0])
			return name + "(" + strings.TrimLeft(m[4], ", ")
		})
		text = strings.ReplaceAll(strings.ReplaceAll(text, "Kernel.eval(", "eval("), "Kernel.system(", "system(")
	case "perl", "pl", "powershell", "ps1", "pwsh":
		text = replacedBy(methodName, text, func(m []string) string {
			if name := l.namedBy(s, m[2]); identifier.MatchString(name) {
				return m[1] + name + "("
			}
			return ""
		})
	case "lua":
		for range 3 {
			text = replacedBy(fieldName, text, func(m []string) string {
				if m[1] == "_G" {
					return m[2]
				}
				return m[1] + "." + m[2]
			})
			text = luaField.ReplaceAllString(text, "$1.$2")
		}
	case "php":
		text = replacedBy(fieldValue, text, func(m []string) string {
			if name := l.fieldOf(m[1], m[2]); l.does(name) {
				return name + "("
			}
			return ""
		})
	}
	return text
}

var (
	identifier = lazydfa.New(`^[A-Za-z_]\w*$`)
	luaField   = lazydfa.New(`\b(\w+)\[\s*["'](\w+)["']\s*\]`)
)

// replacedBy is a text in which what a pattern finds is replaced; "" leaves it.
func replacedBy(pattern *lazydfa.Regexp, text string, by func([]string) string) string {
	at := pattern.FindAllStringSubmatchIndex(text, 4)
	for i := len(at) - 1; i >= 0; i-- {
		m := make([]string, len(at[i])/2)
		for j := range m {
			if at[i][2*j] >= 0 {
				m[j] = text[at[i][2*j]:at[i][2*j+1]]
			}
		}
		if with := by(m); with != "" {
			text = text[:at[i][0]] + with + text[at[i][1]:]
		}
	}
	return text
}

// fieldOf is the text that a table has under a name where it is written out.
func (l *program) fieldOf(table, field string) string {
	for _, s := range l.list {
		if !strings.Contains(s.text, "$"+table) || !strings.Contains(s.text, field) {
			continue
		}
		for _, m := range fieldPair.FindAllStringSubmatch(s.text, 20) {
			if m[1] == field {
				return m[2]
			}
		}
	}
	return ""
}

var fieldPair = lazydfa.New(`["'](\w+)["']\s*(?:=>|:|\]\s*=)\s*["'](\w+)["']`)

// commandOf is the command that a word of PowerShell names: a pattern names one of those
// that run what they are given.
func (l *program) commandOf(word string) string {
	word = strings.Trim(word, `()"' `)
	for _, before := range []string{"gcm ", "get-command "} {
		if len(word) > len(before) && strings.EqualFold(word[:len(before)], before) {
			word = strings.Trim(word[len(before):], `"' `)
		}
	}
	if !strings.ContainsAny(word, "*?") {
		return word
	}
	for _, name := range []string{"iex", "invoke-expression"} {
		if ok, err := path.Match(strings.ToLower(word), name); err == nil && ok {
			return name
		}
	}
	return word
}

// constantText is a part of a text that PowerShell has in a variable: $env:ComSpec[4,26,25].
var constantText = lazydfa.New(`(?i)\$(?:env:)?(\w+)(?:\.ToString\(\))?\[([\d,\s]+)\](\s*-join\s*["']{2})?`)

// joinedText are texts that a call puts together, with what stands between them:
// %w[a b].join, ['a','b'].join('/'), implode('_', ['a', 'b']), strings.Join([]string{…}, "/"),
// -join('a','b'), [char]73+[char]69.
var joinedText = lazydfa.New(`(?i)%w\[([^\]\n]+)\]\.join\b(?:\(\s*(?:["']([^"'\n]*)["'])?\s*\))?|\b(?:implode|join)\s*\(\s*["']([^"'\n]*)["']\s*,\s*(?:\[|array\(|\(|qw\()?\s*` + `((?:["'][^"'\n]*["']\s*,?\s*)+)` + `[\])]*\)|-join\s*\(\s*` + `((?:["'][^"'\n]*["']\s*,?\s*)+)` + `\)|\[\s*` + `((?:["'][^"'\n]*["']\s*,?\s*)+)` + `\]\.join\b(?:\(\s*(?:["']([^"'\n]*)["'])?\s*\))?|\bstrings\.Join\(\s*\[\]string\{\s*` + `((?:["'][^"'\n]*["']\s*,?\s*)+)` + `\}\s*,\s*["']([^"'\n]*)["']\s*\)|((?:\[char\]\s*\(?\s*(?:0x[0-9a-f]+|\d+)\s*\)?\s*\+?\s*){2,})`)

// putInOne is a text in which calls that put texts together are one text.
func putInOne(text string) string {
	if len(text) > 3*minCode && numberList.MatchString(text) {
		text = replacedBy(numberList, text, func(m []string) string { return spelledNumbers(m[0]) })
	}
	if strings.Contains(text, "[") && strings.Contains(text, "$") {
		text = replacedBy(constantText, text, func(m []string) string {
			of := map[string]string{"comspec": `C:\WINDOWS\system32\cmd.exe`, "shellid": "Microsoft.PowerShell", "pshome": `C:\Windows\System32\WindowsPowerShell\v1.0`, "verbosepreference": "SilentlyContinue"}[strings.ToLower(m[1])]
			out := ""
			for part := range strings.SplitSeq(m[2], ",") {
				if i, err := strconv.Atoi(strings.TrimSpace(part)); err == nil && i < len(of) {
					out += of[i : i+1]
				}
			}
			if out == "" {
				return ""
			}
			return `"` + out + `"`
		})
	}
	if !strings.Contains(text, "oin") && !strings.Contains(text, "OIN") && !strings.Contains(text, "implode") && !strings.Contains(text, "har]") && !strings.Contains(text, "HAR]") {
		return text
	}
	return replacedBy(joinedText, text, func(m []string) string {
		parts := strings.Fields(m[1])
		for _, one := range listedText.FindAllStringSubmatch(m[4]+m[5]+m[6]+m[8], maxFolds) {
			parts = append(parts, one[1]+one[2])
		}
		for _, c := range charNumber.FindAllString(m[10], 40) {
			if n, err := strconv.ParseInt(c, 0, 32); err == nil {
				parts = append(parts, string(rune(n)))
			}
		}
		out := strings.Join(parts, m[2]+m[3]+m[7]+m[9])
		if out == "" || strings.ContainsAny(out, "\"\n\\") {
			return ""
		}
		return `"` + out + `"`
	})
}

var (
	charNumber = lazydfa.New(`(?i)0x[0-9a-f]+|\d+`)
	listedText = lazydfa.New(`"([^"\n]*)"|'([^'\n]*)'`)
)

// numberList is a list of numbers that may be those of letters.
var numberList = lazydfa.New(`(?:\b\d{2,3}\s*,\s*){9,}\d{2,3}\b`)

// spelledNumbers is the text that a list of numbers spells, in quotes, where it names a
// place or a command; "" for another list.
func spelledNumbers(list string) string {
	var b strings.Builder
	for _, one := range charNumber.FindAllString(list, way.MaxLength) {
		n, err := strconv.Atoi(one)
		if err != nil || n < ' ' || n > '~' || n == '"' || n == '\\' {
			return ""
		}
		b.WriteByte(byte(n))
	}
	text := b.String()
	for _, sign := range []string{"://", "/bin/", ".ssh/", ".aws/", "curl ", "powershell"} {
		if strings.Contains(text, sign) {
			return `"` + text + `"`
		}
	}
	return ""
}
