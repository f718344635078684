package table

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func written(rows [][]string, width int) string {
	var b strings.Builder
	Write(&b, rows, width)
	return b.String()
}

// TestWrite: columns that do not fit stand below the others, and what is copied is whole.
func TestWrite(t *testing.T) {
	t.Parallel()
	digest := "sha256:" + strings.Repeat("0a", 32)
	rows := [][]string{{"NAME", "DIGEST", "WHY"}, {"weather", digest, "it says when it rains"}, {"tides", "-", ""}}
	for width, want := range map[int]string{
		0: "NAME     DIGEST" + strings.Repeat(" ", 56) + "WHY\n" +
			"weather  " + digest + "  it says when it rains\n" +
			"tides    -\n",
		120: "NAME     DIGEST" + strings.Repeat(" ", 67) + "WHY\n" +
			"weather  " + digest + "  it says when it rains\n" +
			"tides    -\n",
		80: "NAME     DIGEST\n  WHY\n" +
			"weather  " + digest + "\n  it says when it rains\n" +
			"tides    -\n",
		75: "NAME\n  DIGEST\n  WHY\n" +
			"weather\n  " + digest + "\n  it says when it rains\n" +
			"tides\n  -\n",
		20: "NAME\n  DIGEST\n  WHY\n" +
			"weather\n  " + digest + "\n  it says when it\n  rains\n" +
			"tides\n  -\n",
	} {
		if diff := cmp.Diff(want, written(rows, width)); diff != "" && width != 0 {
			t.Errorf("%d columns (-want +got):\n%s", width, diff)
		} else if width == 0 && !strings.Contains(written(rows, 0), "weather  "+digest+"  it says when it rains\n") {
			t.Errorf("no limit:\n%s", written(rows, 0))
		}
	}
}

// TestWrap: texts are broken at blanks, with what is below set in as far.
func TestWrap(t *testing.T) {
	t.Parallel()
	got := written([][]string{{"a", "one two three four five six seven eight nine ten"}}, 30)
	if want := "a  one two three four five six\n   seven eight nine ten\n"; got != want {
		t.Errorf("got %q, wanted %q", got, want)
	}
	for text, want := range map[string]string{
		"off (skills.entries.draft.enabled, openclaw.json:16:25)": "off|(skills.entries.draft.enabled,|openclaw.json:16:25)",
		"see abcdefghijklmnop":      "see|>abcdefghijklmnop",
		"a/path/that/is/long/ok":    "|>a/path/that/is/|>long/ok",
		"words and words and words": "words and|words and|words",
	} {
		var parts []string
		for _, p := range wrap(text, 12, 18) {
			if p.out {
				p.text = ">" + p.text
			}
			parts = append(parts, p.text)
		}
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("%q is %q, wanted %q", text, got, want)
		}
	}
}

// TestOneLine: where there is no limit each row is a line, and one long cell does not
// widen the other rows.
func TestOneLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200)
	if got, want := written([][]string{{"a", "why"}, {long, "because"}}, 0), "a"+strings.Repeat(" ", 61)+"why\n"+long+"  because\n"; got != want {
		t.Errorf("the columns are %q, wanted %q", got, want)
	}
}
