package format_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// pictures are the drawings of a page.
func pictures(t *testing.T, findings ...engine.Finding) []string {
	t.Helper()
	page := render(t, format.NameHTML, engine.Report{
		Schema: engine.ReportSchema,
		Skills: []engine.SkillReport{{Path: "skills/send", Name: "send", Verdict: engine.VerdictBlock, Safety: engine.VerdictBlock, Form: engine.VerdictPass, Findings: findings}},
	})
	return regexp.MustCompile(`(?s)<svg .*?</svg>`).FindAllString(string(page), -1)
}

func wayOf(places int, name, message string) engine.Finding {
	f := engine.Finding{
		Rule: "exf/secret-to-network", Title: "Secret goes to the network", File: "skills/send/" + name, Span: span(9, 1, 9, 12),
		Severity: engine.SeverityCritical, Confidence: engine.ConfidenceHigh, Locus: engine.LocusScript, Message: message, Fingerprint: "w",
	}
	for i := range places - 1 {
		f.Related = append(f.Related, engine.Related{File: "skills/send/" + name, Span: span(i+1, 2, i+1, 8), Message: fmt.Sprintf("place %d: %s", i+1, message)})
	}
	return f
}

// TestPictureOfAWay compares the drawing of a way with the one that was looked at.
func TestPictureOfAWay(t *testing.T) {
	t.Parallel()
	f := wayOf(3, "run.py", "`requests.post(…)` sends it in the body")
	f.Related[0].Message, f.Related[1].Message = "`open(\"~/.ssh/id_rsa\")` reads a private key", "handed to `send` as `what`"
	golden(t, "way.svg", []byte(strings.Join(pictures(t, f), "\n")+"\n"))
}

// TestPictureHolds: a drawing is well-formed, has every place or says how many are left
// out, stays within its frame, and has names for who does not see it.
func TestPictureHolds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("very/long/", 40) + "name.py"
	for name, f := range map[string]engine.Finding{
		"two places":   wayOf(2, "run.py", "m"),
		"twelve":       wayOf(12, "run.py", "m"),
		"hundred":      wayOf(100, "run.py", "m"),
		"long":         wayOf(3, long, strings.Repeat("word ", 200)),
		"no blanks":    wayOf(3, "run.py", strings.Repeat("x", 2000)),
		"wide":         wayOf(3, strings.Repeat("漢", 100), strings.Repeat("漢字", 300)),
		"hostile":      wayOf(3, hostile, hostile),
		"elements":     wayOf(3, `</desc></svg><script>alert(1)</script>`, `"><image href="//evil.example"/><style>@import 'x'</style>`),
		"nothing said": wayOf(2, "run.py", ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := pictures(t, f)
			if len(all) != 1 {
				t.Fatalf("%d drawings", len(all))
			}
			places := 0
			for _, one := range elementsOf(t, all[0]) {
				switch one.Name.Local {
				case "svg", "title", "desc", "path", "polygon", "rect":
				case "text":
					if strings.Contains(fmt.Sprint(one.Attr), "place") {
						places++
					}
				case "g":
				default:
					t.Errorf("there is <%s>", one.Name.Local)
				}
			}
			if want := min(len(f.Related)+1, 12); places != want {
				t.Errorf("%d places are drawn; want %d", places, want)
			}
			if left := len(f.Related) + 1 - 12; left > 0 && !strings.Contains(all[0], fmt.Sprintf("%d places between are left out", left)) {
				t.Error("it is not said how many are left out")
			}
			for _, line := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllStringSubmatch(all[0], -1) {
				if n := len([]rune(line[1])); n > 84*6 { // an entity has at most six characters
					t.Errorf("a line has %d characters", n)
				}
			}
			if !strings.Contains(all[0], `role="img" aria-labelledby="unit-1-way-1-title unit-1-way-1-text"`) {
				t.Error("the drawing has no name")
			}
		})
	}
}

func TestNoPictureOfOnePlace(t *testing.T) {
	t.Parallel()
	if all := pictures(t, wayOf(1, "run.py", "m")); len(all) != 0 {
		t.Errorf("%d drawings", len(all))
	}
}

// elementsOf are the elements of a text of XML, which must be well-formed.
func elementsOf(t *testing.T, text string) []xml.StartElement {
	t.Helper()
	var out []xml.StartElement
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Entity = xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("it is not well-formed: %v", err)
		}
		if element, ok := token.(xml.StartElement); ok {
			out = append(out, element.Copy())
		}
	}
}
