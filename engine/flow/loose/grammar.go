package loose

import (
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// grammar is what the grammars of such languages have in common.
type grammar struct {
	// text is a text or a list of words, name a name, address that of a page; joined are
	// two texts that are put together.
	text, name, address, joined *lazydfa.Regexp
	// into gives a name what a call reads, assigns what is on its right side; method is a
	// call of what a name holds, defines a function.
	into, assigns, method, defines, returns, before *lazydfa.Regexp
	// loops gives each part of what is behind it a name, opensAs what is before it, each
	// is a block with a name for each part of what it is called on.
	loops, ranges, opensAs, each *lazydfa.Regexp
}

var grammars = sync.OnceValue(func() *grammar {
	return &grammar{
		text:    lazydfa.New("\\bq\\{([^}\\n]*)\\}|%[wWiIqQ][\\[({<]([^\\])}>]*)[\\])}>]|\\bqw\\s*[\\[({/]([^\\])}/]*)[\\])}/]|\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'((?:[^'\\\\\\n]|\\\\.)*)'|`([^`]*)`"),
		name:    lazydfa.New(`[A-Za-z_]\w*`),
		address: lazydfa.New(`(?i)\b(?:https?|wss?|ftp)://[^\s"'<>` + "`" + `)\\]+`),
		joined:  lazydfa.New(`"((?:[^"\\\n$#{]|\\.)*)"\s*(?:\+|\.\.?|<>|~|\|\|)\s*"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'\s*(?:\+|\.\.?|<>|~|\|\|)\s*'((?:[^'\\\n]|\\.)*)'`),
		into:    lazydfa.New(`\bopen\s*\(?\s*(?:my\s+)?\$?([A-Za-z_]\w*)\s*,|[(,]\s*&(?:mut\s+)?([A-Za-z_]\w*)\s*[,)]`),
		assigns: lazydfa.New(`^\s*((?:(?:export|public|private|protected|static|final|using|const|let|var|my|our|local|mut|val|auto|string|String|byte\[\]|char\s*\*)\s+)*[$@%&*(]*[A-Za-z_][\w.\[\]"'>:$-]*(?:\s*,\s*[$@%]*\w+)*\)?(?:\s+\w+)?)\s*(?::=|\+=|\.=|<<|\?=|\|\|=|=)\s*([^=~>].*|$)`),
		method:  lazydfa.New(`^\s*[$@]?([A-Za-z_]\w*)(?:(?:\.|->)(?:[Hh]eaders?|DefaultRequestHeaders|[Pp]arams|[Qq]uery|[Bb]ody|[Ff]orm|[Dd]ata|[Ff]ields)(?:\(\))?)?(?:\.|->|::)\w+[!?]?\s*[( ]`),
		defines: lazydfa.New(`(?m)^[ \t]*(?:(?:pub|public|private|protected|static|async|final|override|internal|local|suspend)\s+)*(?:func|def|function|sub|fn|fun|Function)\s+(?:\([^)\n]*\)\s*)?(?:self\.)?([A-Za-z_][\w-]*[?!]?)\s*(?:\(([^)\n]*)\))?`),
		returns: lazydfa.New(`^\s*return\b(.*)`),
		before:  lazydfa.New(`^\s*(?:\}\s*)?(?:(?:else\s+)?(?:if|unless|while|until|guard)\s*\(?\s*(?:let\s+(?:mut\s+)?)?(?:(?:Ok|Some)\s*\(\s*)?|try\s*[{(]\s*|do\s*\{\s*|go\s+|defer\s+|await\s+|chomp\s*\(\s*|@)`),
		loops:   lazydfa.New(`^\s*(?:async\s+)?for(?:each)?\s*(?:await\s*)?\(?\s*(?:(?:const|let|var|my|our|final|auto|val)\s+)?[(\[]?([\w$@%, ]+?)[)\]]?\s+(?:in|of)\s+(.+)`),
		ranges:  lazydfa.New(`^\s*for\s+([\w, ]+?)\s*:?=\s*range\s+(.+)|^\s*foreach\s*\((.+?)\s+as\s+(.+?)\)\s*[{:]?|^\s*for(?:each)?\s+(?:my\s+|our\s+)?(\$\w+)\s*(\(.+)|^\s*while\s*\(\s*(?:my\s*)?\(?([^()=]+)\)?\s*=\s*(each\b.+)|^\s*for\s*\(\s*(?:final\s+)?[\w<>\[\], ]+\s+(\w+)\s*:\s*(.+)`),
		opensAs: lazydfa.New(`^\s*(?:async\s+)?with\s+(.+?)\s+as\s+(\w+)`),
		each:    lazydfa.New(`^(.*?)\.\w+[!?]?(?:\([^()]*\))?\s*(?:\{|do)\s*\|([^|]*)\||^(.*?)\.\w+\s*(?:\(|\{)\s*\(?\s*([\w, ]+?)\)?\s*(?:->|=>|in\b)|^(.*?)\.\w+\(\|(?:&?mut )?&?([\w, ]+)\|`),
	}
})
