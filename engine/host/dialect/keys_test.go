package dialect

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

var update = flag.Bool("update", false, "write the document of keys anew")

// keysPage is what this test writes.
const keysPage = "../../../docs/configurations.md"

const keysHeading = `# Configurations of other systems

<!-- Written by TestKeys of engine/host/dialect from the samples in its testdata: run it with -update. -->

` + "`skillctl exec`, `run` and `decide` take the configuration of another system with `--config`" + `: OpenClaw's
` + "`openclaw.json`, ZeroClaw's `config.toml`, a YAML file with `skills.codeExec`" + `. It is held against the schema that
` + "`skillctl lint`" + ` judges it by. What that system would not start with, and a key that nearly spells a known one, is
refused with exit code 2: each fault with file, line, column, what is wanted and a key that is near. ` + "`decide`" + `
answers every line with ` + "`deny`" + ` and the faults.

A key about commands that is taken and has no effect is named once, on standard error. Those below are all of them:
the settings of skillctl that a key becomes, or why it has no effect. Keys about other things, such as ` + "`gateway`" + `, are
passed over. NAME stands for a name of your choice.
`

// TestKeys writes docs/configurations.md: every key about commands that a schema has
// either becomes settings or is said to have no effect.
func TestKeys(t *testing.T) {
	var page strings.Builder
	page.WriteString(keysHeading)
	for _, system := range []struct {
		title string
		// files are samples; what one says nothing of another may.
		files []string
		kind  schema.Kind
		parts [][]string
	}{
		{"OpenClaw", []string{"openclaw.json", "node.json5"}, schema.OpenClaw, [][]string{{"tools", "exec"}, {"tools", "elevated"}, {"agents", "defaults", "sandbox"}}},
		{"ZeroClaw", []string{"config.toml", "docker.toml"}, schema.ZeroClaw, [][]string{{"risk_profiles", "NAME"}, {"runtime_profiles", "NAME"}, {"runtime"}, {"agents", "NAME"}}},
		{"skills.codeExec", []string{"skills.yaml"}, schema.CodeExec, [][]string{{"skills", "codeExec"}}},
	} {
		samples := &sampleKeys{t: t}
		for _, file := range system.files {
			samples.read(file)
		}
		keys := samples.text()
		for _, part := range system.parts {
			for _, key := range schemaKeys(t, system.kind, part) {
				if !slices.ContainsFunc(keys, func(line string) bool { return speaks(line, key) }) && !slices.Contains(otherWords(), key) {
					t.Errorf("%s: nothing is said of %s", system.title, key)
				}
			}
		}
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", system.title, strings.Join(keys, "\n"))
	}
	page.WriteString(agentZeroPage(t) + elsewherePage(t))
	if *update {
		if err := os.WriteFile(keysPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(keysPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), page.String()); diff != "" {
		t.Errorf("run with -update: %s", diff)
	}
}

// speaks reports whether a line is about a key, about keys in it, or about what it is
// in.
func speaks(line, key string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(line, "- **`"), "`")
	return name == key || strings.HasPrefix(name, key+".") || strings.HasPrefix(key, name+".")
}

// otherWords are keys that say what others in the samples say.
func otherWords() []string {
	const sandbox = "skills.codeExec.sandbox.network"
	return []string{"skills.codeExec.seccomp", sandbox + ".mode", sandbox + ".allowedHosts", sandbox + ".maxBandwidth"}
}

// read takes the keys of a sample, in their order.
func (k *sampleKeys) read(file string) {
	t := k.t
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	doc, err := document.Read(t.Context(), root, file)
	if err != nil {
		t.Fatal(err)
	}
	out, idle, err := Reader{}.Translate(t.Context(), root, file, doc)
	if err != nil {
		t.Fatal(err)
	}
	k.why, k.became = map[string]string{}, map[place][]string{}
	for _, line := range idle {
		found := regexp.MustCompile(`^\S+: (\S+) has no effect here(?:: (.*))?$`).FindStringSubmatch(line)
		if found == nil {
			t.Fatalf("%s says nothing of a key", line)
		}
		k.why[found[1]] = found[2]
	}
	where(out.Root, nil, k.became)
	k.walk(doc.Root, nil)
}

// where is the settings that come from a place.
func where(n *document.Node, path []any, into map[place][]string) {
	if n.Kind != document.Object && !n.Span.IsZero() {
		at := place{n.File, n.Span}
		into[at] = append(into[at], schema.PathString(path))
		return
	}
	for _, m := range n.Members {
		where(m.Value, append(slices.Clip(path), m.Key), into)
	}
}

type sampleKeys struct {
	t      *testing.T
	why    map[string]string
	became map[place][]string
	keys   []saidKey
}

func (k *sampleKeys) walk(n *document.Node, path []any) {
	name := schema.PathString(path)
	settings := k.became[place{n.File, n.Span}]
	reason, idle := k.why[name]
	switch {
	case idle && reason != "":
		k.say(name, "no effect: "+reason)
	case idle:
		k.say(name, "no effect")
	case chooses(name) != "":
		k.say(name, chooses(name))
	case n.Kind != document.Object && len(settings) > 0:
		slices.Sort(settings)
		k.say(name, "`"+strings.Join(slices.Compact(settings), "`, `")+"`")
	case n.Kind != document.Object:
		k.t.Errorf("%s is passed over without a word", name)
	default:
		for _, m := range n.Members {
			k.walk(m.Value, append(slices.Clip(path), m.Key))
		}
	}
}

// chooses says of a key that becomes no setting by itself what it chooses.
func chooses(key string) string {
	return map[string]string{
		"agents.NAME.risk_profile":    "the risk profile that holds with `--agent NAME`",
		"agents.NAME.runtime_profile": "the runtime profile that holds with `--agent NAME`",
	}[key]
}

// say says something of a key. What two samples say of one is said together.
func (k *sampleKeys) say(name, text string) {
	at := slices.IndexFunc(k.keys, func(s saidKey) bool { return s.key == name })
	if at < 0 {
		k.keys = append(k.keys, saidKey{name, text})
		return
	}
	const none = "no effect"
	switch had := k.keys[at].says; {
	case strings.HasPrefix(text, none):
		return
	case strings.HasPrefix(had, none):
		k.keys[at].says = text
		return
	}
	said := append(strings.Split(k.keys[at].says, ", "), strings.Split(text, ", ")...)
	slices.Sort(said)
	k.keys[at].says = strings.Join(slices.Compact(said), ", ")
}

func (k *sampleKeys) text() []string {
	var lines []string
	for _, key := range k.keys {
		lines = append(lines, key.line())
	}
	return lines
}

// line is an entry of the page with lines of at most 120 characters.
func (k saidKey) line() string {
	name, text := k.key, k.says
	line, out := "- **`"+name+"`**:", ""
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 118 {
			out, line = out+line+"\n", " "
		}
		line += " " + word
	}
	return out + line
}

// schemaKeys are the keys below a path that a schema has.
func schemaKeys(t *testing.T, kind schema.Kind, path []string) []string {
	t.Helper()
	text, err := schema.New().Export(kind)
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	x := exported{whole["$defs"].(map[string]any)}
	at := x.resolve(whole)
	for _, key := range path {
		next, ok := x.properties(at)[key]
		if !ok {
			next = at["additionalProperties"]
		}
		at = x.resolve(next.(map[string]any))
	}
	return x.keys(at, strings.Join(path, "."))
}

type exported struct{ defs map[string]any }

func (x exported) resolve(s map[string]any) map[string]any {
	for {
		ref, ok := s["$ref"].(string)
		if !ok {
			return s
		}
		s = x.defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
}

func (x exported) properties(s map[string]any) map[string]any {
	p, _ := s["properties"].(map[string]any)
	return p
}

func (x exported) keys(s map[string]any, path string) []string {
	var out []string
	for key, value := range x.properties(s) {
		at := path + "." + key
		inner := x.keys(x.resolve(value.(map[string]any)), at)
		if len(inner) == 0 {
			inner = []string{at}
		}
		out = append(out, inner...)
	}
	slices.Sort(out)
	return out
}
