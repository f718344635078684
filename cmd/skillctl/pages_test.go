package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/page"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/policies"
)

// idWord is what an id looks like: "exec/strict/program".
func idWord() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9-]*(/[a-z0-9-]+)+/?$`) }

func readAllPages(t *testing.T) []page.Page {
	t.Helper()
	pages, err := page.Read(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, doctor.Pages()...)
}

// TestPages wants a page or a rule for every id that policies or Go can print,
// and none that nobody prints.
func TestPages(t *testing.T) {
	t.Parallel()
	rules, err := lint.Rules(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	known, groups := map[string]bool{}, map[string]bool{}
	for _, r := range rules {
		known[r.ID] = true
	}
	pages := readAllPages(t)
	for _, p := range pages {
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		if known[p.ID] {
			t.Errorf("%s is explained twice", p.ID)
		}
		known[p.ID] = true
		groups[p.Category()] = true
	}
	printed := map[string]string{"approval/ID": "made for each approval"}
	idsOfRego(t, groups, printed)
	idsOfGo(t, groups, printed)
	for id, place := range madeIDs(t) {
		printed[id] = place
	}
	// A folder, and the name of a fingerprint: they look like ids.
	delete(printed, "skillctl/approvals")
	delete(printed, "skillctl/v1")
	for _, id := range slices.Sorted(maps.Keys(printed)) {
		if !known[id] {
			t.Errorf("%s prints %q, which has no page: write one in policies/pages", printed[id], id)
		}
	}
	for _, p := range pages {
		if _, ok := printed[p.ID]; !ok {
			t.Errorf("%q has a page, but nothing prints it", p.ID)
		}
	}
}

// madeOf are the expressions by which policies put ids together, and where
// these ids come from: see madeIDs.
func madeOf() map[string]bool {
	return map[string]bool{
		`exec/exec.rego: sprintf("%s: %s", [entry.policy`:                                              true, // the operator's own
		`install/install.rego: sprintf("%s: %s", [entry.policy`:                                        true,
		`exec/exec.rego: sprintf("approval/%s", [answer.id])`:                                          true,
		`exec/agentzero/agentzero.rego: concat("/", ["exec/agentzero"`:                                 true,
		`exec/zeroclaw/zeroclaw.rego: concat("/", ["exec/zeroclaw"`:                                    true,
		`catalog/place.rego: sprintf("catalog/%s", [input.candidates[id].unseen])`:                     true,
		`catalog/place.rego: sprintf("catalog/%s", [absent[input.candidates[id].absent].rule])`:        true,
		`catalog/place.rego: sprintf("catalog/%s", [passed_over[input.candidates[id].manifest.problem`: true,
		`catalog/notes.rego: sprintf("catalog/unsearched-%s", [note.kind])`:                            true,
		`install/content.rego: finding.rule`:                                                           true, // those of lint
		`install/growth.rego: sprintf("install/growth/%s", [field])`:                                   true,
	}
}

// idsOfRego finds the ids that stand in policies as they are printed, and what
// puts others together in ways that madeOf does not know.
func idsOfRego(t *testing.T, groups map[string]bool, printed map[string]string) {
	t.Helper()
	literal, made := regexp.MustCompile(`"([^"\\]*)"`), regexp.MustCompile(`"rule": ([^"].*)`)
	id := idWord()
	err := fs.WalkDir(policies.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".rego") || strings.HasSuffix(name, "_test.rego") || strings.HasPrefix(name, "rules/") || strings.HasPrefix(name, "pages/") {
			return err
		}
		text, err := fs.ReadFile(policies.FS(), name)
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			place := fmt.Sprintf("policies/%s:%d", name, i+1)
			if m := made.FindStringSubmatch(line); m != nil && !isMade(name+": "+m[1]) && !strings.HasPrefix(line, "findings contains ") {
				t.Errorf("%s puts an id together (%s): add it to madeOf, and its ids to madeIDs", place, m[1])
			}
			for _, m := range literal.FindAllStringSubmatch(line, -1) {
				if category, _, _ := strings.Cut(m[1], "/"); groups[category] && id.MatchString(m[1]) && !strings.Contains(line, `concat("/", ["`+m[1]) {
					printed[m[1]] = place
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isMade(expression string) bool {
	for known := range madeOf() {
		if strings.HasPrefix(expression, known) {
			return true
		}
	}
	return false
}

// madeIDs are the ids that are put together when they are printed, from what the
// policies themselves put them together of.
func madeIDs(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	// What is asked are constants of the policies.
	for query, prefix := range map[string]string{
		`[k | some k, _ in data.skillctl.install.field_names]`:                        "install/growth/",
		`[k | some k, _ in data.skillctl.catalog.place.unseen]`:                       "catalog/",
		`[v.rule | some v in data.skillctl.catalog.place.absent]`:                     "catalog/",
		`[v.rule | some v in data.skillctl.catalog.place.passed_over]`:                "catalog/",
		`[replace(k, "_", "-") | some k in data.skillctl.tables.zeroclaw_exec.gates]`: "exec/zeroclaw/",
	} {
		area, _, _ := strings.Cut(prefix, "/")
		set, err := policy.Load(policies.FS(), policy.WithFilter(func(file string) bool {
			return strings.HasPrefix(file, area+"/") || strings.HasPrefix(file, "lib/") || strings.HasPrefix(file, "lint/")
		}))
		if err != nil {
			t.Fatal(err)
		}
		results, err := set.Ask(t.Context(), query, map[string]any{})
		if err != nil || len(results) != 1 {
			t.Fatalf("%s: %v, %v", query, results, err)
		}
		list, _ := results[0].Values[0].([]any)
		if len(list) == 0 {
			t.Errorf("%s has no ids", query)
		}
		for _, name := range list {
			out[prefix+fmt.Sprint(name)] = query
		}
	}
	gate := regexp.MustCompile(`"(?:gate|name)": (?:concat\("[:_]", \[)?"([a-z_]+)"`)
	for file, prefix := range map[string]string{
		"exec/zeroclaw/gates.rego": "exec/zeroclaw/", "exec/zeroclaw/zeroclaw.rego": "exec/zeroclaw/", "exec/agentzero/agentzero.rego": "exec/agentzero/",
	} {
		text, err := fs.ReadFile(policies.FS(), file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range gate.FindAllStringSubmatch(string(text), -1) {
			switch name := strings.ReplaceAll(m[1], "_", "-"); name {
			case "ok", "ok-unrestricted-wildcard": // gates that pass
			case "approval-required":
				out[prefix+name+"-high"], out[prefix+name+"-medium"] = file, file
			default:
				out[prefix+name] = file
			}
		}
	}
	// The kinds of notes are constants of Go and two of the policy.
	for _, kind := range append(constants(t, "../../engine/catalog/root.go", "Note"), "loop", "more") {
		out["catalog/unsearched-"+kind] = "policies/catalog/notes.rego"
	}
	return out
}

// constants are the values of the constants of a file whose names begin so.
func constants(t *testing.T, name, prefix string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(name), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, prefix) {
			return true
		}
		if text, ok := stringOf(spec.Values[0]); ok {
			out = append(out, text)
		}
		return true
	})
	if len(out) == 0 {
		t.Errorf("%s has no constants %s…", name, prefix)
	}
	return out
}

func stringOf(n ast.Node) (string, bool) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// idsOfGo finds the ids that stand in Go.
func idsOfGo(t *testing.T, groups map[string]bool, printed map[string]string) {
	t.Helper()
	id := idWord()
	for _, root := range []string{"../../cmd/internal", "../../engine", "../../doctor", "../../runner"} {
		err := filepath.WalkDir(filepath.FromSlash(root), func(name string, entry fs.DirEntry, err error) error {
			slashed := filepath.ToSlash(name)
			if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.Contains(slashed, "cmd/internal/test/") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if _, isImport := n.(*ast.ImportSpec); isImport {
					return false
				}
				text, ok := stringOf(n)
				// Archives are refused by other words: see cmd/internal/cli/gate.
				if rest, of := strings.CutPrefix(text, "stage/"); of && rest != "" {
					text = "install/archive/" + rest
				}
				category, _, _ := strings.Cut(text, "/")
				if ok && groups[category] && id.MatchString(text) && !strings.HasSuffix(text, "/") {
					printed[text] = slashed
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// reasonsHeading stands above the ids that are no rules of lint.
const reasonsHeading = `# Reasons and checks

<!-- Written by TestDocumentReasons from policies/pages and the checks of doctor: run the test with -update. -->

Every id that is printed and is no [rule of lint](rules/README.md): what it says, and what to do about it.
` + "`skillctl explain ID`" + ` prints the same, ` + "`skillctl rules --search WORD`" + ` finds ids.
`

// TestDocumentReasons writes docs/reasons.md from the pages.
func TestDocumentReasons(t *testing.T) {
	pages := readAllPages(t)
	var text strings.Builder
	text.WriteString(reasonsHeading)
	listed := 0
	for _, group := range [][2]string{
		{"exec", "Commands: exec, run, decide, approvals approve"},
		{"hook", "Calls of tools: hook"},
		{"install", "Installations: gate, install, update, remove"},
		{"catalog", "Skills that an agent loads: list, why, info, watch"},
		{"proposals", "Proposals"},
		{"doctor", "Checks of doctor"},
	} {
		fmt.Fprintf(&text, "\n## %s\n", group[1])
		for _, p := range pages {
			if p.Group == group[0] {
				listed++
				fmt.Fprintf(&text, "\n### %s\n\n%s\n\n%s\n", p.ID, wrap("**"+p.Title+".** "+p.Description, ""), wrap("*What to do:* "+p.Remedy, ""))
			}
		}
	}
	if listed != len(pages) {
		t.Errorf("%d of %d pages are listed", listed, len(pages))
	}
	compareDocument(t, filepath.Join("..", "..", "docs", "reasons.md"), text.String())
}
