package markdown

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// maxWord is how many bytes of a word are looked at.
const maxWord = 512

// colon takes in a bare web address.
func (in *inliner) colon() {
	off := in.off
	in.off++
	if in.code || !bytes.HasPrefix(in.text[off:], []byte("://")) {
		return
	}
	start := off
	for start > in.taken && isAlnum(in.text[start-1]) && off-start < len("https") {
		start--
	}
	scheme := strings.ToLower(string(in.text[start:off]))
	if scheme != "http" && scheme != "https" || start > in.taken && isAlnum(in.text[start-1]) {
		return
	}
	end := off + 3
	for end < len(in.text) && in.text[end] > ' ' && in.text[end] != '<' && in.text[end] != '`' && in.text[end] != '"' {
		end++
	}
	end = off + 3 + trimAddress(in.text[off+3:end])
	if end == off+3 {
		return
	}
	in.off, in.taken = end, end
	in.p.addLink(Link{
		Target: cut(in.text[start:end], MaxTarget), Example: in.example, bare: true,
		Span: document.Span{Start: in.at(start), End: in.at(end)},
	})
}

// trimAddress returns the length of a bare address without the punctuation of
// the sentence around it, and without brackets that were opened before it.
func trimAddress(b []byte) int {
	depth, host := 0, len(b) > 0 && b[0] == '['
	for i, c := range b {
		if host {
			host = c != ']'
			continue
		}
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				b = b[:i]
			}
		case '[', ']', '|', '\\', '{', '}', '^':
			b = b[:i]
		}
		if len(b) <= i {
			break
		}
	}
	return len(bytes.TrimRight(b, ".,;:!?'*_~"))
}

// word takes in a word with a slash.
func (in *inliner) word() {
	off := in.off
	in.off++
	if in.literal {
		return
	}
	start := off
	for start > in.taken && isPathByte(in.text[start-1]) && off-start < maxWord {
		start--
	}
	end := off
	for end < len(in.text) && isPathByte(in.text[end]) {
		end++
	}
	in.off, in.taken = end, end
	for end > start && (in.text[end-1] == '.' || in.text[end-1] == '*') {
		end--
	}
	for start < off && in.text[start] == '*' {
		start++
	}
	if start == off && in.text[start] == '/' || end-start > maxWord || end <= off+1 {
		return
	}
	if len(in.p.doc.Mentions) >= MaxItems {
		in.p.doc.Truncated = true
		return
	}
	at := in.at(start)
	in.p.doc.Mentions = append(in.p.doc.Mentions, Mention{
		Text: cut(in.text[start:end], maxWord), Span: document.Span{Start: at, End: in.at(end)},
	})
}

// angle takes in a comment, an address in angle brackets, or a tag.
func (in *inliner) angle() {
	off := in.off
	in.off++
	if in.code {
		return
	}
	rest := in.text[in.off:]
	if bytes.HasPrefix(rest, []byte("!--")) && !in.literal {
		in.inlineComment(off)
		return
	}
	n := bytes.IndexAny(rest, "<>")
	if n <= 0 || rest[n] != '>' || !isAlnum(rest[0]) {
		return
	}
	body := rest[:n]
	if target := autolink(body); target != "" {
		in.off += n + 1
		in.taken = in.off
		in.p.addLink(Link{
			Target: target, Example: in.example, bare: true,
			Span: document.Span{Start: in.at(off), End: in.at(in.off)},
		})
		return
	}
	if in.literal || !in.tag(off, body) {
		return
	}
	in.off += n + 1
	in.taken = in.off
}

// autolink returns the address between angle brackets, "" when it is none.
func autolink(body []byte) string {
	if bytes.ContainsAny(body, " \t\r\n\\") {
		return ""
	}
	if i := bytes.IndexByte(body, ':'); i >= 2 && i <= 32 {
		for _, c := range body[:i] {
			if !isAlnum(c) && c != '+' && c != '.' && c != '-' {
				return ""
			}
		}
		if i == len(body)-1 {
			return ""
		}
		return cut(body, MaxTarget)
	}
	at := bytes.IndexByte(body, '@')
	if at > 0 && bytes.IndexByte(body[at:], '.') > 1 && !bytes.ContainsAny(body, "/:;,") {
		return "mailto:" + cut(body, MaxTarget)
	}
	return ""
}

// inlineComment takes in a comment inside a paragraph.
func (in *inliner) inlineComment(off int) {
	if in.noComment {
		return
	}
	n := bytes.Index(in.text[off+2:], []byte("-->"))
	if n < 0 {
		in.noComment = true
		return
	}
	end := off + 2 + n + len("-->")
	start := in.at(off)
	in.nested(off+4, max(off+4, end-3), func(c *inliner) { c.literal, c.links, c.example = true, true, true })
	in.p.addComment(document.Span{Start: start, End: in.at(end)})
	in.off, in.taken = end, end
}

// tag takes in the href and src of a tag, and reports whether it is a tag.
func (in *inliner) tag(off int, body []byte) bool {
	name := 0
	for name < len(body) && (isAlnum(body[name]) || body[name] == '-') {
		name++
	}
	if name < len(body) && spaces(body[name:]) == 0 && body[name] != '/' {
		return false
	}
	image := strings.EqualFold(string(body[:min(name, 8)]), "img")
	for rest := body[name:]; len(rest) > 0; {
		var key, value []byte
		key, value, rest = attribute(rest)
		if k := strings.ToLower(string(key[:min(len(key), 8)])); (k == "href" || k == "src") && len(value) > 0 {
			in.p.addLink(Link{
				Target: cut(value, MaxTarget), Image: image, Example: in.example,
				Span: document.Span{Start: in.at(off), End: in.at(off + len(body) + 2)},
			})
			break
		}
	}
	return true
}

// attribute cuts the first attribute off the inside of a tag.
func attribute(b []byte) (key, value, rest []byte) {
	i := 0
	for i < len(b) && (b[i] <= ' ' || b[i] == '/' || b[i] == '=') {
		i++
	}
	start := i
	for i < len(b) && b[i] > ' ' && b[i] != '=' && b[i] != '/' {
		i++
	}
	key = b[start:i]
	j := i + spaces(b[i:])
	if j >= len(b) || b[j] != '=' {
		return key, nil, b[i:]
	}
	j++
	j += spaces(b[j:])
	if j < len(b) && (b[j] == '"' || b[j] == '\'') {
		if n := bytes.IndexByte(b[j+1:], b[j]); n >= 0 {
			return key, b[j+1 : j+1+n], b[j+2+n:]
		}
	}
	end := j
	for end < len(b) && b[end] > ' ' {
		end++
	}
	return key, b[j:end], b[end:]
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isWord reports whether a byte can be part of a file's name without doubt.
func isWord(c byte) bool { return isAlnum(c) || c == '_' || c == '.' || c == '-' || c >= 0x80 }

// isPathByte reports whether a byte is taken as part of a path in prose.
func isPathByte(c byte) bool {
	return isWord(c) || strings.IndexByte(`/\@+%{}$~*`, c) >= 0
}
