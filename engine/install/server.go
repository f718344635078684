package install

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/document"
)

// packageServer is a program or an address that an agent is told to start, load or
// call: #PackageServer of schema/install.cue.
type packageServer struct {
	File string `json:"file"`
	Name string `json:"name"`
	// Kind is one of the kinds below.
	Kind string `json:"kind"`
	// Command is how it is started, in one line; URL where it is, when it is not started.
	Command string `json:"command"`
	URL     string `json:"url"`
	// Argv are the words of Command; none for a text that a shell completes.
	Argv []string `json:"argv"`
	// Inside is the file of the package that runs, "" when something else does, or it
	// is not clear what.
	Inside string `json:"inside"`
	// Variables are the names of those that it is started with.
	Variables []string `json:"variables"`

	words []string
	// entry is the file of the package that is loaded as code.
	entry string
	// vague entries do not say for certain what runs.
	vague bool
}

// What an agent is told to start: a server, what is to run at an event, and the code
// of a package that is loaded.
const (
	kindServer = "server"
	kindHook   = "hook"
	kindEntry  = "entry"
)

// maxServers bounds how many servers of a file are listed; the rules read the texts of
// all in any case.
const maxServers = 200

// serverReader lists what a JSON file has an agent start. Hosts read more than strict
// JSON, and differ in what they make of a key that stands twice: every occurrence
// counts, in any case, and what is not understood stands with its name alone.
type serverReader struct {
	file    string
	servers []packageServer
}

// readServers lists the servers and hooks of a JSON file. One of another shape has
// none, unless a host looks for them in a file of its name.
func readServers(file string, text []byte) []packageServer {
	r := &serverReader{file: file}
	text, isText := scan.Text(text)
	var root *document.Node
	if doc, err := document.Parse(context.Background(), file, text, document.JSON5, document.WithMaxSize(maxMetadata)); err == nil {
		root = doc.Root
	}
	switch {
	case root == nil || !isText:
		if looksForServers(file) || strings.Contains(string(text), "Servers") {
			r.add(packageServer{Name: path.Base(file), Kind: kindServer, vague: true})
		}
	default:
		r.walk(root, 0)
		base := strings.ToLower(path.Base(file))
		if base == ".lsp.json" || base == ".mcp.json" && len(r.servers) == 0 {
			r.list(root, kindServer) // without a key around them
		}
	}
	return r.servers
}

// looksForServers is true for files that hosts read what to start from.
func looksForServers(file string) bool {
	return slices.Contains([]string{".mcp.json", ".lsp.json", "hooks.json", "plugin.json", "openclaw.plugin.json"}, strings.ToLower(path.Base(file)))
}

func (r *serverReader) add(one packageServer) {
	if one.File = r.file; len(r.servers) < maxServers {
		r.servers = append(r.servers, one)
	}
}

// maxServerDepth bounds how deep in a file servers are looked for.
const maxServerDepth = 64

// walk looks for the keys under which servers and hooks stand.
func (r *serverReader) walk(n *document.Node, depth int) {
	if n == nil || depth > maxServerDepth {
		return
	}
	for _, item := range n.Items {
		r.walk(item, depth+1)
	}
	for _, m := range n.Members {
		switch strings.ToLower(m.Key) {
		case "mcpservers", "lspservers":
			r.list(m.Value, kindServer)
		case "hooks":
			r.hooks(m.Value, "hooks", 0)
		default:
			r.walk(m.Value, depth+1)
		}
	}
}

// list takes down servers by name, or the files that they are in.
func (r *serverReader) list(n *document.Node, kind string) {
	if r.named(n, kind) {
		return
	}
	for _, m := range n.Members {
		r.add(serverOf(m.Key, kind, m.Value))
	}
}

// named takes down files that a manifest names: JSON files are read by themselves.
func (r *serverReader) named(n *document.Node, kind string) bool {
	if n.Kind == document.Array {
		found := false
		for _, item := range n.Items {
			found = r.named(item, kind) || found
		}
		return found
	}
	name, ok := n.Value.(string)
	if ok && path.Base(r.file) == "plugin.json" && (!isJSON(strings.ToLower(path.Ext(name))) || strings.Contains(name, "node_modules/")) {
		r.add(packageServer{Name: name, Kind: kind, vague: true})
	}
	return ok
}

// isJSON reports whether files with an extension are read as JSON.
func isJSON(ext string) bool { return ext == ".json" || ext == ".jsonc" || ext == ".json5" }

// hooks takes down what is to run at events, however they are nested.
func (r *serverReader) hooks(n *document.Node, event string, depth int) {
	if n == nil || depth > maxServerDepth || r.named(n, kindHook) {
		return
	}
	for _, item := range n.Items {
		r.hooks(item, event, depth+1)
	}
	for _, m := range n.Members {
		if key := strings.ToLower(m.Key); m.Value.Kind == document.String && (key == "command" || key == "url") {
			r.add(serverOf(event, kindHook, n))
			return
		}
	}
	for _, m := range n.Members {
		if depth == 0 {
			event = m.Key
		}
		r.hooks(m.Value, event, depth+1)
	}
}

// serverOf reads an entry.
func serverOf(name, kind string, n *document.Node) packageServer {
	one := packageServer{Name: name, Kind: kind, vague: n.Kind != document.Object}
	var args []string
	seen := map[string]bool{}
	for _, m := range n.Members {
		key := strings.ToLower(m.Key)
		text, isString := m.Value.Value.(string)
		switch key {
		case "command":
			one.Command, one.vague = text, one.vague || !isString
		case "url":
			one.URL, one.vague = text, one.vague || !isString
		case "args":
			one.vague = one.vague || m.Value.Kind != document.Array
			for _, item := range m.Value.Items {
				word, ok := item.Value.(string)
				args, one.vague = append(args, word), one.vague || !ok
			}
		case "env", "environment":
			names, ok := variablesOf(m.Value)
			one.Variables, one.vague = append(one.Variables, names...), one.vague || !ok
		case "cwd":
			one.vague = one.vague || !slices.Contains([]string{"", ".", "./"}, rootVariable().ReplaceAllString(text+"/", "./")) && text != "."
		default:
			continue
		}
		one.vague = one.vague || seen[key]
		seen[key] = true
	}
	if one.words = append(one.words, one.Command); kind == kindHook && len(args) == 0 {
		one.words = hookWords(one.Command) // a text for a shell
	}
	one.words = append(one.words, args...)
	one.Command = strings.TrimSpace(strings.Join(append([]string{one.Command}, args...), " "))
	return one
}

// hookWords are the words of a simple command, nil for any other.
func hookWords(text string) []string {
	plain := strings.NewReplacer(`"`, "", "'", "").Replace(text)
	words := strings.Fields(plain)
	for _, word := range words {
		if strings.ContainsAny(rootVariable().ReplaceAllString(word, "./"), ";&|<>$`()\\*?[]{}~#!") {
			return nil
		}
	}
	if strings.ContainsAny(text, "\n\r") {
		return nil
	}
	return words
}

// variablesOf are the names of the variables that an entry sets; ok is false for
// what is no list of them.
func variablesOf(n *document.Node) (names []string, ok bool) {
	for _, m := range n.Members {
		names = append(names, m.Key)
	}
	return names, n.Kind == document.Object
}

// place finds out which files of the package the servers run. Code that is loaded and
// can be read is none of those that are listed: the rules have judged it.
func place(servers []packageServer, whole *skill.Skill) []packageServer {
	listed := []packageServer{}
	for _, one := range servers {
		if one.Variables == nil {
			one.Variables = []string{}
		}
		if one.Kind == kindEntry {
			if file := whole.File(path.Clean(one.entry)); file == nil || file.Type != skill.TypeRegular || isRead(file) {
				continue
			}
		} else if !one.vague {
			one.Inside = runsOf(one.words, whole)
		}
		one.Argv = []string{}
		if one.Command != "" {
			one.Argv = append(one.Argv, one.words...)
		}
		listed = append(listed, one)
	}
	return listed
}

// isRead reports whether a file is of a kind that the rules read, or judge by itself.
func isRead(file *skill.File) bool {
	return file.Content != nil && slices.Contains([]string{scan.ClassText, scan.ClassScript, scan.ClassExecutable, scan.ClassBytecode}, file.Content.Class) || file.Size == 0
}

// runsOf is the file of the package that a command runs: its program, or what it gives
// as the first word to an interpreter. Options before that can name other code.
func runsOf(words []string, whole *skill.Skill) string {
	if len(words) == 0 {
		return ""
	}
	if file := fileOf(words[0], whole); file != "" {
		return file
	}
	if len(words) > 1 && !strings.ContainsRune(words[0], '/') && scan.Language(words[0]) != "" {
		return fileOf(words[1], whole)
	}
	return ""
}

// rootVariable is how manifests name the folder of the plugin.
var rootVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\$\{?[A-Za-z_]*(?:PLUGIN|EXTENSION)[A-Za-z_]*\}?/`) })

// fileOf is the file of the package that a word names, "" for none, or for one that
// cannot be read.
func fileOf(word string, whole *skill.Skill) string {
	name := rootVariable().ReplaceAllString(word, "./")
	if !strings.Contains(name, "/") && !strings.Contains(name, ".") || path.IsAbs(name) {
		return ""
	}
	if file := whole.File(path.Clean(name)); file != nil && file.Type == skill.TypeRegular && isRead(file) {
		return file.Path
	}
	return ""
}
