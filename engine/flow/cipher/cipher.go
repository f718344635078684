package cipher

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"html"
	"io"
	"mime/quotedprintable"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of reading one text: how long it is and how much comes out of it, in bytes,
// how many codes lie in each other, and the shortest text that tells anything.
const (
	maxText   = 64 << 10
	maxNested = 3
	minText   = 8
)

// A way is how a text may be written; read gives what it says, and false where it is not
// written so. Letters says that any text can be read so: only words tell.
type way struct {
	name    string
	read    func(string) ([]byte, bool)
	letters bool
}

func ways() []way {
	return []way{
		{"percent codes", percent, false},
		{"entities", entities, false},
		{"escapes", escapes, false},
		{"quoted-printable", quoted, false},
		{"a dump", dump, false},
		{"numbers", numbers, false},
		{"Morse", morse, false},
		{"hexadecimal", hexadecimal, false},
		{"base32", inBase32, false},
		{"base64", inBase64, false},
		{"base85", inBase85, false},
		{"Ascii85", inASCII85, false},
		{"reversed text", reversed, true},
		{"shifted letters", shifted, true},
		{"mirrored letters", mirrored, true},
	}
}

// Read is what a text says in a code, and in which: false where it is none that is known,
// or nothing that reads as a text comes out.
func Read(text string) (said, name string, ok bool) {
	if len(text) > maxText {
		return "", "", false
	}
	return read(strings.TrimSpace(text), 0)
}

func read(text string, depth int) (said, name string, ok bool) {
	if len(text) < minText || depth == maxNested {
		return "", "", false
	}
	for _, w := range ways() {
		made, ok := w.read(text)
		if !ok {
			continue
		}
		made = unpacked(made)
		if w.letters {
			if plain(made) && count(string(made)) >= 2 && count(string(made)) > 2*count(text) {
				return string(made), w.name, true
			}
			continue
		}
		if !plain(made) {
			continue
		}
		if inner, name, ok := read(strings.TrimSpace(string(made)), depth+1); ok && count(string(made)) < 2 {
			return inner, w.name + " of " + name, true
		}
		if reads(string(made)) {
			return string(made), w.name, true
		}
	}
	return "", "", false
}

// count is how many of the common words a text has.
func count(text string) int {
	n := 0
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if words().common[word] {
			n++
		}
	}
	return n
}

// reads reports whether what was decoded is meant for a reader: words with blanks between.
func reads(text string) bool {
	letters, fields := 0, strings.Fields(text)
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return 2*letters > len([]rune(text)) && (len(fields) >= 3 && count(text) > 0 || len(fields) >= 4 || count(text) >= 2)
}

// plain reports whether bytes are text without control characters.
func plain(text []byte) bool {
	if len(text) < minText/2 || !utf8.Valid(text) {
		return false
	}
	return !bytes.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' })
}

// unpacked is what was packed in some bytes, or the bytes.
func unpacked(text []byte) []byte {
	for _, open := range []func(io.Reader) (io.Reader, error){
		func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) },
		func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil },
	} {
		r, err := open(bytes.NewReader(text))
		if err != nil {
			continue
		}
		if made, err := io.ReadAll(io.LimitReader(r, maxText)); err == nil && len(made) > 0 {
			return made
		}
	}
	return text
}

func percent(text string) ([]byte, bool) {
	if strings.Count(text, "%") < 3 {
		return nil, false
	}
	made, err := url.PathUnescape(strings.ReplaceAll(text, "\n", ""))
	return []byte(made), err == nil && made != text
}

func entities(text string) ([]byte, bool) {
	if strings.Count(text, "&#") < 3 {
		return nil, false
	}
	return []byte(html.UnescapeString(text)), true
}

func quoted(text string) ([]byte, bool) {
	if strings.Count(text, "=") < 3 {
		return nil, false
	}
	made, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(text)))
	return made, err == nil && string(made) != text
}

// joined is a text without blanks and breaks between lines.
func joined(text string) string { return strings.Join(strings.Fields(text), "") }

func hexadecimal(text string) ([]byte, bool) {
	made, err := hex.DecodeString(strings.NewReplacer(":", "", "0x", "", ",", "").Replace(joined(text)))
	return made, err == nil
}

func inBase32(text string) ([]byte, bool) {
	made, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(strings.ToUpper(joined(text)), "="))
	return made, err == nil
}

func inBase64(text string) ([]byte, bool) {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(joined(text)), "=")
	made, err := base64.RawStdEncoding.DecodeString(text)
	return made, err == nil
}

func inASCII85(text string) ([]byte, bool) {
	text = strings.TrimSuffix(strings.TrimPrefix(joined(text), "<~"), "~>")
	made := make([]byte, 4*len(text)+4)
	n, _, err := ascii85.Decode(made, []byte(text), true)
	return made[:n], err == nil
}

// alphabet85 is that of RFC 1924, which Python and git have.
const alphabet85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"

// inBase85 reads the alphabet of RFC 1924 by that of Ascii85.
func inBase85(text string) ([]byte, bool) {
	text = joined(text)
	as := make([]byte, len(text))
	for i := range len(text) {
		at := strings.IndexByte(alphabet85, text[i])
		if at < 0 {
			return nil, false
		}
		as[i] = byte(at) + '!'
	}
	return inASCII85(string(as))
}
