package gitconfig

import (
	"strings"
	"testing"
)

// lines are lines of a section "s", and what they are read as; "?" stands behind what
// is not written as Git writes it.
func lines() map[string]string {
	return map[string]string{
		"[core]": "[core]", "\t[Core]  ": "[core]", `[remote "a\"b"]`: `[remote a"b]`, "[a.b]": "[a b]?", "[core ]": "[core]?", `[core"x"]`: "[core x]?",
		`[core ""]`: "[core]?", `[a "\x"]`: "[a x]?", "[a \"\t\"]": "[a]?", "[core": "[s]?", "[core] x = 1": "[core]?", "[core] # c": "[core]?", "[a]]": "[a]?",
		"k = v": "s.k=v", "\tK=v \t": "s.k=v", "k": "s.k=true", "k = \"a; b \"": "s.k=a; b ", `k = "a\\\"b"`: `s.k=a\"b`, "k = a b": "s.k=a b", "k =": "s.k=",
		"k = a # c": "s.k=a?", `k = a"b"`: "s.k=ab?", `k = "a" "b"`: "s.k=a b?", `k = "a"b`: "s.k=ab?", `k = ""`: "s.k=", `k = a\tb`: "s.k=a\tb?", "k = a\\\nb": "s.k=ab?",
		`k = "a`: "s.k=a?", `k = a\`: "s.k=a?", `k = a\q`: "s.k=a?", "k = a\nl = b": "s.k=a?", "1k = 2": "?", "x.y = z": "?", "= 1": "?", "k # c": "?", "": "?", "\ufeffk = 1": "?",
	}
}

func spelt(l Line) string {
	text := ""
	switch {
	case l.Header:
		text = "[" + strings.TrimSpace(l.Section.Name+" "+strings.TrimRight(l.Section.Subsection, " ")) + "]"
	case l.Setting.Key != "":
		text = l.Setting.Name() + "=" + l.Setting.Value
	}
	if !l.Plain {
		text += "?"
	}
	return text
}

func TestReadLine(t *testing.T) {
	for line, want := range lines() {
		if got := spelt(ReadLine(Section{Name: "s"}, line)); got != want {
			t.Errorf("%q is read as %q; %q is wanted", line, got, want)
		}
	}
}

// FuzzReadLine: a plain line means in a file what it means by itself.
func FuzzReadLine(f *testing.F) {
	for line := range lines() {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		read := ReadLine(Section{Name: "s"}, line)
		if !read.Plain || strings.ContainsAny(line, "\r\n") {
			return
		}
		settings, problem := Read("[s]\n"+line+"\n", most)
		switch {
		case problem != "":
			t.Errorf("%q is plain, and in a file %s", line, problem)
		case read.Header && len(settings) > 0, !read.Header && (len(settings) != 1 || settings[0].Name() != read.Setting.Name() || settings[0].Value != read.Setting.Value):
			t.Errorf("%q is %+v, and in a file %+v", line, read, settings)
		}
	})
}
