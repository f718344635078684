package chain

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// callTable is policies/tables/calls.json.
type callTable struct {
	Environment []string `json:"environment"`
	Variable    []string `json:"variable"`
	Home        []string `json:"home"`
	// Pays are methods that move money.
	Pays []string `json:"pays"`
	// Marks are parts of the names of files that hold credentials: a program that reads
	// one has one of them.
	Marks    []string       `json:"marks"`
	Stores   []storeCalls   `json:"stores"`
	Commands []storeCommand `json:"commands"`
	Send     []*sender      `json:"send"`
	AnySend  *sender        `json:"anySend"`
	Run      []*runner      `json:"run"`
	Evaluate []*evaluator   `json:"evaluate"`
	Connect  []*connector   `json:"connect"`
	Attach   []string       `json:"attach"`
	Carries  []string       `json:"carries"`
	Decode   struct {
		Calls   []string `json:"calls"`
		Methods []string `json:"methods"`
	} `json:"decode"`
	Read       []*reader `json:"read"`
	Copy       []*copier `json:"copy"`
	Write      []*writer `json:"write"`
	Ends       []string  `json:"ends"`
	EndsBelow  []string  `json:"endsBelow"`
	EndMethods []string  `json:"endMethods"`
	// Installs are programs that run what is in a file that they are given.
	Installs []string    `json:"installs"`
	Puts     []string    `json:"puts"`
	Parts    []string    `json:"parts"`
	Same     []string    `json:"same"`
	Encode   []string    `json:"encode"`
	Indirect []*indirect `json:"indirect"`
	ByName   []*namer    `json:"byName"`
	Picks    []*picker   `json:"picks"`
	// Boxes are patterns of addresses with the number of an account in them.
	Boxes []string `json:"boxes"`
	// Called are words that names of secrets have.
	Called []string `json:"called"`
	// Gather are calls that make one list of what several hold, Later methods whose
	// functions are called when something happens.
	Gather []string `json:"gather"`
	Later  []string `json:"later"`
	// Chains are methods that give back what they are called on.
	Chains []string `json:"chains"`
	// Shown is a pattern of the names of headers in which a service looks for who asks.
	Shown string `json:"shown"`
	// Operands are programs whose words without a scheme name another machine only before a colon,
	// as in "host:path", and those that have addresses or names of their own for it.
	Operands struct {
		Colon []string `json:"colon"`
		None  []string `json:"none"`
	} `json:"operands"`
	// Asks are calls that ask somebody for a secret, Logs those that log.
	Asks askTable `json:"asks"`
	Logs logTable `json:"logs"`
	// Remembers are methods that say where a connection goes.
	Remembers []string `json:"remembers"`

	remembers, whole, variable, home, attach, carries, decode, decodeMethods, ends, endsBelow, endMethods, puts, parts, same, encode, gather, later, chains, installs map[string]bool

	stores, storesInto map[string]string
	// kinds are those of stores.
	kinds, pays map[string]bool
	send        map[string]*sender
	anySend     map[string]bool
	run         map[string]*runner
	evaluate    map[string]*evaluator
	connect     map[string]*connector
	read        map[string]*reader
	copy        map[string]*copier
	write       map[string]*writer
	indirect    map[string]*indirect
	namer       map[string]*namer
	picker      map[string]*picker
	documents   documentTable
	// places are where credentials are kept, names the variables that are secret, plain
	// those that only look so.
	places   []place
	anyPlace *lazydfa.Regexp // one of these
	// answers are addresses that answer with credentials.
	answers      []place
	names, boxes *lazydfa.Regexp
	shown        *lazydfa.Regexp
	plain        map[string]bool
	// Words that stand in every program that reads what is secret, that sends, and that
	// runs something, decodes something, loads a file, and starts another program.
	// Those of storeWords stand in what reads a store of credentials.
	storeWords                                                         [][]byte
	readWords, sendWords, runWords, decodeWords, loadWords, startWords [][]byte
	// Words of programs that look for files of the user, change them, and encrypt.
	walkWords, changeWords, lockWords [][]byte
	// Words of what a program is given, and of what runs a text as code.
	givenWords, evalWords [][]byte
}

// storeCalls are calls that read a store. Into is the way to the file that what is read is
// kept in.
type storeCalls struct {
	Kind  string   `json:"kind"`
	Calls []string `json:"calls"`
	Into  string   `json:"into"`
}

type storeCommand struct {
	Kind    string `json:"kind"`
	Pattern string `json:"pattern"`
	match   *lazydfa.Regexp
}

// sender is a call that sends. Its fields say which of its arguments is what, as ways
// into them that are tried one by one ("0|data|self.made.0"): see [engine.way].
type sender struct {
	Calls   []string `json:"calls"`
	Methods []string `json:"methods"`
	URL     string   `json:"url"`
	Host    string   `json:"host"`
	Path    string   `json:"path"`
	Body    string   `json:"body"`
	Query   string   `json:"query"`
	Header  string   `json:"header"`
	Files   string   `json:"files"`
	Channel string   `json:"channel"`
	// Into is the file that the answer is kept in.
	Into string `json:"into"`
	// Base is the address that others are below, Addressed says that it is one of these
	// calls only where it is known where that goes.
	Base      string `json:"base"`
	Addressed bool   `json:"addressed"`
	// Of leads to what makes it one of these calls where it was made by one of Makers.
	Of     string   `json:"of"`
	Makers []string `json:"makers"`
}

// evaluator is a call that runs code of its own language.
type evaluator struct {
	Calls []string `json:"calls"`
	// Code is the way to it, "*" for all arguments; Channel is that of the [Sink].
	Code    string `json:"code"`
	Channel string `json:"channel"`
}

// connector is a call that opens a connection.
type connector struct {
	Calls []string `json:"calls"`
	URL   string   `json:"url"`
	Host  string   `json:"host"`
	// Self says that the value that it is called on is the connection.
	Self bool `json:"self"`
	// Listens says that others open it: the host is the address that is listened at.
	Listens bool `json:"listens"`
}

type runner struct {
	Calls   []string `json:"calls"`
	Command string   `json:"command"`
	Input   string   `json:"input"`
}

type reader struct {
	Calls []string `json:"calls"`
	Path  string   `json:"path"`
	// Into says that what is read is put into the value that it is called on.
	Into string `json:"into"`
}

type copier struct {
	Calls []string `json:"calls"`
	From  string   `json:"from"`
	To    string   `json:"to"`
	// Ending is the argument that says how the name of what is made ends, by Endings;
	// the call comes to that name.
	Ending  string            `json:"ending"`
	Endings map[string]string `json:"endings"`
}

type writer struct {
	Calls []string `json:"calls"`
	Path  string   `json:"path"`
	Data  string   `json:"data"`
	// Only says that a call that names no file does not write.
	Only bool `json:"only"`
	// Carries says that it is one of these calls only where what it writes has a source.
	Carries bool `json:"carries"`
}

// place is where some credentials are kept.
type place struct {
	kind  string
	paths []*lazydfa.Regexp
}

// The tables are embedded and read once, at the first use. One that cannot be read is a
// fault of the build: it panics, and a test reads them.
var tables = sync.OnceValue(func() *callTable {
	t := &callTable{send: map[string]*sender{}, run: map[string]*runner{}, read: map[string]*reader{}, copy: map[string]*copier{}, write: map[string]*writer{}, stores: map[string]string{}, storesInto: map[string]string{}, kinds: map[string]bool{"environment": true}}
	policies.Table("calls", t)
	t.index()
	var credentials struct {
		Stores []struct {
			Kind  string   `json:"kind"`
			Paths []string `json:"paths"`
		} `json:"stores"`
		Answers []struct {
			Kind      string   `json:"kind"`
			Addresses []string `json:"addresses"`
		} `json:"answers"`
	}
	policies.Table("credentials", &credentials)
	var anywhere []string
	for _, s := range credentials.Stores {
		one := place{kind: s.Kind}
		t.kinds[s.Kind] = true
		for _, p := range s.Paths {
			one.paths = append(one.paths, lazydfa.New(p))
			anywhere = append(anywhere, "(?:"+p+")")
		}
		t.places = append(t.places, one)
	}
	for _, a := range credentials.Answers {
		one := place{kind: a.Kind}
		for _, address := range a.Addresses {
			one.paths = append(one.paths, lazydfa.New(address))
		}
		t.answers = append(t.answers, one)
	}
	t.anyPlace = lazydfa.New(strings.Join(anywhere, "|"))
	var secrets struct {
		Names string   `json:"names"`
		Plain []string `json:"plain"`
	}
	policies.Table("secrets", &secrets)
	policies.Table("documents", &t.documents)
	t.documents.index()
	t.names, t.plain = lazydfa.New(secrets.Names), set(secrets.Plain)
	t.words()
	return t
})

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

func (t *callTable) index() {
	t.whole, t.variable, t.home, t.attach = set(t.Environment), set(t.Variable), set(t.Home), set(t.Attach)
	t.carries, t.decode, t.decodeMethods = set(t.Carries), set(t.Decode.Calls), set(t.Decode.Methods)
	t.evaluate, t.connect = byCall(t.Evaluate, func(e *evaluator) []string { return e.Calls }), byCall(t.Connect, func(c *connector) []string { return c.Calls })
	t.ends, t.endsBelow, t.endMethods = set(t.Ends), set(t.EndsBelow), set(t.EndMethods)
	t.puts, t.parts, t.same, t.encode = set(t.Puts), set(t.Parts), set(t.Same), set(t.Encode)
	t.chains, t.installs = set(t.Chains), set(t.Installs)
	t.gather, t.later, t.indirect = set(t.Gather), set(t.Later), byCall(t.Indirect, func(i *indirect) []string { return i.Calls })
	t.remembers = set(t.Remembers)
	t.Asks.index()
	t.Logs.index()
	t.namer, t.picker = byCall(t.ByName, func(c *namer) []string { return c.Calls }), byCall(t.Picks, func(p *picker) []string { return p.Calls })
	t.anySend, t.pays = set(t.AnySend.Methods), set(t.Pays)
	for _, s := range t.Stores {
		t.kinds[s.Kind] = true
		for _, call := range s.Calls {
			t.stores[call], t.storesInto[call] = s.Kind, s.Into
		}
	}
	t.shown = lazydfa.New(t.Shown)
	t.boxes = lazydfa.New(`(?i)^https?://(` + strings.Join(t.Boxes, "|") + ")")
	for i := range t.Commands {
		t.Commands[i].match = lazydfa.New(t.Commands[i].Pattern)
	}
	for _, s := range t.Send {
		for _, call := range s.Calls {
			t.send[call] = s
		}
	}
	for _, r := range t.Run {
		for _, call := range r.Calls {
			t.run[call] = r
		}
	}
	for _, r := range t.Read {
		for _, call := range r.Calls {
			t.read[call] = r
		}
	}
	for _, c := range t.Copy {
		for _, call := range c.Calls {
			t.copy[call] = c
		}
	}
	for _, w := range t.Write {
		for _, call := range w.Calls {
			t.write[call] = w
		}
	}
}

func byCall[T any](list []*T, calls func(*T) []string) map[string]*T {
	m := map[string]*T{}
	for _, one := range list {
		for _, call := range calls(one) {
			m[call] = one
		}
	}
	return m
}

// words collects one word for each call: the first part of its name that no other
// program has.
func (t *callTable) words() {
	var reads, stores, sends, runs, decodes, walks, changes, starts wordList
	reads.add(append(append(t.Environment, t.Variable...), "environ", "getenv", "process.env", "env", "get_password", "ssh", "aws", "credential", "secret", "token", "Cookies", "wallet", "config", "gnupg", "kube", "netrc", "id_rsa")...)
	for call, kind := range t.stores {
		if kind != machine { // it matters where it is sent, and what sends is read anyway
			reads.add(lastPart(call))
			stores.add(lastPart(call))
		}
	}
	for _, s := range t.Send {
		for _, call := range s.Calls {
			first, _, _ := strings.Cut(call, ".")
			sends.add(first)
		}
	}
	for call := range t.Logs.handlers {
		sends.add(lastPart(call))
	}
	for _, method := range t.AnySend.Methods {
		sends.add("." + method)
	}
	for _, c := range t.Connect {
		for _, call := range c.Calls {
			sends.add(lastPart(call))
		}
	}
	for _, s := range t.Run {
		for _, call := range s.Calls {
			runs.add(lastPart(call))
			first, last, _ := strings.Cut(call, ".")
			if first == "os" || first == "asyncio" || first == "Bun" {
				first = last
			}
			starts.add(first)
		}
	}
	for call := range t.evaluate {
		if call != "import" {
			runs.add(lastPart(call))
		}
	}
	runs.add("getattr") // the name of what runs may be put together
	for _, call := range append(slices.Sorted(maps.Keys(t.decode)), t.Decode.Methods...) {
		decodes.add(lastPart(call))
	}
	t.documentWords(&walks, &changes)
	stores.add(append(t.Marks, t.Pays...)...)
	t.storeWords = stores.list
	t.readWords, t.sendWords, t.runWords, t.startWords = reads.list, sends.list, runs.list, starts.list
	t.decodeWords = append(decodes.list, words("base64", "hex", "chr(", "chr,", "bytes([", "bytearray([", "Array", "from([", "fromCodePoint")...)
	t.loadWords = words("require(", "import(")
	t.walkWords = append(walks.list, words("input(", "glob(", "Documents", "Desktop", "Downloads", "Pictures", "Mail")...)
	t.changeWords = append(changes.list, words("open(", "write")...)
	var given wordList
	for _, name := range append(slices.Clone(t.documents.Given.Names), t.documents.Given.Calls...) {
		given.add(lastPart(name))
	}
	t.givenWords, t.evalWords = given.list, words("eval(", "exec(", "execfile(", "Function(", "runIn")
	t.lockWords = words("ncrypt", "ipher", "openssl", "gpg")
}

// documentWords collects the words of what goes through files of a user, and changes them.
func (t *callTable) documentWords(walks, changes *wordList) {
	for _, call := range slices.Concat(t.documents.Given.Names, t.documents.Given.Calls, t.documents.Walk.Calls, t.documents.Walk.Methods) {
		// These two are names of much else; their calls are looked for.
		if call = lastPart(call); call != "input" && call != "glob" {
			walks.add(call)
		}
	}
	for _, c := range t.documents.Change {
		for _, call := range c.Calls {
			changes.add(lastPart(call))
		}
	}
}

// wordList is a list of words, each once.
type wordList struct{ list [][]byte }

// add adds words without the signs of patterns.
func (w *wordList) add(words ...string) {
	for _, word := range words {
		word = strings.Trim(word, "*.()")
		if word != "" && !slices.ContainsFunc(w.list, func(known []byte) bool { return string(known) == word }) {
			w.list = append(w.list, []byte(word))
		}
	}
}

// words are texts as bytes.
func words(texts ...string) [][]byte {
	list := make([][]byte, len(texts))
	for i, text := range texts {
		list[i] = []byte(text)
	}
	return list
}

// lastPart is the last part of the name of a call.
func lastPart(call string) string { return call[strings.LastIndexByte(call, '.')+1:] }

// named is the entry of a call in a table: by its whole name, or by its last part for
// one that is the same of every value ("*.read_text").
func named[T any](table map[string]*T, name string) *T {
	if one := table[name]; one != nil {
		return one
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return table["*"+name[i:]]
	}
	return nil
}

// kept is the kind of credentials that a file holds, "" for none.
func (t *callTable) kept(file string) string {
	if len(file) > 1000 || strings.Contains(file, "://") || isSample(file) {
		return ""
	}
	file = strings.ReplaceAll(file, `\`, "/")
	for _, p := range t.places {
		for _, match := range p.paths {
			if match.MatchString(file) {
				return p.kind
			}
		}
	}
	if t.documents.kept(file) {
		return personal
	}
	return ""
}

// answered is the kind of credentials that an address answers with, "" for none.
func (t *callTable) answered(address string) string {
	if len(address) > 1000 || !strings.Contains(address, "://") {
		return ""
	}
	for _, p := range t.answers {
		for _, match := range p.paths {
			if match.MatchString(address) {
				return p.kind
			}
		}
	}
	return ""
}

// isSample reports whether a file only shows how another one is written, or is the half
// of a pair of keys that everybody may have.
func isSample(file string) bool {
	for _, s := range []string{".example", ".sample", ".template", ".dist", ".pub", "known_hosts"} {
		if strings.HasSuffix(file, s) {
			return true
		}
	}
	return false
}

// secret reports whether the name of a variable says that it is secret.
func (t *callTable) secret(name string) bool { return !t.plain[name] && t.names.MatchString(name) }
