package flow

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
)

// TestToolSends: commands of tools, in blocks without a label and in sentences.
func TestToolSends(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# A\n\n```\naws s3 cp a.csv s3://quill-year/\n```\n":                                             "aws s3 cp quill-year",
		"# A\n\nRun `rsync -a out/ in@quill-year.net:/in` then.\n":                                        "rsync quill-year.net",
		"# A\n\n```sh\nTO=s3://quill-year\naws s3 sync out \"$TO/x\"\n```\n":                              "aws s3 sync quill-year",
		"# A\n\n```sh\ngit remote add notes https://github.com/quill-year/in\ngit push notes main\n```\n": "git push github.com quill-year",
		"# A\n\n```sh\naws s3 cp s3://quill-year/a.csv .\n```\n":                                          "",
		"# A\n\n```sh\naws s3 cp a.csv \"s3://$BUCKET/\"\n```\n":                                          "",
		"# A\n\nMail the table to desk@quill-year.net.\n":                                                 "",
	} {
		w := New(func(string, string) {})
		w.Markdown("SKILL.md", []byte(text), markdown.Parse([]byte(text), document.Position{Line: 1, Column: 1}))
		var all []string
		for _, one := range w.toolsSend {
			all = append(all, one.Call)
			all = append(all, one.Hosts...)
			for _, to := range one.Tenants {
				all = append(all, to.Name)
			}
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
