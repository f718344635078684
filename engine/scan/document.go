package scan

import (
	"bytes"
	"slices"
	"strings"
)

// Document is what a document does besides being read. Active names are
// sorted.
type Document struct {
	// Active parts: "vba-macro", "ole-macro", "ole-object", "activex",
	// "external-template", "pdf-javascript", "pdf-open-action", "pdf-launch",
	// "pdf-embedded-file", "svg-script", "svg-event-handler",
	// "svg-foreign-object", "svg-javascript-url", "svg-entity".
	Active []string `json:"active"`
	// Encrypted documents cannot be looked into.
	Encrypted bool `json:"encrypted"`
}

func inspectDocument(c Content, data []byte) *Document {
	d := &Document{Active: []string{}}
	switch c.Type {
	case "ooxml", "odf":
		d.office(c.Archive)
	case "ole":
		d.ole(data)
	case "pdf":
		d.pdf(data)
	case "svg":
		d.svg(data)
	case "rtf":
		d.mark(data, "ole-object", `\objdata`)
		d.mark(data, "external-template", `\*\template`)
	default:
		return nil
	}
	slices.Sort(d.Active)
	return d
}

func (d *Document) add(part string) {
	for _, a := range d.Active {
		if a == part {
			return
		}
	}
	d.Active = append(d.Active, part)
}

func (d *Document) mark(data []byte, part string, signs ...string) {
	for _, sign := range signs {
		if bytes.Contains(data, []byte(sign)) {
			d.add(part)
			return
		}
	}
}

// office names the parts of OOXML and OpenDocument files that run.
func (d *Document) office(a *Archive) {
	if a == nil {
		return
	}
	d.Encrypted = a.Encrypted
	for name := range a.has {
		lower := strings.ToLower(name)
		switch {
		case strings.HasSuffix(lower, "/vbaproject.bin"), lower == "vbaproject.bin":
			d.add("vba-macro")
		case strings.Contains(lower, "/activex/"):
			d.add("activex")
		case strings.Contains(lower, "/embeddings/") && strings.HasSuffix(lower, ".bin"):
			d.add("ole-object")
		case strings.Contains(lower, "/macrosheets/"):
			d.add("excel4-macro")
		case strings.HasPrefix(lower, "basic/") && strings.HasSuffix(lower, ".xml"), strings.HasPrefix(lower, "scripts/"):
			d.add("odf-macro")
		}
	}
}

// ole finds the streams of macros in compound files; names are UTF-16.
func (d *Document) ole(data []byte) {
	for _, name := range []string{"_VBA_PROJECT", "VBA", "Macros"} {
		if bytes.Contains(data, utf16le(name+"\x00")) {
			d.add("ole-macro")
		}
	}
	if bytes.Contains(data, utf16le("\x01Ole10Native")) {
		d.add("ole-object")
	}
	if bytes.Contains(data, utf16le("EncryptedPackage")) {
		d.Encrypted = true
	}
}

func utf16le(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		out = append(out, s[i], 0)
	}
	return out
}

// pdf finds the names of actions. Names may spell letters as "#4A", and may
// hide in compressed objects, which are not unpacked here.
func (d *Document) pdf(data []byte) {
	for i := bytes.IndexByte(data, '/'); i >= 0; {
		name := pdfName(data[i+1:])
		switch name {
		case "JS", "JavaScript":
			d.add("pdf-javascript")
		case "OpenAction", "AA":
			d.add("pdf-open-action")
		case "Launch":
			d.add("pdf-launch")
		case "EmbeddedFile":
			d.add("pdf-embedded-file")
		case "Encrypt":
			d.Encrypted = true
		}
		next := bytes.IndexByte(data[i+1:], '/')
		if next < 0 {
			return
		}
		i += 1 + next
	}
}

// pdfName reads a name object of up to 32 bytes, "#xx" decoded.
func pdfName(b []byte) string {
	var out [32]byte
	n := 0
	for i := 0; i < len(b) && n < len(out); i++ {
		switch c := b[i]; {
		case c == '#' && i+2 < len(b) && unhexDigit(b[i+1]) >= 0 && unhexDigit(b[i+2]) >= 0:
			out[n] = byte(unhexDigit(b[i+1])<<4 | unhexDigit(b[i+2]))
			i += 2
		case c <= ' ' || strings.IndexByte("()<>[]{}/%", c) >= 0:
			return string(out[:n])
		default:
			out[n] = c
		}
		n++
	}
	return string(out[:n])
}

func unhexDigit(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b|0x20 >= 'a' && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}

// svg walks the tags of the text; a full XML parser would refuse what
// browsers still show.
func (d *Document) svg(data []byte) {
	lower := bytes.ToLower(data)
	if bytes.Contains(lower, []byte("<!entity")) {
		d.add("svg-entity")
	}
	for i := bytes.IndexByte(lower, '<'); i >= 0; {
		end := tagEnd(lower[i:])
		d.svgTag(lower[i : i+end])
		next := bytes.IndexByte(lower[i+end:], '<')
		if next < 0 {
			return
		}
		i += end + next
	}
}

// tagEnd is the length of the tag that b starts with; quotes may hold ">".
func tagEnd(b []byte) int {
	if bytes.HasPrefix(b, []byte("<!--")) {
		if i := bytes.Index(b, []byte("-->")); i >= 0 {
			return i + 3
		}
		return len(b)
	}
	quote := byte(0)
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return len(b)
}

func (d *Document) svgTag(tag []byte) {
	if len(tag) < 2 || tag[1] == '!' || tag[1] == '?' || tag[1] == '/' {
		return
	}
	name := tag[1:]
	if i := bytes.IndexAny(name, " \t\r\n/>"); i >= 0 {
		name = name[:i]
	}
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	switch string(name) {
	case "script":
		d.add("svg-script")
	case "foreignobject":
		d.add("svg-foreign-object")
	}
	if handler(tag) {
		d.add("svg-event-handler")
	}
	if i := bytes.Index(tag, []byte("javascript:")); i > 0 && strings.IndexByte("\"' \t\r\n=", tag[i-1]) >= 0 {
		d.add("svg-javascript-url")
	}
}

// handler reports whether a tag has an attribute whose name starts with "on".
func handler(tag []byte) bool {
	quote := byte(0)
	for i := 1; i+3 < len(tag); i++ {
		c := tag[i]
		if quote != 0 {
			if c == quote {
				quote = 0
			}
			continue
		}
		if c == '"' || c == '\'' {
			quote = c
			continue
		}
		if strings.IndexByte(" \t\r\n/", c) < 0 || tag[i+1] != 'o' || tag[i+2] != 'n' {
			continue
		}
		name := tag[i+3:]
		n := 0
		for n < len(name) && name[n] >= 'a' && name[n] <= 'z' {
			n++
		}
		if n > 0 && n < len(name) && name[n] == '=' {
			return true
		}
	}
	return false
}
