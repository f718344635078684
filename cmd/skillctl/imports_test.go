package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/skillctl/skillctl"

// owned says which libraries only one room may import, by a prefix of their
// import paths.
func owned() map[string][]string {
	return map[string][]string{
		"github.com/spf13/cobra":                     {"cmd/internal/cli"},
		"github.com/spf13/pflag":                     {"cmd/internal/cli"},
		"github.com/open-policy-agent/opa":           {"engine/policy"},
		"cuelang.org/go":                             {"schema"},
		"go.yaml.in/yaml":                            {"engine/document"},
		"gopkg.in/yaml.v3":                           {},
		"github.com/pelletier/go-toml":               {"engine/document"},
		"modernc.org/sqlite":                         {"engine/internal/sqlite"},
		"mvdan.cc/sh":                                {"engine/shell"},
		"github.com/fsnotify/fsnotify":               {"engine/watch"},
		"github.com/docker/docker":                   {"runner/docker"},
		"github.com/sigstore/cosign":                 {"engine/trust"},
		"github.com/santhosh-tekuri":                 {}, // tests only
		"github.com/google/go-cmp":                   {}, // tests only
		"github.com/rogpeppe/go-internal/diff":       {"engine/fix"},
		"github.com/rogpeppe/go-internal/testscript": {},
	}
}

// arrows says which folders a folder may import from.
func arrows() map[string][]string {
	return map[string][]string{
		"cmd":      {"cmd", "engine", "runner", "doctor", "schema", "policies", "internal"},
		"doctor":   {"doctor", "engine", "runner", "schema", "policies", "internal"},
		"engine":   {"engine", "schema", "policies", "internal"},
		"runner":   {"runner", "schema", "policies", "internal"},
		"internal": {"internal"},
		"schema":   {"schema", "internal"},
		"policies": {"policies"},
	}
}

// onReports are the rooms below engine that work on its reports; the engine
// imports none of them.
func onReports() []string {
	return []string{"engine/baseline", "engine/conformance", "engine/fix", "engine/format", "engine/source"}
}

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
		{"cmd/internal/cli", "github.com/spf13/cobra", false},
		{"engine", "github.com/spf13/cobra", true},
		{"engine/format", "cuelang.org/go/cue", true},
		{"schema", "cuelang.org/go/cue", false},
		{"schema", module + "/engine/document", false},
		{"schema", module + "/engine/shell", true},
		{"policies", module + "/schema", true},
		{"engine", module + "/cmd/internal/cli", true},
		{"engine", module + "/runner", true},
		{"runner/session", module + "/internal/folder", false},
		{"internal/folder", module + "/engine", true},
		{"runner/docker", module + "/engine", true},
		{"engine/skill", module + "/engine", true},
		{"engine/format", module + "/engine", false},
		{"engine", module + "/engine/format", true},
		{"engine", module + "/engine/skill", false},
		{"cmd/internal/cli", module + "/engine/format", false},
		{"engine/document", "go.yaml.in/yaml/v4", false},
		{"engine/skill", "go.yaml.in/yaml/v4", true},
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
		if within(imports, prefix) && !slices.Contains(rooms, from) {
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
	target, _, _ := strings.Cut(to, "/")
	switch {
	case from == "schema" && to == "engine/document":
		return ""
	case !slices.Contains(arrows()[top], target):
		return top + " may import from " + strings.Join(arrows()[top], ", ") + " only"
	case to == "engine" && top == "engine" && !slices.Contains(onReports(), from) && path.Dir(from) != "engine/conformance":
		return "the engine imports it, not the other way round"
	case from == "engine" && slices.Contains(onReports(), to):
		return "the engine does not know what is done with its reports"
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
