package scan

import (
	"bytes"
	"cmp"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// controlShare is the share of control characters, in percent, above which
// bytes without NUL are not taken for text.
const controlShare = 2

// Shebang is the interpreter line of a script.
type Shebang struct {
	// Line is the first line without "#!" and surrounding blanks.
	Line string
	// Program is the base name of what runs the script; with env, of the
	// program that env starts. It keeps its case and version: "python3.11".
	Program string
	// Args are the arguments before the script's own path.
	Args []string
}

// ReadShebang reads the interpreter line that head starts with, as Linux does:
// nothing may stand before "#!".
func ReadShebang(head []byte) (Shebang, bool) {
	line, ok := bytes.CutPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("#!"))
	if !ok {
		return Shebang{}, false
	}
	if i := bytes.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	if len(line) > 4096 {
		line = line[:4096]
	}
	s := Shebang{Line: strings.TrimSpace(strings.ToValidUTF8(string(line), "\uFFFD"))}
	words := strings.Fields(s.Line)
	if len(words) == 0 {
		return Shebang{}, false
	}
	s.Program, s.Args = path.Base(words[0]), words[1:]
	if s.Program == "env" {
		s.Program, s.Args = behindEnv(words[1:])
	}
	return s, true
}

// behindEnv skips the options and assignments of env.
func behindEnv(words []string) (string, []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "-u" || word == "-C" || word == "--unset" || word == "--chdir":
			i++
		case strings.HasPrefix(word, "-S") && len(word) > 2:
			return path.Base(word[2:]), words[i+1:]
		case strings.HasPrefix(word, "-"), strings.Contains(word, "="):
		default:
			return path.Base(word), words[i+1:]
		}
	}
	return "env", nil
}

// Language says what a program of this name interprets, "" when it is not
// known as an interpreter. Versions ("python3.11", "lua5.4") do not matter.
func Language(program string) string {
	t := scriptTable()
	name := strings.TrimSuffix(strings.ToLower(path.Base(program)), ".exe")
	if lang, ok := t.byProgram[name]; ok {
		return lang
	}
	if lang, ok := t.byProgram[strings.TrimRight(name, "0123456789.-")]; ok {
		return lang
	}
	if name == "rscript" {
		return "r"
	}
	return ""
}

// LanguageOf says what a script of this name is written in by its extension, "" when that
// says nothing.
func LanguageOf(name string) string { return scriptTable().byExtension[extension(name)] }

// identifyText tells text from binary, and programs from other text.
func identifyText(head []byte, name string) Content {
	enc, ok := encoding(head)
	// A script may carry a binary payload behind its last line.
	if s, isScript := ReadShebang(head); isScript && (ok || looksText([]byte(s.Line))) {
		lang := cmp.Or(Language(s.Program), "unknown")
		return Content{Class: ClassScript, Type: lang, By: "shebang"}
	}
	if !ok {
		return Content{Class: ClassData, Type: "binary"}
	}
	if isSVG(head) {
		return Content{Class: ClassDocument, Type: "svg"}
	}
	if lang, ok := scriptTable().byExtension[extension(name)]; ok {
		return Content{Class: ClassScript, Type: lang, By: "name"}
	}
	if isHTML(head) {
		return Content{Class: ClassText, Type: "html"}
	}
	return Content{Class: ClassText, Type: enc}
}

// Text is a text as UTF-8, whatever its name says that it is, and false for what is
// no text by its first bytes.
func Text(data []byte) ([]byte, bool) {
	head := data[:min(len(data), HeadSize)]
	enc, ok := encoding(head)
	if !ok {
		_, ok = ReadShebang(head) // a script may carry a payload behind its last line
		return data, ok
	}
	if enc != "utf-16" {
		return data, len(data) > 0
	}
	decoded, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data)
	return decoded, err == nil
}

func looksText(head []byte) bool {
	_, ok := encoding(head)
	return ok
}

// encoding names the encoding of a text, false when head is binary.
func encoding(head []byte) (string, bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return "utf-16", len(head) > 2 && bytes.IndexByte(head, 0) >= 0
	case bytes.IndexByte(head, 0) >= 0:
		return "", false
	}
	controls := 0
	for _, b := range head {
		if b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b || b == 0x7f {
			controls++
		}
	}
	if controls*100 > len(head)*controlShare {
		return "", false
	}
	if validHead(head) {
		return "utf-8", true
	}
	high := 0
	for _, b := range head {
		if b >= 0x80 {
			high++
		}
	}
	// Old eight-bit encodings are mostly ASCII with some high bytes.
	return "8-bit", high*100 <= len(head)*40
}

// validHead reports whether head is UTF-8, but for a character that the end of
// the head may have cut.
func validHead(head []byte) bool {
	if utf8.Valid(head) {
		return true
	}
	if len(head) < HeadSize {
		return false
	}
	for cut := 1; cut < utf8.UTFMax; cut++ {
		if utf8.Valid(head[:len(head)-cut]) {
			return true
		}
	}
	return false
}

// isSVG finds the root element behind declarations and comments.
func isSVG(head []byte) bool {
	return rootElement(head) == "svg"
}

func isHTML(head []byte) bool {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(start) > 16 {
		start = start[:16]
	}
	lower := bytes.ToLower(start)
	return bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.HasPrefix(lower, []byte("<html"))
}

// rootElement returns the local name of the first element of XML text.
func rootElement(text []byte) string {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		var end string
		switch {
		case bytes.HasPrefix(text, []byte("<?")):
			end = "?>"
		case bytes.HasPrefix(text, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(text, []byte("<!")):
			end = ">"
			if i := bytes.IndexAny(text, "[>"); i >= 0 && text[i] == '[' {
				end = "]>"
			}
		case bytes.HasPrefix(text, []byte("<")):
			name := text[1:]
			if i := bytes.IndexAny(name, " \t\r\n/>"); i >= 0 {
				name = name[:i]
			}
			if i := bytes.IndexByte(name, ':'); i >= 0 {
				name = name[i+1:]
			}
			return string(name)
		default:
			return ""
		}
		i := bytes.Index(text, []byte(end))
		if i < 0 {
			return ""
		}
		text = text[i+len(end):]
	}
}

// pointer recognises files that stand for content somewhere else.
func pointer(head []byte, name string) *Pointer {
	if bytes.HasPrefix(head, []byte("version https://git-lfs.github.com/spec/")) {
		p := &Pointer{Kind: "git-lfs"}
		for line := range strings.Lines(string(head[:min(len(head), 1024)])) {
			if oid, ok := strings.CutPrefix(line, "oid "); ok {
				p.Target = strings.TrimSpace(oid)
			}
			if size, ok := strings.CutPrefix(line, "size "); ok {
				p.Size, _ = strconv.ParseInt(strings.TrimSpace(size), 10, 64)
			}
		}
		return p
	}
	if dir, ok := bytes.CutPrefix(head, []byte("gitdir: ")); ok && path.Base(name) == ".git" {
		if i := bytes.IndexAny(dir, "\r\n"); i >= 0 {
			dir = dir[:i]
		}
		return &Pointer{Kind: "git-submodule", Target: strings.ToValidUTF8(string(dir[:min(len(dir), 4096)]), "\uFFFD")}
	}
	return nil
}
