package proposal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/schema"
)

// TestQuestionsFitTheSchema holds what the policies are given, and what they
// answer, against the schema.
func TestQuestionsFitTheSchema(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	q := at(dir)
	files := map[string]string{"scripts/a.sh": "echo a\n"}
	first := add(t, q, Draft{Name: "notes", Description: "keep notes", Text: good, Files: files})
	if _, err := q.Apply(t.Context(), first.ID, "", yes, Given(false)); err != nil {
		t.Fatal(err)
	}
	update := Draft{Name: "notes", Update: true, Text: good, Files: map[string]string{"scripts/a.sh": "x", "assets/b": "y"}}
	second := add(t, q, update)
	_, _, adding, err := q.prepare(update)
	if err != nil {
		t.Fatal(err)
	}
	_, _, odd, err := q.prepare(Draft{Name: "!!"})
	if err != nil {
		t.Fatal(err)
	}
	outside := *second
	outside.Target.SkillDir = dir
	applying := q.factsOf(actionApply, second)
	applying.Gate, applying.Approved = "warn", true
	if err := os.WriteFile(filepath.Join(dir, "skills", "other"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := *second
	other.Target.SkillKey, other.Target.SkillDir, other.Target.SkillFile = "other", filepath.Join(dir, "skills", "other"), filepath.Join(dir, "skills", "other", "SKILL.md")
	shapes := schema.New()
	for name, asked := range map[string]*facts{
		"add": adding, "odd": odd, "examine": q.factsOf(actionExamine, second), "apply": applying, "closed": q.factsOf(ActionReject, first),
		"outside": q.factsOf(actionExamine, &outside), "other": q.factsOf(ActionQuarantine, &other),
	} {
		query, err := q.rules.loader.Prepare(t.Context(), entry, entry, nil)
		if err != nil {
			t.Fatal(err)
		}
		said, err := query.Eval(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		for kind, value := range map[schema.Kind]any{schema.ProposalsInput: asked, schema.ProposalsAnswer: said} {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			var document any
			if err := json.Unmarshal(text, &document); err != nil {
				t.Fatal(err)
			}
			for _, v := range shapes.Validate(kind, document) {
				t.Errorf("%s: %s: %s: %s\n%s", name, kind, schema.PathString(v.Path), v.Message, text)
			}
		}
	}
}
