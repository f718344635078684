package deceptive

import "testing"

// TestSkeleton takes names for each other that look alike, and no others.
func TestSkeleton(t *testing.T) {
	t.Parallel()
	for _, same := range [][]string{
		{"weather", "Weather", "wea-ther_", "we\u0430ther", "wea\u200bther", "w\uff45ather", "\U0001d430eather", "wea\u3164ther", "wea\U000e0041ther"},
		{"mail", "rnail", "\u043cail"}, {"claude", "cIaude", "c1aude", "\u0441laude", "claud\u0435"}, {"log", "l0g", "1og"}, {"OpenAI", "openai"},
		{"wiki", "vviki"}, {"caf\u00e9", "cafe\u0301"}, {"docker", "\u217eocker", "d\u03bfcker", "do\u03f2ker", "dock\u212er"},
	} {
		for _, name := range same[1:] {
			if Skeleton(name) != Skeleton(same[0]) {
				t.Errorf("%q is %q, %q is %q", name, Skeleton(name), same[0], Skeleton(same[0]))
			}
		}
	}
	seen := map[string]string{}
	for _, name := range []string{"weather", "whether", "mail", "mall", "nail", "tall", "tail", "cafe", "caf\u00e9", "\u65e5\u672c", "--", "", "git", "gist"} {
		if other, ok := seen[Skeleton(name)]; ok {
			t.Errorf("%q is taken for %q", name, other)
		}
		seen[Skeleton(name)] = name
	}
}
