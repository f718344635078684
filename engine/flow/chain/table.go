package chain

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// callTable is policies/tables/calls.json.
type callTable struct {
	Environment []string `json:"environment"`
	Variable    []string `json:"variable"`
	Home        []string `json:"home"`
	// Pays are methods that move money.
	Pays     []string     `json:"pays"`
	Send     []*sender    `json:"send"`
	AnySend  *sender      `json:"anySend"`
	Run      []*runner    `json:"run"`
	Evaluate []*evaluator `json:"evaluate"`
	Connect  []*connector `json:"connect"`
	Attach   []string     `json:"attach"`
	Carries  []string     `json:"carries"`
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
	// Asks are calls that ask somebody for a secret, Logs those that log.
	Asks askTable `json:"asks"`
	Logs logTable `json:"logs"`
	// Remembers are methods that say where a connection goes.
	Remembers []string `json:"remembers"`

	remembers, whole, variable, home, attach, carries, decode, decodeMethods, ends, endsBelow, endMethods, puts, parts, same, encode, gather, later, chains, installs map[string]bool

	pays      map[string]bool
	send      map[string]*sender
	anySend   map[string]bool
	run       map[string]*runner
	evaluate  map[string]*evaluator
	connect   map[string]*connector
	read      map[string]*reader
	copy      map[string]*copier
	write     map[string]*writer
	indirect  map[string]*indirect
	namer     map[string]*namer
	picker    map[string]*picker
	documents documentTable
	boxes     *lazydfa.Regexp
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
	// Code is the way to it, "*" for all arguments; Channel is that of the [way.Sink].
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

// The tables are embedded and read once, at the first use. One that cannot be read is a
// fault of the build: it panics, and a test reads them.
var tables = sync.OnceValue(func() *callTable {
	t := &callTable{send: map[string]*sender{}, run: map[string]*runner{}, read: map[string]*reader{}, copy: map[string]*copier{}, write: map[string]*writer{}}
	policies.Table("calls", t)
	t.index()
	policies.Table("documents", &t.documents)
	t.documents.index()
	t.words()
	return t
})

func (t *callTable) index() {
	t.whole, t.variable, t.home, t.attach = jsontable.Set(t.Environment), jsontable.Set(t.Variable), jsontable.Set(t.Home), jsontable.Set(t.Attach)
	t.carries, t.decode, t.decodeMethods = jsontable.Set(t.Carries), jsontable.Set(t.Decode.Calls), jsontable.Set(t.Decode.Methods)
	t.evaluate, t.connect = byCall(t.Evaluate, func(e *evaluator) []string { return e.Calls }), byCall(t.Connect, func(c *connector) []string { return c.Calls })
	t.ends, t.endsBelow, t.endMethods = jsontable.Set(t.Ends), jsontable.Set(t.EndsBelow), jsontable.Set(t.EndMethods)
	t.puts, t.parts, t.same, t.encode = jsontable.Set(t.Puts), jsontable.Set(t.Parts), jsontable.Set(t.Same), jsontable.Set(t.Encode)
	t.chains, t.installs = jsontable.Set(t.Chains), jsontable.Set(t.Installs)
	t.gather, t.later, t.indirect = jsontable.Set(t.Gather), jsontable.Set(t.Later), byCall(t.Indirect, func(i *indirect) []string { return i.Calls })
	t.remembers = jsontable.Set(t.Remembers)
	t.Asks.index()
	t.Logs.index()
	t.namer, t.picker = byCall(t.ByName, func(c *namer) []string { return c.Calls }), byCall(t.Picks, func(p *picker) []string { return p.Calls })
	t.anySend, t.pays = jsontable.Set(t.AnySend.Methods), jsontable.Set(t.Pays)
	t.boxes = lazydfa.New(`(?i)^https?://(` + strings.Join(t.Boxes, "|") + ")")
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
	for call, kind := range store.Calls() {
		if kind != store.Machine { // it matters where it is sent, and what sends is read anyway
			reads.add(code.LastPart(call))
			stores.add(code.LastPart(call))
		}
	}
	for _, s := range t.Send {
		for _, call := range s.Calls {
			first, _, _ := strings.Cut(call, ".")
			sends.add(first)
		}
	}
	for call := range t.Logs.handlers {
		sends.add(code.LastPart(call))
	}
	for _, method := range t.AnySend.Methods {
		sends.add("." + method)
	}
	for _, c := range t.Connect {
		for _, call := range c.Calls {
			sends.add(code.LastPart(call))
		}
	}
	for _, s := range t.Run {
		for _, call := range s.Calls {
			runs.add(code.LastPart(call))
			first, last, _ := strings.Cut(call, ".")
			if first == "os" || first == "asyncio" || first == "Bun" {
				first = last
			}
			starts.add(first)
		}
	}
	for call := range t.evaluate {
		if call != "import" {
			runs.add(code.LastPart(call))
		}
	}
	runs.add("getattr") // the name of what runs may be put together
	for _, call := range append(slices.Sorted(maps.Keys(t.decode)), t.Decode.Methods...) {
		decodes.add(code.LastPart(call))
	}
	t.documentWords(&walks, &changes)
	stores.add(append(slices.Clone(store.Marks()), t.Pays...)...)
	t.storeWords = stores.list
	t.readWords, t.sendWords, t.runWords, t.startWords = reads.list, sends.list, runs.list, starts.list
	t.decodeWords = append(decodes.list, words("base64", "hex", "chr(", "chr,", "bytes([", "bytearray([", "Array", "from([", "fromCodePoint")...)
	t.loadWords = words("require(", "import(")
	t.walkWords = append(walks.list, words("input(", "glob(", "Documents", "Desktop", "Downloads", "Pictures", "Mail")...)
	t.changeWords = append(changes.list, words("open(", "write")...)
	var given wordList
	for _, name := range append(slices.Clone(t.documents.Given.Names), t.documents.Given.Calls...) {
		given.add(code.LastPart(name))
	}
	t.givenWords, t.evalWords = given.list, words("eval(", "exec(", "execfile(", "Function(", "runIn")
	t.lockWords = words("ncrypt", "ipher", "openssl", "gpg")
}

// documentWords collects the words of what goes through files of a user, and changes them.
func (t *callTable) documentWords(walks, changes *wordList) {
	for _, call := range slices.Concat(t.documents.Given.Names, t.documents.Given.Calls, t.documents.Walk.Calls, t.documents.Walk.Methods) {
		// These two are names of much else; their calls are looked for.
		if call = code.LastPart(call); call != "input" && call != "glob" {
			walks.add(call)
		}
	}
	for _, c := range t.documents.Change {
		for _, call := range c.Calls {
			changes.add(code.LastPart(call))
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

// kept is the kind of what is somebody's own in a file, "" for nothing.
func (t *callTable) kept(file string) string {
	if kind := store.Of(file); kind != "" {
		return kind
	}
	if name, ok := store.File(file); ok && t.documents.kept(name) {
		return way.Personal
	}
	return ""
}
