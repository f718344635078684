package format_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/format"
	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

type sample struct {
	read func(string) reading.Reading
	text string
	want string // what String of the reading has
}

func samples() []sample {
	return []sample{
		{format.ReadCurl, "%{http_code}\\n", "harmless"},
		{format.ReadCurl, "%header{date} 100%% %", "harmless"},
		{format.ReadCurl, "%%output{x}", "harmless"},
		{format.ReadCurl, "", "harmless"},
		{format.ReadCurl, "%output{/home/a/.bashrc}id", "writes /home/a/.bashrc"},
		{format.ReadCurl, "%output{>>log}%{url}", "log"},
		{format.ReadCurl, "%output{x", "opaque"},
		{format.ReadCurl, "@format", "opaque"},
		{format.ReadCurl, "@-", "opaque"},
		{format.ReadCurl, "a\x00", "opaque"},

		{format.ReadTmux, "main", "harmless"},
		{format.ReadTmux, "#S:#I #{session_name} ##(id) #[fg=red]", "harmless"},
		{format.ReadTmux, "#", "harmless"},
		{format.ReadTmux, "#(id)", "opaque"},
		{format.ReadTmux, "###(id)", "opaque"},
		{format.ReadTmux, "#{E:status-left}", "opaque"},
		{format.ReadTmux, "#{?x,#(id),}", "opaque"},
		{format.ReadTmux, "#{session_name", "opaque"},
		{format.ReadTmux, "\x00", "opaque"},

		{format.ReadFFmpeg, "scale=1280:-1,fps=30", "harmless"},
		{format.ReadFFmpeg, "[0:v][1:v]overlay=10:10[o];[o]hflip", "harmless"},
		{format.ReadFFmpeg, "select='eq(n,0)'", "harmless"},
		{format.ReadFFmpeg, `select=gt(scene\,0.4),showinfo`, "harmless"},
		{format.ReadFFmpeg, "fps=10,split[s0][s1];[s0]palettegen[p];[s1][p]paletteuse", "harmless"},
		{format.ReadFFmpeg, "movie=/etc/passwd", "opaque"},
		{format.ReadFFmpeg, "metadata=print:file=x", "opaque"},
		{format.ReadFFmpeg, "drawtext=textfile=/etc/passwd", "opaque"},
		{format.ReadFFmpeg, "scale=1,subtitles=x.srt", "opaque"},
		{format.ReadFFmpeg, "paletteuse=debug_kdtree=x.dot", "opaque"},
		{format.ReadFFmpeg, "paletteuse=none:1:rectangle:0:128:x.dot", "opaque"},
		{format.ReadFFmpeg, "scale=/w=x", "opaque"},
		{format.ReadFFmpeg, "[a", "opaque"},
		{format.ReadFFmpeg, "mo'vie'=x", "opaque"},
		{format.ReadFFmpeg, "", "opaque"},
		{format.ReadFFmpeg, "\x00", "opaque"},

		{format.ReadYq, ".a.b[0]", "harmless"},
		{format.ReadYq, `.image.tag = "v1.2.3"`, "harmless"},
		{format.ReadYq, `.spec.containers[] | select(.name == "x") | .image`, "harmless"},
		{format.ReadYq, `{"a": .b, c: .d}`, "harmless"},
		{format.ReadYq, `.on-push.x-y // ""`, "harmless"},
		{format.ReadYq, `load("/etc/passwd")`, "opaque"},
		{format.ReadYq, `env(HOME)`, "opaque"},
		{format.ReadYq, `eval(.a)`, "opaque"},
		{format.ReadYq, `"\(load("x"))"`, "opaque"},
		{format.ReadYq, `1load("x")`, "opaque"},
		{format.ReadYq, `"x`, "opaque"},
		{format.ReadYq, "\x00", "opaque"},
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range samples() {
		r := c.read(c.text)
		if got := r.String(); got != c.want && (c.want == "harmless" || !strings.Contains(got, c.want)) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range samples() {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(string) reading.Reading{format.ReadCurl, format.ReadTmux, format.ReadFFmpeg, format.ReadYq} {
			r := read(text)
			if r.Harmless() && len(text) > reading.MaxText {
				t.Errorf("%d bytes were read to the end", len(text))
			}
		}
		if r := format.ReadTmux(text); r.Harmless() && strings.HasPrefix(text, "#(") {
			t.Errorf("%q is read as harmless", text)
		}
		if r := format.ReadFFmpeg(text); r.Harmless() && strings.HasPrefix(text, "movie") {
			t.Errorf("%q is read as harmless", text)
		}
	})
}
