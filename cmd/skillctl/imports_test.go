package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/skillctl/skillctl"

// owned says which libraries only some rooms may import, by a prefix of their
// import paths. A room stands for all below it.
func owned() map[string][]string {
	return map[string][]string{
		"github.com/spf13/cobra":                     {"cmd/internal/cli"},
		"github.com/spf13/pflag":                     {"cmd/internal/cli"},
		"github.com/open-policy-agent/opa":           {"engine/policy"},
		"cuelang.org/go":                             {"schema"},
		"cuelang.org/go/cue/cuecontext":              {}, // draws in all of CUE's libraries
		"go.yaml.in/yaml":                            {"internal/document"},
		"gopkg.in/yaml.v3":                           {},
		"github.com/pelletier/go-toml":               {"internal/document"},
		"modernc.org/sqlite":                         {"engine/internal/sqlite"},
		"mvdan.cc/sh":                                {"engine/command", "engine/flow/deed", "engine/host/openclaw"},
		"github.com/benhoyt/goawk":                   {"engine/argv/text/awk"},
		"github.com/itchyny/gojq":                    {"engine/argv/text/jq"},
		"github.com/modelcontextprotocol/go-sdk":     {"cmd/internal/cli/mcp"},
		"github.com/google/jsonschema-go":            {"cmd/internal/cli/mcp"},
		"github.com/fsnotify/fsnotify":               {"engine/watch"},
		"github.com/tailscale/hujson":                {"engine/setup/edit"},
		"github.com/docker/docker":                   {"runner/docker"},
		"github.com/evanw/esbuild":                   {"cmd/internal/run/code/typescript"},
		"github.com/google/go-containerregistry":     {"engine/intel/source"},
		"github.com/sigstore":                        {"engine/trust"},
		"github.com/sigstore/cosign":                 {}, // tests only: draws in a hundred packages
		"github.com/santhosh-tekuri":                 {}, // tests only
		"github.com/google/go-cmp":                   {}, // tests only
		"github.com/rogpeppe/go-internal/diff":       {"engine/report/fix"},
		"github.com/rogpeppe/go-internal/testscript": {},
	}
}

// arrows says which folders a folder may import from.
func arrows() map[string][]string {
	return map[string][]string{
		"cmd":      {"cmd", "engine", "runner", "doctor", "schema", "policies", "internal", "examples"},
		"doctor":   {"doctor", "engine", "runner", "schema", "policies", "internal"},
		"engine":   {"engine", "schema", "policies", "internal"},
		"runner":   {"runner", "schema", "policies", "internal"},
		"internal": {"internal"},
		"schema":   {"schema", "internal"},
		"policies": {"policies", "internal"},
		"examples": {},
		// Harnesses of tests ask everything that a command asks.
		"internal/test": {"cmd", "engine", "runner", "doctor", "schema", "policies", "internal"},
	}
}

// questions are the rooms of engine that answer one question each, and on whom
// else each of them may build. Facts know none of them, nor engine itself.
func questions() map[string][]string {
	return map[string][]string{
		"engine/lint":    {},
		"engine/exec":    {},
		"engine/hook":    {},
		"engine/install": {"engine/lint"}, // the gate counts what lint finds
		"engine/resolve": {},
	}
}

// onReports are the rooms that work on reports and decisions, and which questions'
// types they show.
func onReports() map[string][]string {
	return map[string][]string{
		"engine/report": {"engine/exec"}, // explanations of decisions
	}
}

// commands are the rooms that find facts about a command, from the lowest on: each imports of
// them those before it alone.
func commands() []string {
	var rooms []string
	for _, name := range []string{"", "/script", "/mark", "/word", "/arithmetic", "/dir", "/disk", "/value", "/place", "/analysis"} {
		rooms = append(rooms, "engine/command"+name)
	}
	return rooms
}

// layers are the rooms that read the texts of a package, from the lowest. One may import only from
// those below its own layer.
func layers() [][]string {
	return [][]string{
		{"engine/clause", "engine/party", "engine/flow/code", "engine/flow/cipher", "engine/flow/prose", "engine/flow/store", "engine/flow/tenant", "engine/flow/way"},
		{"engine/flow/python", "engine/flow/javascript"},
		{"engine/flow/beside", "engine/flow/chain", "engine/flow/deed", "engine/flow/loose", "engine/flow/sentence"},
		{"engine/flow", "engine/skill/house", "engine/skill/stamp"},
		{"engine/skill"},
	}
}

// layer is that of a room, -1 for none.
func layer(room string) int {
	return slices.IndexFunc(layers(), func(rooms []string) bool { return slices.Contains(rooms, room) })
}

// typesFrom are the rooms below engine that its shared types are made of.
func typesFrom() []string { return []string{} }

type listed struct {
	ImportPath string
	Imports    []string
}

// TestImports holds the rooms of ARCHITECTURE.md against the import graph, on
// every system that skillctl is built for.
func TestImports(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		packages := list(t, system)
		if len(packages) < 5 {
			t.Fatalf("only %d packages on %s", len(packages), system)
		}
		for _, p := range packages {
			for _, i := range p.Imports {
				if why := forbidden(room(p.ImportPath), i); why != "" {
					t.Errorf("%s: %s imports %s: %s", system, p.ImportPath, i, why)
				}
			}
		}
	}
}

// TestForbidden checks that the test above can fail.
func TestForbidden(t *testing.T) {
	for _, tt := range []struct {
		room, imports string
		want          bool
	}{
		{"cmd/internal/cli/kit", "github.com/spf13/cobra", false},
		{"cmd/internal/run", "github.com/spf13/cobra", true},
		{"engine", "github.com/spf13/cobra", true},
		{"engine/report/format", "cuelang.org/go/cue", true},
		{"schema", "cuelang.org/go/cue", false},
		{"schema", module + "/internal/document", false},
		{"schema", module + "/engine/skill", true},
		{"policies", module + "/schema", true},
		{"engine", module + "/cmd/internal/cli/lint", true},
		{"engine/exec", module + "/runner", true},
		{"runner/session", module + "/internal/folder", false},
		{"internal/folder", module + "/engine", true},
		{"internal/test/conformance", module + "/engine/exec", false},
		{"engine/exec", module + "/internal/test/fixture", true},
		{"cmd/internal/cli/exec", module + "/internal/test/conformance", true},
		{"cmd/internal/test/conformance", module + "/internal/test/conformance", false},
		{"runner/docker", module + "/engine", true},
		{"engine/skill", module + "/engine", true},
		{"engine/skill", module + "/engine/lint", true},
		{"engine/host/openclaw", module + "/engine/exec", true},
		{"engine/host/openclaw", module + "/engine/command", false},
		{"engine/command/value", module + "/engine/command/mark", false},
		{"engine/command/value", module + "/engine/command/place", true},
		{"engine/command", module + "/engine/command/script", true},
		{"engine/report/format", module + "/engine", false},
		{"engine/report/format", module + "/engine/exec", false},
		{"engine/report/fix", module + "/engine/lint", true},
		{"engine/report/chat", module + "/engine/report/format", false},
		{"engine", module + "/engine/report/format", true},
		{"engine", module + "/engine/skill", true},
		{"engine", module + "/internal/document", false},
		{"engine/lint", module + "/engine", false},
		{"engine/lint", module + "/engine/skill", false},
		{"engine/lint", module + "/engine/install", true},
		{"engine/lint", module + "/engine/report/fix", true},
		{"engine/install", module + "/engine/lint", false},
		{"engine/install", module + "/engine/exec", true},
		{"engine/resolve", module + "/engine/lint", true},
		{"cmd/internal/cli/lint", module + "/engine/report/format", false},
		{"internal/document", "go.yaml.in/yaml/v4", false},
		{"engine/skill", "go.yaml.in/yaml/v4", true},
		{"engine/flow/loose", module + "/engine/flow/way", false},
		{"engine/flow/loose", module + "/engine/flow/chain", true},
		{"engine/flow/way", module + "/engine/flow/chain", true},
		{"engine/flow/sentence", module + "/engine/flow", true},
		{"engine/flow", module + "/engine/flow/sentence", false},
		{"engine/skill/house", module + "/engine/flow/sentence", false},
		{"extra", module + "/engine", true},
		{"engine", "fmt", false},
	} {
		if got := forbidden(tt.room, tt.imports); (got != "") != tt.want {
			t.Errorf("%s imports %s: %q", tt.room, tt.imports, got)
		}
	}
}

// forbidden says why a room may not import a package, "" when it may.
func forbidden(from, imports string) string {
	for prefix, rooms := range owned() {
		if within(imports, prefix) && !slices.ContainsFunc(rooms, func(room string) bool { return within(from, room) }) {
			if len(rooms) == 0 {
				return "only tests may"
			}
			return "only " + strings.Join(rooms, ", ") + " may"
		}
	}
	if !within(imports, module) {
		return ""
	}
	to := room(imports)
	top, _, _ := strings.Cut(from, "/")
	if within(from, "internal/test") {
		top = "internal/test"
	}
	target, _, _ := strings.Cut(to, "/")
	if !slices.Contains(arrows()[top], target) || target == "internal" && within(to, "internal/test") && top != "internal/test" && !within(from, "cmd/internal/test") {
		return top + " may import from " + strings.Join(arrows()[top], ", ") + " only"
	}
	if top == "engine" && target == "engine" {
		return forbiddenBelow(from, to)
	}
	return ""
}

// forbiddenBelow says why a room of engine may not import another.
func forbiddenBelow(from, to string) string {
	if from == "engine" {
		if slices.Contains(typesFrom(), to) {
			return ""
		}
		return "the shared types are made of none of it"
	}
	if at := slices.Index(commands(), from); at >= 0 && slices.Index(commands(), to) >= at {
		return "a room of engine/command imports those below it alone"
	}
	if on := layer(to); on >= 0 && layer(from) >= 0 && layer(from) <= on {
		return "it is read by what stands above it, or beside it"
	}
	asks, question := questions()[from]
	shows, report := onReports()[under(from, onReports())]
	switch {
	case to == "engine" && !question && !report:
		return "facts know nothing of what is decided about them"
	case under(to, onReports()) != "" && !report:
		return "nobody below cmd knows what is done with reports"
	case questions()[to] == nil || to == from:
		return ""
	case !slices.Contains(asks, to) && !slices.Contains(shows, to):
		return "it asks a question of its own"
	}
	return ""
}

// under is the room of a table that a room is, or is below, "" for none.
func under(name string, rooms map[string][]string) string {
	for room := range rooms {
		if within(name, room) {
			return room
		}
	}
	return ""
}

// within reports whether a package is the one of a prefix or below it.
func within(name, prefix string) bool {
	return name == prefix || strings.HasPrefix(name, prefix+"/")
}

func room(importPath string) string { return strings.TrimPrefix(importPath, module+"/") }

// list returns our packages as the Go tool sees them on a system.
func list(t *testing.T, system string) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...")
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
