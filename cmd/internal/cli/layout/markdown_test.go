package layout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlainMarkdown(t *testing.T) {
	long := strings.Repeat("word ", 30)
	in := "Why.\n\n## Fails\n\n```txtar\n-- a --\n## not a heading\n\n```\n\n" + long + "\n- item one\n- item two\n\n````md\n```\ninner\n```\n````\n"
	want := "Why.\n\nFAILS\n\n    -- a --\n    ## not a heading\n\n" +
		strings.TrimSpace(strings.Repeat("word ", 16)) + "\n" + strings.TrimSpace(strings.Repeat("word ", 14)) +
		"\n- item one\n- item two\n\n    ```\n    inner\n    ```\n"
	if diff := cmp.Diff(want, PlainMarkdown(in)); diff != "" {
		t.Error(diff)
	}
}
