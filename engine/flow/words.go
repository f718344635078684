package flow

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/cipher"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// watchTable is policies/tables/commands.json.
type watchTable struct {
	// Watched are the programs whose commands rules look at, each with texts of
	// which its arguments must have one; none: every command.
	Watched map[string][]string `json:"watched"`
	// Filters are those of them that only make something of what they are given, on this
	// machine: rules do not look at them for being given something.
	Filters []string `json:"filters"`
	// Signs are words, lower case, of which a text without a pipe has one if it
	// holds a command that rules look at.
	Signs []string `json:"signs"`
	// Anywhere are texts, one of which makes the command of any program one that rules
	// look at.
	Anywhere []string `json:"anywhere"`
	// Short are signs that are the end of many other words: they count by themselves.
	Short []string `json:"short"`
	// Senders are programs whose commands rules look at where one of the words of
	// Private is in what they are given.
	Senders []string `json:"senders"`
	Private []string `json:"private"`
	// Names are programs that look up the name of a host, which tells it to whoever answers
	// for its domain. Headers are options of programs that ask web servers, in lower case,
	// whose value says who asks; Bodies are those whose value is sent.
	Names []string `json:"names"`
	// Encode are programs that write anything in letters and digits, as a name may have.
	Encode []string `json:"encode"`
	// Bare are programs that are given a host without a scheme.
	Bare []string `json:"bare"`
	// Reads are programs that read the files which they are given.
	Reads   []string   `json:"opens"`
	Headers []string   `json:"headers"`
	Bodies  []string   `json:"bodies"`
	Unpack  []unpacker `json:"unpack"`
	// Registers are programs that have something run later by themselves.
	Registers []string `json:"registers"`
	// Editors are programs of which an extension runs whenever they do.
	Editors []string `json:"editors"`
	// Evaluate are words of calls that run code, Source of those that fetch or
	// decode it, Invoke those by which PowerShell runs a text.
	Evaluate []string `json:"evaluate"`
	Source   []string `json:"source"`
	Invoke   []string `json:"invoke"`
	// Starts are words of calls by which a program starts others.
	Starts []string `json:"starts"`
	// Acts are words by which a program may start, evaluate or write something beside Starts,
	// ShellActs those of a shell's script; Spoken are longer ones that do neither.
	Acts      []string `json:"acts"`
	ShellActs []string `json:"shellActs"`
	Spoken    []string `json:"spoken"`
	// ReadOut is how a sentence has somebody run what a file lists or a program prints.
	ReadOut string `json:"readOut"`
	// Prints are programs that print their arguments, Repeats those that hand on what
	// they are fed.
	Prints  []string `json:"prints"`
	Repeats []string `json:"repeats"`
	words   *automaton
	readOut *lazydfa.Regexp
}

// phraseTable is policies/tables/phrases.json: words that passages are about.
type phraseTable struct {
	Password, Unpack, Paste, Terminal, Override, Order, Conceal, Secret, Send []string
	// Agent, Approval, Protection and Scope are words of orders without an address.
	Agent, Approval, Protection, Require, Scope, Untold []string
	// Payee and Said are words of orders about money, recipients and what was said.
	Payee, Said []string
}

// The groups of words that a text is searched for. A text with one of signCode may
// hold a command that rules look at.
const (
	signRun = 1 << iota
	signEvaluate
	signSource
	signInvoke
	signPassword
	signUnpack
	signPaste
	signTerminal
	signHost
	signOverride
	signOrder
	signConceal
	signSecret
	signSend
	signTouch
	signOpen
	signShort
	signDestroy
	signSway
	signCipher
	signCode = signRun | signTouch
)

// The table is embedded and read once, at the first use. A table that cannot be
// read is a fault of the build: it panics, and a test reads it.
var watched = sync.OnceValue(func() *watchTable {
	t, p, hosts := &watchTable{}, phraseTable{}, map[string][]string{}
	policies.Table("commands", t)
	for i, one := range t.Unpack {
		t.Unpack[i].with = lazydfa.New(one.With)
	}
	t.readOut = lazydfa.New(t.ReadOut)
	policies.Table("phrases", &p)
	policies.Table("hosts", &hosts)
	var names []string
	for _, kind := range slices.Sorted(maps.Keys(hosts)) {
		names = append(names, hosts[kind]...)
	}
	for digit := range "123456789" { // an address without a name
		names = append(names, "://"+"123456789"[digit:digit+1])
	}
	t.words = newAutomaton([][]string{append(t.Signs, tenant.Signs()...), t.Evaluate, t.Source, t.Invoke, p.Password, p.Unpack, p.Paste, p.Terminal, names, p.Override, p.Order, p.Conceal, p.Secret, p.Send, touched().Words, touched().Opens, t.Short, clause.Words("delete", "lock"), slices.Concat(p.Agent, p.Approval, p.Protection, p.Require, p.Scope, p.Untold, p.Payee, p.Said), cipher.Words()})
	return t
})

func (t *watchTable) has(s Step) bool {
	_, ok := t.Watched[s.Program]
	return ok || slices.Contains(t.Senders, s.Program) || t.anywhere(s)
}

func (t *watchTable) anywhere(s Step) bool {
	return slices.ContainsFunc(s.Args, func(arg string) bool {
		return slices.ContainsFunc(t.Anywhere, func(word string) bool { return strings.Contains(arg, word) })
	})
}

// registers reports whether a program has what it is given run later.
func (t *watchTable) registers(s Step) bool { return slices.Contains(t.Registers, s.Program) }

// starts reports whether the text of a program has a call that starts others.
func (t *watchTable) starts(text string) bool {
	return slices.ContainsFunc(t.Starts, func(call string) bool { return strings.Contains(text, call) })
}

// wants reports whether a command of a watched program says what rules look for.
func (t *watchTable) wants(c Command) bool {
	fed := len(c.Input) > 0 && !slices.Contains(t.Senders, c.Program) && !slices.Contains(t.Filters, c.Program)
	if hints, ok := t.Watched[c.Program]; ok && (len(hints) == 0 || fed || c.has(hints)) {
		return true
	}
	if t.anywhere(c.Step) {
		return true
	}
	if !slices.Contains(t.Senders, c.Program) {
		return false
	}
	if slices.ContainsFunc(append(slices.Clone(c.Input), c.Step), Step.ofUser) {
		return true
	}
	if slices.Contains(t.Names, c.Program) && slices.ContainsFunc(c.Input, func(s Step) bool { return slices.Contains(t.Encode, s.Program) }) {
		return true
	}
	return c.has(t.Private) || c.Stdin != nil && (Step{Args: []string{*c.Stdin}}).has(t.Private) || slices.ContainsFunc(c.Input, func(s Step) bool {
		return slices.Contains(t.Private, s.Program) || s.Program == "env" && len(s.Args) == 0 || s.has(t.Private)
	})
}

// sends reports whether a command may send what it is given to another machine.
func (t *watchTable) sends(s Step) bool {
	_, watched := t.Watched[s.Program]
	return watched || slices.Contains(t.Senders, s.Program)
}

// has reports whether one of the arguments has one of some words in it.
func (s Step) has(words []string) bool {
	return slices.ContainsFunc(s.Args, func(arg string) bool {
		arg = strings.ToLower(arg)
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(arg, word) })
	})
}

// suspicious reports whether a snippet can hold anything that is looked for: the
// name of a program that rules know or, where names may be put together or hidden,
// that one program is handed what another one prints.
func (p snippet) suspicious() bool {
	text := deceptive.Readable(p.bytes())
	switch {
	case p.marks.within(p.start.Offset, p.end, signCode):
		return true
	case p.kind == inCode || p.kind == inOther || p.kind == inLines || p.kind == inSpan:
		return structural(text) || disguised(text)
	case p.kind == inSentence:
		return structural(text) && disguised(text)
	case p.kind == inLiteral:
		return spelt(p.bytes(), signCode)
	}
	return false
}

// Worth reports whether a file with code may hold what a Finder looks for.
func Worth(text []byte, shell bool) bool {
	if read, changed := deceptive.Read(text); changed {
		if len(read.Spots) > 0 {
			return true
		}
		text = read.Text
	}
	if shell && (structural(text) || disguised(text)) {
		return true
	}
	return watched().words.in(text, signCode|signSource|signInvoke|signOpen|signOverride|signConceal|signSecret) || !shell && spelt(text, signCode)
}

// structural reports whether a text can hand something on.
func structural(text []byte) bool {
	return bytes.IndexByte(text, '|') >= 0 || bytes.Contains(text, []byte("$(")) || bytes.Contains(text, []byte("<(")) ||
		bytes.Contains(text, []byte(">(")) || bytes.Contains(text, []byte("eval")) || bytes.Contains(text, []byte("/dev/tcp/")) || bytes.Contains(text, []byte("/dev/udp/"))
}

// disguised reports whether a text writes names so that they cannot be found:
// c""url, c\url.
func disguised(text []byte) bool {
	for i := 1; i+1 < len(text); i++ {
		switch c := text[i]; {
		case c != '\\' && c != '"' && c != '\'':
		case !prose.IsLetter(text[i-1]):
		case c == '\\' && prose.IsLetter(text[i+1]), c != '\\' && text[i+1] == c && i+2 < len(text) && prose.IsLetter(text[i+2]):
			return true
		}
	}
	return false
}

// shouts reports whether a text writes the name of a program that fetches, or of
// a shell, in capitals.
func shouts(text []byte) bool {
	for _, name := range [][]byte{[]byte("CURL"), []byte("WGET"), []byte("BASH"), []byte("Curl"), []byte("Wget"), []byte("Bash"), []byte("BASE64"), []byte("| SH"), []byte("|SH")} {
		if bytes.Contains(text, name) {
			return true
		}
	}
	return false
}
