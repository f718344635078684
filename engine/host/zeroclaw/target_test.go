package zeroclaw

import (
	"regexp"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/skill"
)

// FuzzZeroClawTargets holds the scanner to the expression that it stands for.
func FuzzZeroClawTargets(f *testing.F) {
	for _, text := range []string{
		"[a](b)", "[a]()", "[a][b](c)", "[[a]](b)", "[a](b", "[a]\n(b)", "[](x\ny)", "]([a](b)", "[a](b)c)[d](e)", "[a]()[b](c)",
		"[", "]", "[a]", "![i](run.sh)", "[a]([b](c))",
	} {
		f.Add(text)
	}
	expression := regexp.MustCompile(`\[[^\]]*\]\(([^)]+)\)`)
	f.Fuzz(func(t *testing.T, text string) {
		var want, got []string
		for _, match := range expression.FindAllStringSubmatch(text, -1) {
			want = append(want, match[1])
		}
		zeroClawTargets([]byte(text), func(target string, start, end int) bool {
			if text[start:end] != target {
				t.Errorf("%q: %q does not stand at %d", text, target, start)
			}
			got = append(got, target)
			return true
		})
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
		zeroClawInterpreter(text[:min(len(text), skill.HeadBytes)])
		zeroClawTarget(text)
		placeholders(text)
	})
}
