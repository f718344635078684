package document

import "testing"

func TestJoinSurrogates(t *testing.T) {
	for text, want := range map[string]string{
		`a: "\ud83e\udd16-bot" # b`:     `a: "\U0001f916-bot"   # b`,
		`{"a": "\uD83E\uDD16", "b": 1}`: `{"a": "\U0001f916"  , "b": 1}`,
		`"\ud83e"`:                      `"\ufffd"`,
		`"\udd16\ud83e\udd16"`:          `"\ufffd\U0001f916"  `,
		`"\\ud83e\\udd16"`:              `"\\ud83e\\udd16"`,
		`"\u00e9 \" \u12" '\ud83e'`:     `"\u00e9 \" \u12" '\ud83e'`,
		`"open \ud83e\udd16`:            `"open \U0001f916  `,
		`"\`:                            `"\`,
		`plain \ud83e\udd16`:            `plain \ud83e\udd16`,
	} {
		if got := joinSurrogates(text); got != want {
			t.Errorf("%s: %s; wanted %s", text, got, want)
		}
		if len(joinSurrogates(text)) != len(text) {
			t.Errorf("%s changes its length", text)
		}
	}
}

// TestSurrogatesInYAML reads what JSON writers escape, and what stands behind it
// where it is.
func TestSurrogatesInYAML(t *testing.T) {
	text := "name: \"\\ud83e\\udd16-bot\"\nmetadata: {\"emoji\": \"\\ud83e\\udd16\", \"bins\": [\"a\"], '\\ud83e': b}\n"
	doc, err := ParseYAML(t.Context(), "f", []byte(text), Position{Line: 1, Column: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Root.At("name").Interface(); got != "🤖-bot" {
		t.Errorf("%q", got)
	}
	if got := doc.Root.At("metadata", "emoji").Interface(); got != "🤖" {
		t.Errorf("%q", got)
	}
	bins := doc.Root.At("metadata", "bins", 0)
	if got := text[bins.Span.Start.Offset:bins.Span.End.Offset]; got != `"a"` {
		t.Errorf("%s stands at %+v", got, bins.Span)
	}
	if doc.Root.At("metadata", `\ud83e`).Interface() != "b" {
		t.Error("what stands between single quotes is another text")
	}
}
