package schema

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func exported(t *testing.T, s *Schema, kind Kind) *jsonschema.Schema {
	t.Helper()
	text, err := s.Export(kind)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	out, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return out
}

// TestExportAgrees changes right documents at random and wants the exported JSON
// Schema to take the same ones as Validate. Only rules that count entries, and
// hints about keys that nearly spell another, are not in it.
func TestExportAgrees(t *testing.T) {
	s := New()
	for _, kind := range Kinds() {
		js := exported(t, s, kind)
		r := rand.New(rand.NewPCG(3, 4))
		for _, doc := range goodDocuments()[kind] {
			for i := range 40 {
				changed := copyValue(doc)
				if i > 0 {
					changed = mutate(r, changed)
				}
				refused := false
				for _, v := range s.Validate(kind, changed) {
					counted := v.Code == Conflict && (strings.Contains(v.Message, "ownership") || strings.Contains(v.Message, "default: true"))
					near := v.Code == UnknownKey && strings.HasPrefix(v.Hint, "did you mean")
					refused = refused || v.Refused() && !counted && !near
				}
				text, err := json.Marshal(changed)
				if err != nil {
					t.Fatal(err)
				}
				plain, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				if err := js.Validate(plain); (err != nil) != refused {
					t.Errorf("%s: Validate refuses: %v, JSON Schema: %v\n%s", kind, refused, err, text)
				}
			}
		}
	}
}

func TestExport(t *testing.T) {
	s := New()
	for _, kind := range Kinds() {
		first, err := s.Export(kind)
		if err != nil {
			t.Fatal(err)
		}
		again, err := New().Export(kind)
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: the export differs from run to run", kind)
		}
		// JSON Schema's regular expressions are ECMAScript's.
		for _, odd := range []string{"(?i)", "(?s)", `\\z`, `\\A`} {
			if bytes.Contains(first, []byte(odd)) {
				t.Errorf("%s: the export has %s, which editors do not understand", kind, odd)
			}
		}
	}
	text, err := s.Export(Skillctl)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"$schema": "https://json-schema.org/draft/2020-12/schema"`,
		`"$id": "urn:skillctl:schema:skillctl"`,
		`"description": "Findings at or above this severity make lint fail.`,
		`"default": "medium"`,
		`"additionalProperties": false`,
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the export lacks %s", want)
		}
	}
	if _, err := s.Export("nonsense"); err == nil {
		t.Error("an unknown kind is exported")
	}
	openclaw, err := s.Export(OpenClaw)
	if err != nil || !bytes.Contains(openclaw, []byte(`"deprecated": true`)) {
		t.Errorf("old keys are not marked: %v", err)
	}
}
