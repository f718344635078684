package skill

import (
	"slices"
	"testing"
)

// TestGiven finds the values that documents, scripts and settings show for what a command leaves open.
func TestGiven(t *testing.T) {
	t.Parallel()
	const copies = "scp notes.txt \"p@$COPY_HOST:in/\"\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"none":       {map[string]string{"SKILL.md": manifestWith("Run `sh s.sh`."), "s.sh": copies}, []string{}},
		"a document": {map[string]string{"SKILL.md": manifestWith("Run `COPY_HOST=a.example sh s.sh`."), "s.sh": copies}, []string{"a.example"}},
		"a script":   {map[string]string{"SKILL.md": manifestWith("Run `sh s.sh`."), "s.sh": ". ./c.sh\n" + copies, "c.sh": "COPY_HOST=b.example\n"}, []string{"b.example"}},
		"settings":   {map[string]string{"SKILL.md": manifestWith("Run `sh s.sh`."), "s.sh": copies, "copy.env": "COPY_HOST=\"c.example\"\n"}, []string{"c.example"}},
		"arguments":  {map[string]string{"SKILL.md": manifestWith("Run `sh s.sh d.example`."), "s.sh": "scp notes.txt \"p@$1:in/\"\n"}, []string{"d.example"}},
	} {
		_, s := partiesIn(t, c.files)
		var got []string
		found := false
		for _, one := range s.Body.Commands {
			for _, open := range one.Open {
				found, got = true, append(got, open.Given...)
			}
		}
		if !found || !slices.Equal(got, c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%s: %q, open: %t; want %q", name, got, found, c.want)
		}
	}
}
