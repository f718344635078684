package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/policies"
)

// rulesHeading stands above the rules.
const rulesHeading = `# Rules

<!-- Written by TestDocumentRules from the METADATA of policies/rules: run the test with -update. -->

Every rule of [skillctl lint](../lint.md), by category. Each page says why the rule matters, with an example that fails
and one that passes; ` + "`skillctl explain ID`" + ` prints it. A rule without a dialect holds for all agents. Rules marked *off*
have to be switched on in the [settings](../settings.md#lint): ` + "`lint: rules: \"ID\": level: \"medium\"`" + `.
What other commands print is in [reasons.md](../reasons.md).
`

// categories says what the rules of each category are about, in the order of
// the page.
func categories() [][2]string {
	return [][2]string{
		{"agent", "What files of a folder have agents do"},
		{"exe", "Commands and code that are dangerous to run"},
		{"exf", "Secrets that leave the machine"},
		{"inj", "Instructions that turn the model against its user"},
		{"purpose", "What a skill does and does not say"},
		{"intel", "What is known to be bad"},
		{"files", "Files and links in a package"},
		{"coverage", "What could not be checked"},
		{"spec", "The format of a skill"},
		{"openclaw", "Skills as OpenClaw loads them"},
		{"zeroclaw", "Skills as ZeroClaw loads them"},
		{"config", "Configuration files"},
		{"exec", "Configuration of what may run"},
		{"sandbox", "Configuration of sandboxes"},
		{"install-policy", "Configuration of OpenClaw's install policy"},
	}
}

// ruleLine is what the page has of a rule.
type ruleLine struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Severity string   `json:"severity"`
	Enabled  bool     `json:"enabled"`
	Hosts    []string `json:"hosts"` // the old name of dialects
	Dialects []string `json:"dialects"`
}

// TestDocumentRules writes docs/rules/README.md from what the rules say of
// themselves.
func TestDocumentRules(t *testing.T) {
	text, err := fs.ReadFile(policies.FS(), "rules/index.json")
	if err != nil {
		t.Fatal(err)
	}
	var rules []ruleLine
	if err := json.Unmarshal(text, &rules); err != nil {
		t.Fatal(err)
	}
	var page, links strings.Builder
	page.WriteString(rulesHeading)
	listed := 0
	for _, category := range categories() {
		fmt.Fprintf(&page, "\n## %s (`%s`)\n\n| rule | title | severity | dialects |\n|---|---|---|---|\n", category[1], category[0])
		for _, rule := range rules {
			if !strings.HasPrefix(rule.ID, category[0]+"/") {
				continue
			}
			listed++
			severity := rule.Severity
			if !rule.Enabled {
				severity += ", *off*"
			}
			fmt.Fprintf(&page, "| [%s] | %s | %s | %s |\n", rule.ID, strings.ReplaceAll(rule.Title, "|", `\|`), severity, strings.Join(append(rule.Hosts, rule.Dialects...), ", "))
			fmt.Fprintf(&links, "[%s]: ../../policies/rules/%s/README.md\n", rule.ID, rule.ID)
		}
	}
	if listed != len(rules) {
		t.Errorf("%d of %d rules are listed: a category is missing in categories", listed, len(rules))
	}
	compareDocument(t, filepath.Join("..", "..", "docs", "rules", "README.md"), page.String()+"\n"+links.String())
}

// TestDocumentTables: CONTRIBUTING.md says of every table what it holds.
func TestDocumentTables(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(policies.FS(), "tables/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d tables, %v", len(names), err)
	}
	told := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		for name := range strings.SplitSeq(cell, ", ") {
			if strings.HasPrefix(line, "| `") {
				told[strings.Trim(name, "`")] = true
			}
		}
	}
	for _, name := range names {
		if name = path.Base(name); !told[name] {
			t.Errorf("no table of CONTRIBUTING.md says what %s holds", name)
		}
	}
}
