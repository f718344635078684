package format_test

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// TestHTMLHolds: whatever a skill is called, says and holds, the page has our elements
// alone, runs our script alone and asks for nothing from elsewhere.
func TestHTMLHolds(t *testing.T) {
	t.Parallel()
	attack := `"'></script><script>alert(1)</script><img src=x onerror=alert(2)>--><style>@import "//evil.example"</style>{{.}}</textarea></title></pre>`
	r := hostileReport()
	r.Skills = append(r.Skills, engine.SkillReport{Path: "b/" + attack, Name: attack, Verdict: engine.VerdictPass})
	r.Configs = append(r.Configs, engine.ConfigReport{Path: attack + ".json", Findings: []engine.Finding{{
		Rule: attack, Title: attack, Message: attack, Hint: attack, File: attack + ".json", Span: span(1, 3, 1, 9), Severity: engine.SeverityHigh,
		Hosts: []string{attack}, Docs: `javascript:alert(3)`, Related: []engine.Related{{File: attack, Span: span(1, 1, 1, 5), Message: attack}},
	}}})
	r.Tool, r.Policy = attack, attack
	source := func(string) ([]byte, error) { return []byte(attack + "\n" + hostile + "\n"), nil }
	page := string(render(t, format.NameHTML, r, format.WithSource(source)))

	elements := regexp.MustCompile(`(?s)<script>(.*?)</script>|<style>(.*?)</style>`).FindAllStringSubmatch(page, -1)
	if len(elements) != 2 {
		t.Fatalf("%d scripts and styles", len(elements))
	}
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	for _, element := range elements {
		sum := sha256.Sum256([]byte(element[1] + element[2]))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("the policy %q does not allow %s", policy, want)
		}
		page = strings.Replace(page, element[0], "", 1)
	}
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
	tags := strings.Fields("html head meta title body a header h1 p form fieldset legend label input b select option output button main section h2 span article h3 pre mark dl div dt dd details summary ul li footer svg desc g path polygon rect text")
	for _, tag := range regexp.MustCompile(`<[/!]?([A-Za-z0-9]*)([^>]*)>`).FindAllStringSubmatch(page, -1) {
		if tag[0] == "<!doctype html>" {
			continue
		}
		if !slices.Contains(tags, tag[1]) {
			t.Errorf("the page has %s", tag[0])
		}
		for _, attribute := range regexp.MustCompile(`\s([a-z-]+)(?:="([^"]*)")?`).FindAllStringSubmatch(tag[2], -1) {
			name, value := attribute[1], attribute[2]
			if strings.HasPrefix(name, "on") || name == "src" || name == "style" || name == "href" && value != "#findings" && !strings.HasPrefix(value, "https://") {
				t.Errorf("the page has %s", tag[0])
			}
		}
	}
	for _, bad := range []string{"\x1b", "\u202e", "\u200b", "\U000e0041", "\xff"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
}
