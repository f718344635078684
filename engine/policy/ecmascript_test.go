package policy

import "testing"

// What RegExp.test of ECMAScript, without flags, says; recorded with a real one.
func TestMatchECMAScriptMeansWhatRegExpDoes(t *testing.T) {
	t.Parallel()
	for pattern, c := range map[string]struct{ found, missed []string }{
		`^a$`:              {[]string{"a"}, []string{"a\n", "ab"}},
		`^.$`:              {[]string{"a", "é", "\u00a0"}, []string{"", "\n", "\r", "\u2028", "😀"}},
		`^..$`:             {[]string{"😀", "ab"}, []string{"é"}},
		`😀`:                {[]string{"x😀"}, []string{"x"}},
		`[😀]`:              {[]string{"😀"}, []string{"a"}},
		`\p{L}+`:           {[]string{"p{L}"}, []string{"abc", "é", "pL"}},
		`\s`:               {[]string{" ", "\t", "\u00a0", "\ufeff", "\u2028"}, []string{"a", ""}},
		`^\S+$`:            {[]string{"abc"}, []string{"a b", "a\u00a0b"}},
		`[\S]`:             {[]string{"a", "é"}, []string{" ", "\u3000"}},
		`[^\s]`:            {[]string{"a"}, []string{"\ufeff"}},
		`\d`:               {[]string{"7"}, []string{"٣"}},
		`\w`:               {[]string{"_"}, []string{"é"}},
		`[\W]`:             {[]string{"é", "-"}, []string{"a_"}},
		`\b`:               {[]string{"a"}, []string{"é", ""}},
		`^\B`:              {[]string{"é", ""}, []string{"a"}},
		`[\b]`:             {[]string{"\b"}, []string{"b"}},
		`[]`:               {nil, []string{"", "a", "]"}},
		`[^]`:              {[]string{"\n", "]"}, []string{""}},
		`[[]`:              {[]string{"["}, []string{"]"}},
		`{`:                {[]string{"{"}, []string{"a"}},
		`a{,2}`:            {[]string{"a{,2}"}, []string{"aa"}},
		`^a{2}$`:           {[]string{"aa"}, []string{"a", "a{2}"}},
		`\z`:               {[]string{"z"}, []string{""}},
		`\A`:               {[]string{"A"}, []string{""}},
		`\c`:               {[]string{`\c`}, []string{"c"}},
		`\cA`:              {[]string{"\x01"}, []string{"A"}},
		`\x4`:              {[]string{"x4"}, []string{"\x04"}},
		`\u{41}`:           {[]string{"uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu"}, []string{"A"}},
		`(?<n>a)\k<n>`:     {[]string{"aa"}, []string{"a"}},
		`\1(a)`:            {[]string{"a"}, []string{"b"}},
		`(?<=a)b`:          {[]string{"ab"}, []string{"b"}},
		`(?!a)b`:           {[]string{"b"}, []string{"a"}},
		`a#b`:              {[]string{"a#b"}, []string{"a"}},
		`^(?!.*--force).*`: {[]string{"push"}, []string{"push --force"}},
		// These are not patterns of ECMAScript at all.
		`(?i)a`: {nil, []string{"a", "A"}},
		`(?#x)`: {nil, []string{""}},
		`(?>a)`: {nil, []string{"a"}},
		`(`:     {nil, []string{"("}},
		`[`:     {nil, []string{"["}},
		`\`:     {nil, []string{`\`}},
		`a++`:   {nil, []string{"aa"}},
	} {
		for _, text := range c.found {
			if ok, why := MatchECMAScript(pattern, text); !ok {
				t.Errorf("%q is not found in %q: %s", pattern, text, why)
			}
		}
		for _, text := range c.missed {
			if ok, _ := MatchECMAScript(pattern, text); ok {
				t.Errorf("%q is found in %q", pattern, text)
			}
		}
	}
}
