package dependency

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Found is a place of a text that names a package or where packages are taken from.
type Found struct {
	// Kind is "name" or "index".
	Kind string `json:"kind"`
	// Manager is "pypi" or "npm" of a name, "" of an index.
	Manager string `json:"manager"`
	// Name is that of the package, Like the well-known one that it is a slip away from.
	Name string `json:"name"`
	Like string `json:"like"`
	// Address is that of the index.
	Address string `json:"address"`
	// From and To are where it is in the text, in bytes.
	From int `json:"-"`
	To   int `json:"-"`
}

// maxFound is how many different names and addresses of one text are told. Names count that
// are a slip away from a well-known one: a list of what is required, however long, has few.
const maxFound = 200

// The words without which a text has nothing of a kind: those of indexes are compared in
// small letters.
func indexWords() []string {
	return []string{"index", "registry", "goproxy", "find-links", "find_links", "maven", "<mirror", "<repositor", "<pluginrepositor", "insteadof", "source 'http", "source \"http"}
}

func installWords() []string {
	return []string{"install ", "install\t", " add ", " add\t", " i ", " i\t", " dlx ", " dlx\t", " exec ", " exec\t", "npx ", "uvx ", "bunx "}
}

// windows are the parts of a text around words: the line of each, and the one behind it.
// Expressions that look for what begins in such a line cost much in a long text.
func windows(text []byte, words []string) [][2]int {
	var at []int
	for _, word := range words {
		for from := 0; ; {
			i := bytes.Index(text[from:], []byte(word))
			if i < 0 {
				break
			}
			at = append(at, from+i)
			from += i + len(word)
		}
	}
	slices.Sort(at)
	var parts [][2]int
	line := 0 // where the one ends that was looked at last
	for _, i := range at {
		if i < line {
			continue
		}
		begin, end := bytes.LastIndexByte(text[:i], '\n')+1, len(text)
		line = end
		if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
			end = i + n + 1
			line = end
			if n = bytes.IndexByte(text[end:], '\n'); n >= 0 {
				end += n + 1
			} else {
				end = len(text)
			}
		}
		if last := len(parts) - 1; last >= 0 && begin <= parts[last][1] {
			parts[last][1] = max(parts[last][1], end)
			continue
		}
		parts = append(parts, [2]int{begin, end})
	}
	return parts
}

// small is a text with its ASCII letters in small.
func small(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// Find finds the places of a text; the name of its file says what is listed in it. It reports
// whether there are more than are told.
func Find(file string, text []byte) (found []Found, more bool) {
	seen := map[string]bool{}
	note := func(f Found) {
		key := f.Kind + f.Manager + f.Name + f.Address
		switch {
		case seen[key]:
		case len(found) >= maxFound:
			more = true
		default:
			seen[key] = true
			found = append(found, f)
		}
	}
	for _, part := range windows(small(text), indexWords()) {
		for _, at := range patterns().index.FindAllSubmatchIndex(text[part[0]:part[1]], -1) {
			from, to := part[0]+at[2], part[0]+at[3]
			note(Found{Kind: "index", Address: strings.TrimRight(string(text[from:to]), ".,;:"), From: from, To: to})
		}
	}
	Names(file, text, func(manager string, from, to int) {
		name := string(text[from:to])
		if strings.Contains(name, "/") {
			return // who has the scope answers for the name
		}
		if like := known().like(manager, name); like != "" {
			note(Found{Kind: "name", Manager: manager, Name: name, Like: like, From: from, To: to})
		}
	})
	return found, more
}

// Names calls yield for each place of a text at which a package is named that is to be
// installed: its manager, and where the name is, in bytes. The name of the file says what
// is listed in it.
func Names(file string, text []byte, yield func(manager string, from, to int)) {
	patterns := patterns()
	for _, part := range windows(text, installWords()) {
		all := patterns.install.FindAllSubmatchIndex(text[part[0]:part[1]], -1)
		for i, at := range all {
			manager, behind, end := "npm", part[0]+at[1], part[1]
			if at[2] >= 0 || at[4] >= 0 {
				manager = "pypi"
			}
			if i+1 < len(all) {
				end = part[0] + all[i+1][0] // what is behind that is read with it
			}
			names(text, behind, lineEnd(text, behind, end), func(from, to int) { named(text, from, to, manager, yield) })
		}
	}
	switch list := lists(file); list {
	case "requirements":
		for _, at := range patterns.required.FindAllSubmatchIndex(text, -1) {
			named(text, at[2], at[3], "pypi", yield)
		}
	case "package.json", "pypi":
		if !bytes.Contains(small(text), []byte("dependencies")) {
			break
		}
		blocks := patterns.listed.FindAllIndex(text, -1)
		for i, block := range blocks {
			end := len(text)
			if i+1 < len(blocks) {
				end = blocks[i+1][0] // what is behind that is read with it
			}
			if n := bytes.IndexAny(text[block[1]:end], "]}"); n >= 0 {
				end = block[1] + n
			}
			for _, at := range patterns.item.FindAllSubmatchIndex(text[block[1]:end], -1) {
				manager := "npm"
				if list == "pypi" {
					manager = "pypi"
				}
				named(text, block[1]+at[2], block[1]+at[3], manager, yield)
			}
		}
	}
}

// lists says what the file of a name has a list of.
func lists(file string) string {
	switch base := strings.ToLower(path.Base(file)); {
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
		return "requirements"
	case base == "package.json":
		return base
	case base == "pyproject.toml" || strings.HasSuffix(base, ".py"):
		return "pypi"
	}
	return ""
}

type compiled struct {
	index, install, required, listed, item *regexp.Regexp
}

var patterns = sync.OnceValue(func() *compiled {
	return &compiled{
		// An option, a variable or a setting, and the address behind it.
		index: regexp.MustCompile(`(?i)(?:(?:index[-_]url|extra[-_]index[-_]url|default[-_]index|find[-_]links|\bregistry(?:[-_]?server)?|goproxy|config set registry)["']?(?:\s*[=:]\s*|\s+)["']?(?:sparse\+)?` +
			`|<(?:mirror|repository|pluginRepository)>(?:\s*<(?:id|name|mirrorOf|layout)>[^<]{0,80}</\w+>){0,4}\s*<url>\s*` +
			`|\bmaven\s*(?:\(\s*|\{\s*(?:\w+\s*=\s*["'][^"'\n]{0,60}["']\s*;?\s*)?(?:url\s*[=(]?\s*|setUrl\s*\(\s*)(?:=\s*)?(?:uri\s*\(\s*)?)["']` +
			`|(?:^|\n)[ \t]*source\s*\(?\s*["']` +
			`|\burl\.["']?(?:https?://[^"'\s]{1,200}["']?\.(?:push)?insteadof\s+)?)((?:https?|git\+https?)://(?:\$\{[^\s"'{}]*\}|[^\s"'` + "`" + `)<>|,\]}]){3,300})`),
		// The first group is of the managers of Python's packages.
		install:  regexp.MustCompile(`(?:\b(pip3?|uv|pipx|pdm|poetry|python[0-9.]*|rye)|\b(?:npm|pnpm|yarn|bun))(?: -m pip| pip| tool| global)*(?: --?[\w-]+)* (?:install|add|i|dlx|exec)[ \t]|\b(uvx) |\b(?:npx|bunx) `),
		required: regexp.MustCompile(`(?m)^[ \t]*([A-Za-z0-9][\w.-]*)[ \t]*(?:\[[^\]]*\])?[ \t]*(?:[=<>~!;#@].*)?\r?$`),
		listed:   regexp.MustCompile(`(?i)["']?\b(?:dev|peer|optional)?-?dependencies["']?\s*[:=]\s*[\[{]`),
		item:     regexp.MustCompile(`["'](@?[A-Za-z0-9][\w./-]*)`),
	}
})

// lineEnd is where a command ends that goes to end at most.
func lineEnd(text []byte, from, end int) int {
	if i := bytes.IndexAny(text[from:end], "\n\r;&|`\"'#()<>*,"); i >= 0 {
		return from + i
	}
	return end
}

// valued reports whether the word behind an option is its value, and no package.
func valued(option string) bool {
	switch option {
	case "-r", "-c", "-i", "-t", "-f", "-e", "-p", "--index-url", "--extra-index-url", "--registry", "--find-links", "--target", "--prefix", "--python", "--requirement", "--constraint":
		return true
	}
	return false
}

// names calls yield for each word of a part of a text that may be a package.
func names(text []byte, from, to int, yield func(from, to int)) {
	skip := false
	for i := from; i < to; {
		for i < to && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		begin := i
		for i < to && text[i] != ' ' && text[i] != '\t' {
			i++
		}
		switch word := string(text[begin:i]); {
		case word == "":
		case strings.HasPrefix(word, "-"):
			skip = valued(word)
		case skip:
			skip = false
		case strings.HasSuffix(word, ".") || strings.HasSuffix(word, ":"):
			return // the sentence ends
		default:
			yield(begin, i)
		}
	}
}

// named calls yield for the package of a word, without its version.
func named(text []byte, from, to int, manager string, yield func(manager string, from, to int)) {
	name := string(text[from:to])
	if i := strings.LastIndexByte(name, '@'); i > 0 {
		name = name[:i]
	}
	if i := strings.IndexAny(name, "[=<>~!^"); i >= 0 {
		name = name[:i]
	}
	if scope, rest, ok := strings.Cut(name, "/"); ok && (manager != "npm" || len(scope) < 2 || scope[0] != '@' || strings.Contains(rest, "/")) {
		return // a path
	}
	if name == "" || len(name) > maxName || strings.ContainsAny(name, "\\$%{}:+") {
		return
	}
	yield(manager, from, from+len(name))
}
