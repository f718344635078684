package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxLine bounds one line, in bytes. What records hold is cut long before.
const maxLine = 4 << 20

// hashField stands before the digest of a line, which ends it.
const hashField = `,"hash":"`

// hashLen is the length of a digest as it is written.
const hashLen = len("sha256:") + 2*sha256.Size

// encode gives a record its digest and returns it as a line. The digest is that
// of the line's own bytes before the field: there is one way to check it, and no
// second spelling of the same record.
func encode(r *Record) ([]byte, error) {
	r.Hash = ""
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, fmt.Errorf("write a record: %w", err)
	}
	body := visible(bytes.TrimSuffix(out.Bytes(), []byte(hashField+"\"}\n")))
	if len(body)+len(hashField)+hashLen+3 > maxLine {
		return nil, fmt.Errorf("write a record: it has %d bytes; the limit is %d", len(body), maxLine)
	}
	r.Hash = digest(body)
	line := make([]byte, 0, len(body)+len(hashField)+hashLen+3)
	line = append(line, body...)
	line = append(line, hashField...)
	line = append(line, r.Hash...)
	return append(line, "\"}\n"...), nil
}

// visible writes what could act on a terminal or hide there as \u202e, so that the
// file can be looked at as it is. Such letters stand in strings only.
func visible(text []byte) []byte {
	acts := func(r rune) bool {
		return r >= 0x7f && (r < 0xa0 || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co))
	}
	if bytes.IndexFunc(text, acts) < 0 {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for _, r := range string(text) {
		switch {
		case !acts(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// What is wrong with a line by itself.
var (
	errShape  = errors.New("it is not a complete record")
	errDigest = errors.New("it does not match its own digest: it was edited")
)

// decode reads a line without its line end. With errDigest the record is what
// the line says now.
func decode(line []byte) (*Record, error) {
	end := len(line) - len("\"}") - hashLen
	start := end - len(hashField)
	if start < 1 || string(line[start:end]) != hashField || !bytes.HasSuffix(line, []byte("\"}")) {
		return nil, errShape
	}
	r := &Record{}
	if err := json.Unmarshal(line, r); err != nil || r.Seq == 0 {
		return nil, errShape
	}
	// A field that stands twice must not make another digest count.
	r.Hash = string(line[end : end+hashLen])
	if digest(line[:start]) != r.Hash {
		return r, errDigest
	}
	return r, nil
}
