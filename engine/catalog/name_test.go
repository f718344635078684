package catalog

import (
	"slices"
	"testing"
)

func TestPlainName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"weather": "weather", "Weather": "weather", "wea-ther_": "weather", "we\u0430ther": "weather", "wea\u200bther": "weather", "w\uff45ather": "weather",
		"l0g": "log", "1og": "log", "\u0412ot": "bot", "": "", "--": "--", "\u65e5\u672c": "\u65e5\u672c", "caf\u00e9": "caf\u00e9", "cafe\u0301": "caf\u00e9", "wea\u0307ther": "we\u00e5ther",
	} {
		if got := plainName(name); got != want {
			t.Errorf("%q is %q; wanted %q", name, got, want)
		}
	}
}

func TestOddIn(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"weather": {}, "x y": {}, "日本": {}, "café": {}, "a\nb": {"line"}, "a\x1b[31m": {"control"}, "a\u202eb\u200bc": {"bidi", "zero-width"}, "\ufeffa": {"bom"},
		"\uff41": {"fullwidth"}, "a\u00a0b": {"space"}, "\u3164": {"filler"}, "we\u0430ther": {"confusable"}, "\u0445\u043e\u0440": {}, "h\u0131zl\u0131": {}, "\ue000": {"private"},
	} {
		if got := oddIn(name); !slices.Equal(got, want) {
			t.Errorf("%q has %q; wanted %q", name, got, want)
		}
	}
}
