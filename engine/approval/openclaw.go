package approval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/dlclark/regexp2"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// Imported is what an exec-approvals.json comes to in skillctl's own settings.
type Imported struct {
	// Exec is the "exec" part of settings.
	Exec map[string]any
	// Taken and Dropped say what became of each value, in the order of the file.
	Taken, Dropped []ImportNote
	// Wrong are those of Dropped that cannot have been meant so, such as a word that
	// there is not.
	Wrong []ImportNote
	// Commands are those that were allowed for always, word for word. OpenClaw runs
	// exactly these without asking again; as settings of skillctl's own they are
	// dropped.
	Commands []ExactCommand
	// Agents are the agents that the file names, sorted.
	Agents []string
}

// ImportNote is one value of the file and what became of it.
type ImportNote struct {
	Span document.Span
	// Path is the path of the value: "agents.main.allowlist[2]".
	Path    string
	Message string
}

// ExactCommand is a command that was allowed for always.
type ExactCommand struct {
	Note ImportNote
	// Digest is "sha256:" and that of its text without the white space around it, or
	// "=command:" and the first 16 digits of it, where OpenClaw kept no more.
	Digest string
}

// ImportOpenClaw reads an exec-approvals.json as OpenClaw 2026.9.6 keeps it. What
// an agent says holds before what agents["*"] says, and that before the
// defaults; the allow-lists are joined. agent "" leaves out what single agents
// say. A text that is not such a file is an error of its place; single values
// that cannot be taken are in Dropped.
func ImportOpenClaw(ctx context.Context, file string, text []byte, agent string) (*Imported, error) {
	doc, err := document.Parse(ctx, file, text, document.JSON5)
	if err != nil {
		return nil, err
	}
	if doc.Root == nil || doc.Root.Kind != document.Object {
		return nil, &document.Error{Kind: document.Syntax, File: file, Message: "an object with \"defaults\" and \"agents\" is wanted", Hint: "name OpenClaw's exec-approvals.json"}
	}
	im := &importer{out: &Imported{Exec: map[string]any{}}, agent: agent, from: map[string]int{}}
	im.root(doc.Root)
	if im.known == 0 {
		return nil, &document.Error{
			Kind: document.Syntax, File: file, Span: doc.Root.Span,
			Message: "it has neither \"defaults\" nor \"agents\"", Hint: "name OpenClaw's exec-approvals.json",
		}
	}
	slices.Sort(im.out.Agents)
	if agent != "" && !slices.Contains(im.out.Agents, agent) {
		return nil, fmt.Errorf("%s names no agent %q; it names %s", file, agent, orNobody(im.out.Agents))
	}
	if len(im.allow) > 0 {
		im.out.Exec["allowlist"] = im.allow
	}
	byPlace := func(a, b ImportNote) int { return a.Span.Start.Offset - b.Span.Start.Offset }
	slices.SortStableFunc(im.out.Taken, byPlace)
	slices.SortStableFunc(im.out.Dropped, byPlace)
	return im.out, nil
}

func orNobody(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	quoted := make([]string, len(list))
	for i, name := range list {
		quoted[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(quoted, ", ")
}

type importer struct {
	out   *Imported
	agent string
	known int
	// from is how close to the agent the value of a key stands: 1 defaults, 2
	// "*", 3 the agent.
	from  map[string]int
	allow []any
}

func (im *importer) take(n *document.Node, path, format string, args ...any) {
	im.out.Taken = append(im.out.Taken, ImportNote{n.Span, path, fmt.Sprintf(format, args...)})
}

func (im *importer) drop(n *document.Node, path, format string, args ...any) {
	im.out.Dropped = append(im.out.Dropped, ImportNote{n.Span, path, fmt.Sprintf(format, args...)})
}

// wrong drops what cannot have been meant so: whoever obeys the file, and does not
// import it, refuses it.
func (im *importer) wrong(n *document.Node, path, format string, args ...any) {
	im.drop(n, path, format, args...)
	im.out.Wrong = append(im.out.Wrong, im.out.Dropped[len(im.out.Dropped)-1])
}

// unknown drops a key that is not known, and what nearly is one as wrong.
func (im *importer) unknown(m document.Member, path string, keys ...string) {
	if near := schema.Nearest(m.Key, keys); near != "" {
		im.wrong(m.Value, path, "the key is not known; did you mean %q?", near)
		return
	}
	im.drop(m.Value, path, "the key is not known")
}

func (im *importer) root(root *document.Node) {
	for _, m := range root.Members {
		switch m.Key {
		case "version":
			if version, ok := m.Value.Interface().(int64); !ok || version != 1 {
				im.drop(m.Value, "version", "only version 1 is known; the file is read as version 1")
			}
		case "socket":
			im.drop(m.Value, "socket", "how OpenClaw talks to its own approver; skillctl has no use for it")
		case "defaults":
			im.known++
			im.section(m.Value, "defaults", 1)
		case "agents":
			im.known++
			im.agents(m.Value)
		default:
			im.unknown(m, m.Key, "defaults", "agents")
		}
	}
}

func (im *importer) agents(n *document.Node) {
	if n.Kind != document.Object {
		im.wrong(n, "agents", "an object is wanted")
		return
	}
	for _, m := range n.Members {
		path := "agents." + m.Key
		switch m.Key {
		case "*":
			im.section(m.Value, path, 2)
			continue
		case im.agent:
			im.section(m.Value, path, 3)
		default:
			im.drop(m.Value, path, "it is for the agent %q only; import it with --agent %s", m.Key, m.Key)
		}
		im.out.Agents = append(im.out.Agents, m.Key)
	}
}

// section reads the defaults or one agent.
func (im *importer) section(n *document.Node, path string, level int) {
	if n.Kind != document.Object {
		im.wrong(n, path, "an object is wanted")
		return
	}
	for _, m := range n.Members {
		at := path + "." + m.Key
		switch m.Key {
		case "security":
			im.word(m.Value, at, m.Key, level, "deny", "allowlist", "full")
		case "ask":
			im.word(m.Value, at, m.Key, level, "off", "on-miss", "always")
		case "askFallback":
			im.word(m.Value, at, m.Key, level, "deny", "allowlist", "full")
		case "autoAllowSkills":
			if on, ok := m.Value.Interface().(bool); !ok || on {
				im.drop(m.Value, at, "skillctl does not allow a program just because a skill requires it; name the programs in exec.allowlist")
			}
		case "allowlist":
			im.list(m.Value, at)
		default:
			im.unknown(m, at, "security", "ask", "askFallback", "autoAllowSkills", "allowlist")
		}
	}
}

// word takes one of a few words, unless a closer section has said it already.
func (im *importer) word(n *document.Node, at, key string, level int, words ...string) {
	value, ok := n.Interface().(string)
	if !ok || !slices.Contains(words, value) {
		im.wrong(n, at, "one of %s is wanted", strings.Join(words, ", "))
		return
	}
	if im.from[key] > level {
		im.drop(n, at, "a more specific section overrides it")
		return
	}
	if i := slices.IndexFunc(im.out.Taken, func(t ImportNote) bool { return strings.HasSuffix(t.Path, "."+key) }); i >= 0 {
		beaten := im.out.Taken[i]
		beaten.Message = "a more specific section overrides it"
		im.out.Taken = slices.Delete(im.out.Taken, i, i+1)
		im.out.Dropped = append(im.out.Dropped, beaten)
	}
	im.from[key], im.out.Exec[key] = level, value
	switch {
	case key == "security" && value == "full":
		im.take(n, at, "exec.security: \"full\": everything may run")
	case key == "askFallback" && value == "full":
		im.take(n, at, "exec.askFallback: \"full\": what would be asked may run when nobody can be asked")
	default:
		im.take(n, at, "exec.%s: %q", key, value)
	}
}

// maxImported is how many entries of allow-lists are taken.
const maxImported = 10_000

func (im *importer) list(n *document.Node, at string) {
	if n.Kind != document.Array {
		im.wrong(n, at, "a list is wanted")
		return
	}
	for i, item := range n.Items {
		path := fmt.Sprintf("%s[%d]", at, i)
		if len(im.allow) >= maxImported {
			im.drop(item, path, "at most %d entries are imported", maxImported)
			return
		}
		im.entry(item, path)
	}
}

// hashEntry is how OpenClaw writes a command that was allowed for always.
func hashEntry(pattern string) bool {
	return strings.HasPrefix(pattern, "sha256:") || strings.HasPrefix(pattern, "=command:")
}

// entry takes one entry of an allow-list. What it says about its last use is
// left out without a word.
func (im *importer) entry(n *document.Node, at string) {
	fields := map[string]any{}
	switch {
	case n.Kind == document.Object:
		for _, m := range n.Members {
			fields[m.Key] = m.Value.Interface()
		}
	default:
		fields["pattern"] = n.Interface()
	}
	pattern, ok := fields["pattern"].(string)
	source, _ := fields["source"].(string)
	args, hasArgs := fields["argPattern"].(string)
	if source == "allow-always" {
		im.exact(n, at, pattern, fields["commandText"])
	}
	switch {
	case !ok || strings.TrimSpace(pattern) == "":
		im.drop(n, at, "it has no pattern")
	case hashEntry(strings.TrimSpace(pattern)):
		im.drop(n, at, "it is the digest of one command, which does not say what ran or where; approve the command with `skillctl approvals approve`")
	case source == "allow-always" && args == "":
		im.drop(n, at, "%q was allowed for always after a single command, and would let it run with any arguments; name it in exec.allowlist if that is meant, or approve the command with `skillctl approvals approve`", pattern)
	case fields["argPattern"] != nil && !hasArgs:
		im.drop(n, at, "argPattern has to be a text")
	case hasArgs && !readable(args):
		im.drop(n, at, "argPattern %q is not a regular expression, so that it never matches", args)
	default:
		im.add(n, at, strings.TrimSpace(pattern), args)
	}
}

// exact takes the command that an entry was made for.
func (im *importer) exact(n *document.Node, at, pattern string, text any) {
	note := ImportNote{n.Span, at, "exactly this command runs without asking"}
	if keptDigest(pattern) {
		im.out.Commands = append(im.out.Commands, ExactCommand{note, pattern})
	}
	if text, ok := text.(string); ok && strings.Trim(text, blanks) != "" {
		sum := sha256.Sum256([]byte(strings.Trim(text, blanks)))
		im.out.Commands = append(im.out.Commands, ExactCommand{note, "sha256:" + hex.EncodeToString(sum[:])})
	}
}

// blanks are taken away around a command before its digest is made.
const blanks = " \t\n\v\f\r"

// keptDigest reports whether a pattern stands for one command.
func keptDigest(pattern string) bool {
	digits, ok := strings.CutPrefix(pattern, "=command:")
	return ok && len(digits) == 16 && strings.Trim(digits, "0123456789abcdef") == ""
}

func (im *importer) add(n *document.Node, at, pattern, args string) {
	var entry any = pattern
	if args != "" {
		entry = map[string]any{"pattern": pattern, "argPattern": args}
	}
	for _, had := range im.allow {
		if fmt.Sprint(had) == fmt.Sprint(entry) {
			im.drop(n, at, "it is a duplicate of an earlier entry")
			return
		}
	}
	im.allow = append(im.allow, entry)
	switch {
	case pattern == "*" || pattern == "**":
		im.take(n, at, "exec.allowlist: %q: every program by its name", pattern)
	case args != "":
		im.take(n, at, "exec.allowlist: %q with arguments that match %q", pattern, args)
	default:
		im.take(n, at, "exec.allowlist: %q", pattern)
	}
}

// readable reports whether a pattern is a regular expression of ECMAScript.
func readable(pattern string) bool {
	_, err := regexp2.Compile(pattern, regexp2.ECMAScript)
	return err == nil
}
