package chain

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// looseTable is policies/tables/loose.json: what the calls of languages without a reader
// look like, by what they do. Its entries are regular expressions but for the names.
type looseTable struct {
	// Languages are those that are followed by their statements; in those of Backticks a
	// text between backticks is a command.
	Languages []string `json:"languages"`
	Backticks []string `json:"backticks"`
	// Whole and Variable read the environment, Home names the home folder, Stores read
	// what somebody keeps.
	Whole    []string     `json:"whole"`
	Variable []string     `json:"variable"`
	Home     []string     `json:"home"`
	Stores   []looseStore `json:"stores"`
	// Sends hand something to another machine, Header says that it is a part of a request
	// in which a service looks for who asks; Fetches ask for something.
	Sends   []string `json:"sends"`
	Header  []string `json:"header"`
	Fetches []string `json:"fetches"`
	// Decodes take a code back, Requests are what a visitor of a page says.
	Decodes  []string `json:"decodes"`
	Requests []string `json:"requests"`
	// Writes put something into a file, Opens give a file a name.
	Writes []string `json:"writes"`
	Opens  []string `json:"opens"`
	// Runs start a command, Feeds those that are given something to read; Evaluates run
	// code of their own language, and Dispatches call what a text names.
	Runs       []string `json:"runs"`
	Feeds      []string `json:"feeds"`
	Evaluates  []string `json:"evaluates"`
	Dispatches []string `json:"dispatches"`
	// Senders and Interpreters are programs, Wrappers words before the name of one.
	Senders      []string `json:"senders"`
	Interpreters []string `json:"interpreters"`
	Wrappers     []string `json:"wrappers"`
	// Signs tell in which language a text is that nobody says anything of.
	Signs []looseSign `json:"signs"`
}

type looseSign struct {
	Language string   `json:"language"`
	Patterns []string `json:"patterns"`
}

type looseStore struct {
	Kind     string   `json:"kind"`
	Patterns []string `json:"patterns"`
}

// looseWords are what such programs have in common: of the table, and of their grammar.
type looseWords struct {
	languages, backticks, senders, interpreters, wrappers map[string]bool

	whole, home, sends, fetches, decodes, requests, writes, opens, runs, feeds, evaluates, dispatches *lazydfa.Regexp

	variable, header *regexp.Regexp

	stores, signs []loosePlace
	// text is a text or a list of words, name a name, address that of a page; joined are
	// two texts that are put together.
	text, name, address, joined *regexp.Regexp
	// into gives a name what a call reads, assigns what is on its right side; method is a
	// call of what a name holds, defines a function.
	into, assigns, method, defines, returns, before *regexp.Regexp
	// loops gives each part of what is behind it a name, opensAs what is before it, each
	// is a block with a name for each part of what it is called on.
	loops, ranges, opensAs, each *regexp.Regexp
}

type loosePlace struct {
	kind  string
	match *lazydfa.Regexp
}

var loosely = sync.OnceValue(func() *looseWords {
	t := looseTable{}
	policies.Table("loose", &t)
	any := func(list []string) *lazydfa.Regexp { return lazydfa.MustCompile("(?m)" + strings.Join(list, "|")) }
	w := &looseWords{
		languages: set(t.Languages), backticks: set(t.Backticks), senders: set(t.Senders), interpreters: set(t.Interpreters), wrappers: set(t.Wrappers),
		whole: any(t.Whole), home: any(t.Home), sends: any(t.Sends), header: regexp.MustCompile("(?i)" + strings.Join(t.Header, "|")), fetches: any(t.Fetches),
		decodes: any(t.Decodes), requests: any(t.Requests), writes: any(t.Writes), opens: any(t.Opens), runs: any(t.Runs), feeds: any(t.Feeds), evaluates: any(t.Evaluates),
		dispatches: any(t.Dispatches),
		variable:   regexp.MustCompile("(?:" + strings.Join(t.Variable, "|") + `)([A-Za-z_]\w*)`),
		text:       regexp.MustCompile("%[wWiIqQ][\\[({<]([^\\])}>]*)[\\])}>]|\\bqw\\s*[\\[({/]([^\\])}/]*)[\\])}/]|\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'((?:[^'\\\\\\n]|\\\\.)*)'|`([^`]*)`"),
		name:       regexp.MustCompile(`[A-Za-z_]\w*`),
		address:    regexp.MustCompile(`(?i)\b(?:https?|wss?|ftp)://[^\s"'<>` + "`" + `)\\]+`),
		joined:     regexp.MustCompile(`"((?:[^"\\\n$#{]|\\.)*)"\s*(?:\+|\.\.?|<>|~|\|\|)\s*"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'\s*(?:\+|\.\.?|<>|~|\|\|)\s*'((?:[^'\\\n]|\\.)*)'`),
		into:       regexp.MustCompile(`\bopen\s*\(?\s*(?:my\s+)?\$?([A-Za-z_]\w*)\s*,|[(,]\s*&(?:mut\s+)?([A-Za-z_]\w*)\s*[,)]`),
		assigns:    regexp.MustCompile(`^\s*((?:(?:export|public|private|protected|static|final|const|let|var|my|our|local|mut|val|auto|string|String|byte\[\]|char\s*\*)\s+)*[$@%&*(]*[A-Za-z_][\w.\[\]"'>:$-]*(?:\s*,\s*[$@%]*\w+)*\)?(?:\s+\w+)?)\s*(?::=|\+=|\.=|<<|\?=|\|\|=|=)\s*([^=~>].*|$)`),
		method:     regexp.MustCompile(`^\s*[$@]?([A-Za-z_]\w*)(?:\.|->|::)\w+[!?]?\s*[( ]`),
		defines:    regexp.MustCompile(`(?m)^[ \t]*(?:(?:pub|public|private|protected|static|async|final|override|internal)\s+)*(?:func|def|function|sub|fn|fun|Function)\s+(?:\([^)\n]*\)\s*)?(?:self\.)?([A-Za-z_][\w-]*[?!]?)\s*(?:\(([^)\n]*)\))?`),
		returns:    regexp.MustCompile(`^\s*return\b(.*)`),
		before:     regexp.MustCompile(`^\s*(?:\}\s*)?(?:(?:else\s+)?(?:if|unless|while|until|guard)\s*\(?\s*(?:let\s+(?:mut\s+)?)?(?:(?:Ok|Some)\s*\(\s*)?|try\s*[{(]\s*|do\s*\{\s*|go\s+|defer\s+|await\s+|@)`),
		loops:      regexp.MustCompile(`^\s*(?:async\s+)?for(?:each)?\s*(?:await\s*)?\(?\s*(?:(?:const|let|var|my|our|final|auto|val)\s+)?[(\[]?([\w$@%, ]+?)[)\]]?\s+(?:in|of)\s+(.+)`),
		ranges:     regexp.MustCompile(`^\s*for\s+([\w, ]+?)\s*:?=\s*range\s+(.+)|^\s*foreach\s*\((.+?)\s+as\s+(.+?)\)\s*[{:]?|^\s*for(?:each)?\s+(?:my\s+|our\s+)?(\$\w+)\s*(\(.+)|^\s*while\s*\(\s*(?:my\s*)?\(?([^()=]+)\)?\s*=\s*(each\b.+)|^\s*for\s*\(\s*(?:final\s+)?[\w<>\[\], ]+\s+(\w+)\s*:\s*(.+)`),
		opensAs:    regexp.MustCompile(`^\s*(?:async\s+)?with\s+(.+?)\s+as\s+(\w+)`),
		each:       regexp.MustCompile(`^(.*?)\.\w+[!?]?(?:\([^()]*\))?\s*(?:\{|do)\s*\|([^|]*)\||^(.*?)\.\w+\s*(?:\(|\{)\s*\(?\s*([\w, ]+?)\)?\s*(?:->|=>|in\b)|^(.*?)\.\w+\(\|(?:&?mut )?&?([\w, ]+)\|`),
	}
	for _, s := range t.Stores {
		w.stores = append(w.stores, loosePlace{s.Kind, any(s.Patterns)})
	}
	for _, s := range t.Signs {
		w.signs = append(w.signs, loosePlace{s.Language, any(s.Patterns)})
	}
	return w
})

// LooseLanguage is the language of a text that nobody says anything of, by lines that only
// a program of it has; "" for none.
func LooseLanguage(text []byte) string {
	for _, s := range loosely().signs {
		if len(s.match.FindAllIndex(text, 2)) == 2 {
			return s.kind
		}
	}
	return ""
}

// IsLoose reports whether programs of a language are followed by their statements.
func IsLoose(language string) bool { return loosely().languages[strings.ToLower(language)] }

// keywords are words before a name that is assigned, and names that hold nothing.
func keyword(name string) bool {
	return slices.Contains([]string{"export", "public", "private", "protected", "static", "final", "const", "let", "var", "my", "our", "local", "mut", "val", "auto", "string", "String", "byte", "err", "_", "ok"}, name)
}
