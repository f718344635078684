package format_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// sarifSchema compiles the official schema (OASIS, errata 01), with formats
// such as "uri-reference" asserted.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("testdata/sarif-schema-2.1.0.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzip, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(unzip)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestSARIFSchema(t *testing.T) {
	schema := sarifSchema(t)
	for name, report := range map[string]engine.Report{"plain": plainReport(), "hostile": hostileReport(), "empty": {}} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, format.NameSARIF, report)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSARIFSchemaRefuses checks that the schema above can say no.
func TestSARIFSchemaRefuses(t *testing.T) {
	schema := sarifSchema(t)
	text := render(t, format.NameSARIF, plainReport())
	for from, to := range map[string]string{
		`"unicodeCodePoints"`: `"bytes"`, `"startLine": 2`: `"startLine": 0`, `"kind": "external"`: `"kind": "other"`,
		`"uri": "openclaw.json"`: `"uri": "%zz"`, `"deletedRegion"`: `"deleted"`,
	} {
		if !bytes.Contains(text, []byte(from)) {
			t.Fatalf("the report has no %s", from)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(string(text), from, to, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(doc) == nil {
			t.Errorf("the schema accepts %s for %s", to, from)
		}
	}
}

// TestSARIFPlaces checks that a reader finds rules and files again.
func TestSARIFPlaces(t *testing.T) {
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct{ ID string } `json:"rules"`
				} `json:"driver"`
			} `json:"tool"`
			Results []struct {
				RuleID    string `json:"ruleId"`
				RuleIndex int    `json:"ruleIndex"`
				Locations []struct {
					Physical struct {
						Artifact struct{ URI string } `json:"artifactLocation"`
					} `json:"physicalLocation"`
				} `json:"locations"`
			} `json:"results"`
		} `json:"runs"`
	}
	for _, path := range []string{"a b/ü#?%.md", "c:d/SKILL.md", "../up/SKILL.md", "/abs/SKILL.md", "//x/SKILL.md"} {
		r := plainReport()
		r.Skills[0].Findings[0].File = path
		if err := json.Unmarshal(render(t, format.NameSARIF, r), &log); err != nil {
			t.Fatal(err)
		}
		run, found := log.Runs[0], false
		for _, res := range run.Results {
			if got := run.Tool.Driver.Rules[res.RuleIndex].ID; got != res.RuleID {
				t.Errorf("ruleIndex of %s points at %s", res.RuleID, got)
			}
			u, err := url.Parse(res.Locations[0].Physical.Artifact.URI)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			found = found || strings.TrimPrefix(u.Path, "./") == path && u.RawQuery == "" && u.Fragment == ""
		}
		if !found {
			t.Errorf("no result leads back to %q", path)
		}
	}
}
