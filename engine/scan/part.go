package scan

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// Part is text that a file holds which is no text itself, in the order in which it
// stands there.
type Part struct {
	// Document says that it is written for a reader, as the text of a letter is; of
	// others nobody knows what they are.
	Document bool
	Text     []byte
	// Places say where the text stands in the file: each from an offset of the text
	// on. Empty where that is not known, as in a compressed file.
	Places []Place
}

// Place is where the text of a part from Off on stands in its file.
type Place struct {
	Off, Source int
}

// The bounds of parts: the shortest run of characters that counts as text, in bytes,
// and how much is unpacked from one file.
const (
	minRun      = 12
	maxUnpacked = 16 << 20
)

var errTooMuch = errors.New("more text in it than is unpacked")

// Parts are the texts in a file that is no text: what is written into a picture or
// behind its end, the text of an office document. An error says why not all of them
// could be taken out.
func Parts(c Content, data []byte) ([]Part, error) {
	switch c.Class {
	case ClassText, ClassScript, ClassEmpty, ClassExecutable, ClassArchive:
		return nil, nil
	}
	switch c.Type {
	case "svg":
		return nil, nil
	case "ooxml", "odf", "epub":
		return office(data)
	}
	var parts []Part
	left := maxUnpacked
	if c.Type == "png" {
		unpacked, err := pngTexts(data, &left)
		if err != nil {
			return nil, err
		}
		parts = unpacked
	}
	if c.Type == "gif" {
		parts = gifComments(data)
	}
	if runs := textRuns(data, regions(c, data)); len(runs.Text) > 0 {
		parts = append(parts, runs)
	}
	return parts, nil
}

// textRuns are the runs of characters in the regions of a binary file, each a line or
// more.
func textRuns(data []byte, within []region) Part {
	var p Part
	for _, r := range within {
		for i := r.from; i < r.to; {
			if !printableByte(data[i]) {
				i++
				continue
			}
			from := i
			for i < r.to && printableByte(data[i]) {
				i++
			}
			run := data[from:i]
			// What is written has a blank; names and numbers of a format do not matter.
			if len(run) < minRun || !bytes.ContainsAny(run, " \t") {
				continue
			}
			p.Places = append(p.Places, Place{len(p.Text), from})
			p.Text = append(append(p.Text, run...), '\n')
		}
	}
	return p
}

func printableByte(c byte) bool { return c >= 0x20 && c < 0x7f || c == '\n' || c == '\t' || c == '\r' }

// pngTexts are the compressed texts of a PNG; those that are not compressed are runs
// of characters.
func pngTexts(data []byte, left *int) ([]Part, error) {
	var parts []Part
	for at := 8; at+12 <= len(data); {
		n := int(binary.BigEndian.Uint32(data[at:]))
		if n < 0 || n > len(data)-at-12 {
			break
		}
		body, packed := data[at+8:at+8+n], []byte(nil)
		switch string(data[at+4 : at+8]) {
		case "zTXt":
			if _, rest, ok := bytes.Cut(body, []byte{0}); ok && len(rest) > 1 {
				packed = rest[1:]
			}
		case "iTXt":
			packed = internationalText(body)
		}
		if packed != nil {
			text, err := inflate(packed, left)
			if err != nil {
				return nil, err
			}
			if len(text) > 0 {
				parts = append(parts, Part{Text: text, Places: []Place{{0, at}}})
			}
		}
		at += 12 + n
	}
	return parts, nil
}

// internationalText is the compressed text of an iTXt chunk, nil for any other.
func internationalText(body []byte) []byte {
	_, rest, ok := bytes.Cut(body, []byte{0}) // keyword
	if !ok || len(rest) < 2 || rest[0] != 1 {
		return nil
	}
	_, rest, ok = bytes.Cut(rest[2:], []byte{0}) // language
	if !ok {
		return nil
	}
	_, rest, ok = bytes.Cut(rest, []byte{0}) // translated keyword
	if !ok {
		return nil
	}
	return rest
}

// inflate unpacks text; a broken stream gives what is before the fault.
func inflate(packed []byte, left *int) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil //nolint:nilerr // no viewer unpacks it either
	}
	defer func() { _ = r.Close() }() // it was only read
	return readUpTo(r, left)
}

// readUpTo reads as much as is left; a broken stream gives what is before the fault.
func readUpTo(r io.Reader, left *int) ([]byte, error) {
	text, _ := io.ReadAll(io.LimitReader(r, int64(*left)+1))
	if len(text) > *left {
		return nil, errTooMuch
	}
	*left -= len(text)
	return text, nil
}

// office is the text of an office document or a book: of each of its parts in XML.
func office(data []byte) ([]Part, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil //nolint:nilerr // the listing of the archive says so
	}
	files := slices.DeleteFunc(slices.Clone(z.File), func(f *zip.File) bool { return !isMarkup(f.Name) || f.Flags&1 != 0 })
	slices.SortStableFunc(files, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	left := maxUnpacked
	var out []byte
	for _, f := range files {
		r, err := f.Open()
		if err != nil {
			continue // likewise
		}
		text, err := readUpTo(r, &left)
		_ = r.Close() // it was only read
		if err != nil {
			return nil, err
		}
		out = append(append(out, markupText(text)...), '\n')
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return nil, nil
	}
	return []Part{{Document: true, Text: out}}, nil
}

func isMarkup(name string) bool {
	switch extension(name) {
	case ".xml", ".xhtml", ".html", ".htm", ".opf", ".ncx", ".txt", ".vml", ".rels":
		return true
	}
	return false
}

// markupText is the text of an XML document, with a line for each paragraph, row or
// heading.
func markupText(text []byte) []byte {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var out, aside []byte // what stands in no paragraph
	for {
		token, err := d.RawToken()
		if err != nil {
			return append(append(out, '\n'), aside...)
		}
		switch t := token.(type) {
		case xml.CharData:
			out = append(out, t...)
		case xml.Comment:
			aside = append(append(aside, t...), '\n')
		case xml.StartElement:
			if t.Name.Local == "tab" || t.Name.Local == "s" || t.Name.Local == "c" {
				out = append(out, ' ')
			}
			for _, a := range t.Attr {
				if strings.Contains(a.Value, " ") {
					aside = append(append(aside, a.Value...), '\n')
				}
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "p", "h", "br", "cr", "line-break", "row", "tr", "li", "div", "h1", "h2", "h3", "h4", "h5", "h6", "title", "si", "td", "pre":
				out = append(out, '\n')
			}
		}
	}
}
