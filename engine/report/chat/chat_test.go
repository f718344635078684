package chat

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ channel, lang, text, want string }{
		{"discord", "python", "print(1)", "```python\nprint(1)\n```"},
		{"Discord", "Python", "", "```python\n\n```"},
		{"discord", "", "a < b && c", "```text\na < b && c\n```"},
		{"discord", "x\n```", "a", "```text\na\n```"},
		{"discord", strings.Repeat("x", 40), "a", "```text\na\n```"},
		{"discord", "c++", "a\r\nb\tc\n", "```c++\na\nb\tc\n\n```"},
		{"discord", "text", "a```b", "```text\na`\u200b`\u200b`b\n```"},
		{"discord", "text", "`````", "```text\n`\u200b`\u200b`\u200b`\u200b`\n```"},
		{"discord", "text", "a``b`c", "```text\na``b`c\n```"},
		{"discord", "text", "a\x1b[31mb\u202ec\xff", "```text\na\\x1b[31mb\\u{202e}c\\xff\n```"},
		{"slack", "python", "x\n", "```\nx\n\n```"},
		{"slack", "", "<!channel> a && b", "```\n&lt;!channel&gt; a &amp;&amp; b\n```"},
		{"telegram", "python", "a < b && c > \"d\"", "<pre><code class=\"language-python\">a &lt; b &amp;&amp; c &gt; \"d\"</code></pre>"},
		{"telegram", `"><b>`, "x", "<pre><code class=\"language-text\">x</code></pre>"},
		{"telegram", "", "a```b", "<pre><code class=\"language-text\">a```b</code></pre>"},
		{"whatsapp", "python", "", "``````"},
		{"whatsapp", "", "`x`", "```\u200b`x`\u200b```"},
		{"whatsapp", "", "x\n", "```x\n```"},
	} {
		m, err := Format(tt.channel, tt.lang, tt.text, 0)
		if err != nil || m.Text != tt.want || m.Truncated {
			t.Errorf("%s %q: %q, cut %v, %v; want %q", tt.channel, tt.text, m.Text, m.Truncated, err, tt.want)
		}
	}
}

// TestLimits tries texts about as long as fits.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		channel, unit string
		limit, fits   int
	}{
		{"discord", "x", 0, 1988}, {"slack", "x", 0, 39992}, {"telegram", "x", 0, 4096}, {"whatsapp", "x", 0, 4090},
		{"discord", "x", 100, 88}, {"discord", "x", 1 << 20, 1988}, {"discord", "😀", 0, 994}, {"telegram", "&", 0, 4096}, {"slack", "&", 0, 7998}, {"discord", "é", 0, 1988},
	} {
		for more := range 3 {
			m, err := Format(tt.channel, "text", strings.Repeat(tt.unit, tt.fits+more), tt.limit)
			if err != nil {
				t.Fatal(err)
			}
			if m.Truncated != (more > 0) || m.Length > m.Limit || m.Length < m.Limit-8 {
				t.Errorf("%s, %d × %q: cut %v, %d of %d", tt.channel, tt.fits+more, tt.unit, m.Truncated, m.Length, m.Limit)
			}
			if strings.Contains(m.Text, "view full output") != m.Truncated {
				t.Errorf("%s, %d × %q: notice: %q", tt.channel, tt.fits+more, tt.unit, m.Text[len(m.Text)-80:])
			}
		}
	}
}

func TestFormatFails(t *testing.T) {
	t.Parallel()
	if _, err := Format("irc", "", "x", 0); err == nil || err.Error() != `channel "irc" is not known; it must be one of discord, slack, telegram, whatsapp` {
		t.Errorf("error %v", err)
	}
	if _, err := Format("discord", "", "x", 20); err == nil || !strings.Contains(err.Error(), "at least 6") {
		t.Errorf("error %v", err)
	}
}

func TestCutsBetweenCharacters(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"e\u0301", "🇩🇪", "👍🏽", "각", "각", "❤️", "क्षि"} {
		for limit := 80; limit < 100; limit++ {
			m, err := Format("discord", "", strings.Repeat(unit, 200), limit)
			if err != nil {
				t.Fatal(err)
			}
			body := strings.TrimPrefix(m.Text, "```text\n")
			body = body[:strings.Index(body, "\n```")]
			if rest := strings.ReplaceAll(body, unit, ""); rest != "" && unit != "क्षि" || body == "" {
				t.Errorf("%q at %d: %q is left of one", unit, limit, rest)
			}
		}
	}
	for _, unit := range []string{"\x1b", "\u202e", "\U000e0041", "\xff"} {
		for limit := 80; limit < 100; limit++ {
			m, err := Format("slack", "", strings.Repeat(unit, 200), limit)
			if err != nil {
				t.Fatal(err)
			}
			body := strings.TrimPrefix(m.Text, "```\n")
			body = body[:strings.Index(body, "\n```")]
			if rest := strings.ReplaceAll(body, visible(unit), ""); rest != "" || body == "" {
				t.Errorf("%q at %d: %q is left of an escape in %q", unit, limit, rest, body)
			}
		}
	}
	m, err := Format("discord", "", strings.Repeat(strings.Repeat("x", 59)+"\n", 100), 0)
	if err != nil || !strings.Contains(m.Text, "x\n```\n…") || strings.Contains(m.Text, "\nx\n") {
		t.Errorf("a line is cut: %q, %v", m.Text[len(m.Text)-150:], err)
	}
}

func FuzzFormat(f *testing.F) {
	for _, text := range []string{"", "a```b", "`", "``````", strings.Repeat("`", 5000), strings.Repeat("😀", 3000), "<>&\x00\xff", strings.Repeat("e\u0301", 2000), "\n", "x`", "@everyone <!channel> <@U1>", strings.Repeat("\x1b[0m", 900), strings.Repeat("\u202e", 90), strings.Repeat("&", 4096), strings.Repeat("<!channel>", 5000)} {
		for _, name := range Channels() {
			f.Add(name, "text", text, 0)
			f.Add(name, "a`b", text, 90)
		}
	}
	fence := regexp.MustCompile("```")
	f.Fuzz(func(t *testing.T, name, lang, text string, limit int) {
		m, err := Format(name, lang, text, limit)
		if err != nil {
			return
		}
		sent := m.Text
		if strings.EqualFold(name, "telegram") {
			if strings.Count(sent, "<") != 4 || strings.Count(sent, ">") != 4 {
				t.Errorf("%q: markup in %q", text, sent)
			}
			sent = html.UnescapeString(regexp.MustCompile(`</?(pre|code)[^>]*>`).ReplaceAllString(sent, ""))
		} else if n := len(fence.FindAllString(sent, -1)); n != 2 {
			t.Errorf("%q: %d fences in %q", text, n, sent)
		}
		if got := length(sent); got != m.Length || got > m.Limit {
			t.Errorf("%q: a message of %d, said to be %d of %d", text, got, m.Length, m.Limit)
		}
		if !utf8.ValidString(m.Text) || strings.ContainsAny(m.Text, "\x1b\x00\r\u202e") {
			t.Errorf("%q: %q", text, m.Text)
		}
		if at := strings.LastIndexByte(sent, '\\'); m.Truncated && at >= 0 && !strings.EqualFold(name, "telegram") {
			if cut := sent[at:]; regexp.MustCompile("^\\\\(x[0-9a-f]?|u\\{[0-9a-f]*)(\n?```)").MatchString(cut) && !strings.Contains(text, `\`) {
				t.Errorf("%q: cut inside an escape: %q", text, cut)
			}
		}
		if strings.EqualFold(name, "slack") && strings.ContainsAny(sent, "<>") {
			t.Errorf("%q: slack would act on %q", text, sent)
		}
		if limit == 0 && len(text) < 100 && m.Truncated {
			t.Errorf("%q: cut", text)
		}
	})
}

// TestJoinedEmoji keeps emoji that are seen as one together, as they are.
func TestJoinedEmoji(t *testing.T) {
	t.Parallel()
	const coder = "👩🏽\u200d💻" // 7 units
	m, err := Format("discord", "text", coder, 0)
	if err != nil || m.Text != "```text\n"+coder+"\n```" {
		t.Errorf("%q, %v", m.Text, err)
	}
	for room := range 3 * 7 {
		if got := prefix(strings.Repeat(coder, 3), room); got != strings.Repeat(coder, room/7) {
			t.Errorf("of %d units: %q", room, got)
		}
	}
}
