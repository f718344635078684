package stage

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// rawTar is a member of a tar archive that a test makes by hand; change is the last
// to touch its header, before the checksum.
type rawTar struct {
	kind    byte
	name    string
	content string
	change  func(header []byte)
	signed  bool // the checksum of old programs
}

// makeRawTar writes an archive with the members in order.
func makeRawTar(members ...rawTar) []byte {
	var out bytes.Buffer
	for _, m := range members {
		header := make([]byte, tarBlock)
		copy(header, m.name)
		copy(header[100:], "0000644\x000000000\x000000000\x00")
		copy(header[124:], fmt.Sprintf("%011o\x0000000000000\x00", len(m.content)))
		header[156] = m.kind
		copy(header[257:], "ustar\x0000")
		if m.change != nil {
			m.change(header)
		}
		copy(header[148:], "        ")
		sum := 0
		for _, b := range header {
			if m.signed {
				sum += int(int8(b))
			} else {
				sum += int(b)
			}
		}
		copy(header[148:], fmt.Sprintf("%06o\x00 ", sum))
		out.Write(header)
		out.WriteString(m.content)
		out.Write(make([]byte, padding(int64(len(m.content)))))
	}
	out.Write(make([]byte, tarEnd))
	return out.Bytes()
}

// pax is a record of a pax header.
func pax(key, value string) string {
	rest := " " + key + "=" + value + "\n"
	for n := len(rest) + 1; ; n++ {
		if text := fmt.Sprint(n) + rest; len(text) == n {
			return text
		}
	}
}

// tarRefusals are archives that programs read differently.
func tarRefusals() map[string]struct {
	text   []byte
	reason Reason
} {
	skill := rawTar{kind: '0', name: "SKILL.md", content: manifest}
	with := func(m ...rawTar) []byte { return makeRawTar(append([]rawTar{skill}, m...)...) }
	file := func(change func(h []byte)) rawTar { return rawTar{kind: '0', name: "a", content: "e", change: change} }
	at := func(i int, text string) func([]byte) { return func(h []byte) { copy(h[i:], text) } }
	extended := func(text string) rawTar { return rawTar{kind: 'x', name: "PaxHeaders/a", content: text} }
	long := func(kind byte, text string) rawTar {
		return rawTar{kind: kind, name: "././@LongLink", content: text, change: at(257, "ustar  \x00")}
	}
	a := file(nil)
	huge := make([]byte, 12)
	huge[0], huge[11] = 0x80, 1
	minus := bytes.Repeat([]byte{0xff}, 12)
	type refusal = struct {
		text   []byte
		reason Reason
	}
	return map[string]refusal{
		"two pax headers":        {with(extended(pax("path", "b")), extended(pax("path", "c")), a), Ambiguous},
		"pax and long name":      {with(extended(pax("path", "b")), long('L', "c\x00"), a), Ambiguous},
		"long name and pax":      {with(long('L', "c\x00"), extended(pax("path", "b")), a), Ambiguous},
		"two long names":         {with(long('L', "b\x00"), long('L', "c\x00"), a), Ambiguous},
		"two long targets":       {with(long('K', "b\x00"), long('K', "SKILL.md\x00"), rawTar{kind: '2', name: "l"}), Ambiguous},
		"global between":         {with(extended(pax("path", "b")), rawTar{kind: 'g', name: "g", content: pax("comment", "c")}, a), Ambiguous},
		"long name goes on":      {with(long('L', "b\x00c\x00"), a), Ambiguous},
		"empty long name":        {with(long('L', "\x00"), a), Ambiguous},
		"target of a file":       {with(long('K', "b\x00"), a), Ambiguous},
		"other size":             {with(extended(pax("size", "513")), a), Ambiguous},
		"path twice":             {with(extended(pax("path", "b")+pax("path", "c")), a), Ambiguous},
		"path with NUL":          {with(extended(pax("path", "b\x00c")), a), BadName},
		"path not UTF-8":         {with(extended(pax("path", "\xff")), a), BadName},
		"empty path":             {with(extended(pax("path", "")), a), BadName},
		"target with NUL":        {with(extended(pax("linkpath", "SKILL.md\x00x")), rawTar{kind: '2', name: "l"}), BadName},
		"other characters":       {with(extended(pax("hdrcharset", "BINARY")), a), Ambiguous},
		"sparse":                 {with(extended(pax("GNU.sparse.major", "1")), a), Ambiguous},
		"sparse name":            {with(extended(pax("GNU.sparse.name", "b")), a), Ambiguous},
		"other kind":             {with(extended(pax("SCHILY.filetype", "symlink")), a), Ambiguous},
		"record too long":        {with(extended("99 path=b\n"), a), Ambiguous},
		"record with sign":       {with(extended("+9 path=b\n"), a), Ambiguous},
		"record without end":     {with(extended("9 path=bb"), a), Ambiguous},
		"record with zero":       {with(extended("010 path=b\n"), a), Ambiguous},
		"record without key":     {with(extended(pax("", "b")), a), Ambiguous},
		"pax for nothing":        {with(extended(pax("path", "b"))), Damaged},
		"global path":            {with(rawTar{kind: 'g', name: "g", content: pax("path", "b")}, a), Ambiguous},
		"global size":            {with(rawTar{kind: 'g', name: "g", content: pax("size", "0")}, a), Ambiguous},
		"name goes on":           {with(file(at(2, "b"))), Ambiguous},
		"binary size":            {with(file(func(h []byte) { copy(h[124:], huge) })), Ambiguous},
		"negative size":          {with(file(func(h []byte) { copy(h[124:], minus) })), Ambiguous},
		"size with sign":         {with(file(at(124, "-0000000001"))), Ambiguous},
		"size with more":         {with(file(at(124, "1\x00000000777"))), Ambiguous},
		"size not octal":         {with(file(at(124, "00000000009"))), Ambiguous},
		"mode not octal":         {with(file(at(100, "00x0644"))), Ambiguous},
		"no size":                {with(file(at(124, "            "))), Ambiguous},
		"old checksum":           {with(rawTar{kind: '0', name: "\u00e4", content: "e", signed: true}), Ambiguous},
		"folder with content":    {with(rawTar{kind: '5', name: "d/", content: "e"}), Ambiguous},
		"link with content":      {with(rawTar{kind: '2', name: "l", content: "e", change: at(157, "SKILL.md")}), Ambiguous},
		"hard link with content": {with(rawTar{kind: '1', name: "l", content: "e", change: at(157, "SKILL.md")}), Ambiguous},
		"file with a slash":      {with(rawTar{kind: '0', name: "d/"}), Ambiguous},
		"long name with a slash": {with(long('L', "d/\x00"), rawTar{kind: '0', name: "d"}), Ambiguous},
		"no prefix of GNU":       {with(file(func(h []byte) { copy(h[257:], "ustar  \x00"); copy(h[345+24:], "dir") })), Ambiguous},
		"no prefix of old":       {with(file(func(h []byte) { copy(h[257:], make([]byte, 8)); copy(h[345:], "dir") })), Ambiguous},
		"of star":                {with(file(at(508, "tar\x00"))), Ambiguous},
		"other magic":            {with(file(at(257, "ustar\x0001"))), Ambiguous},
		"contiguous":             {with(rawTar{kind: '7', name: "a", content: "e"}), Special},
		"GNU sparse":             {with(rawTar{kind: 'S', name: "a", content: "e"}), Ambiguous},
		"dump of a folder":       {with(rawTar{kind: 'D', name: "d/", content: "Ya\x00"}), Special},
		"name of a volume":       {with(rawTar{kind: 'V', name: "v"}), Special},
		"one empty block":        {append(makeRawTar(skill)[:len(makeRawTar(skill))-tarBlock], makeRawTar(a)...), Ambiguous},
		"large header":           {with(extended(pax("comment", strings.Repeat("c", maxTarMore))), a), TooLarge},
	}
}

func TestTarRefusals(t *testing.T) {
	for name, tt := range tarRefusals() {
		t.Run(name, func(t *testing.T) {
			_, _, err := staging(t, written(t, "x.tar", tt.text))
			var refused *RefusedError
			if !errors.As(err, &refused) || refused.Reason != tt.reason || refused.Message == "" {
				t.Errorf("got %v, want a refusal as %s", err, tt.reason)
			}
		})
	}
}

// TestTarForms has what the forms of the format allow.
func TestTarForms(t *testing.T) {
	at := func(i int, text string) func([]byte) { return func(h []byte) { copy(h[i:], text) } }
	old := func(h []byte) { copy(h[257:], make([]byte, 8)) }
	text := makeRawTar(
		rawTar{kind: 'g', name: "pax_global_header", content: pax("comment", "0123")},
		rawTar{kind: '0', name: "SKILL.md", content: "s"},
		rawTar{kind: 0, name: "old/", change: old},
		rawTar{kind: 0, name: "old/a", content: "a", change: old},
		rawTar{kind: '0', name: "b", content: "b", change: at(345, "dir")},
		rawTar{kind: 'x', name: "x", content: pax("path", "\u00e4") + pax("mtime", "1.5") + pax("size", "1") + pax("SCHILY.xattr.user.a", "\x00")},
		rawTar{kind: '0', name: "a", content: "c"},
		rawTar{kind: 'K', name: "././@LongLink", content: "SKILL.md\x00"}, rawTar{kind: 'L', name: "././@LongLink", content: "link"}, rawTar{kind: '2', name: "l"},
		rawTar{kind: '0', name: "d", content: "d", change: at(124, "          1 ")},
		rawTar{kind: '0', name: "u", content: "u", change: func(h []byte) { binary.BigEndian.PutUint64(h[108:], 1<<63|5) }},
	)
	got, _, err := staging(t, written(t, "x.tar", text))
	want := map[string]string{
		"SKILL.md": "s", "old/": "", "old/a": "a", "dir/": "", "dir/b": "b", "\u00e4": "c", "link": "-> SKILL.md", "d": "d", "u": "u",
	}
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v %v, want %v", got, err, want)
	}
}

// listTar is what our reader makes of an archive: a line for each member.
func listTar(text []byte) (lines []string, err error) {
	in := &tarStream{r: bytes.NewReader(text), left: 1 << 30}
	for {
		m, err := nextTarMember(in)
		if err != nil {
			return nil, err
		}
		if m == nil {
			return lines, in.end()
		}
		content := make([]byte, min(m.size, int64(len(text))))
		if _, err := io.ReadFull(in, content); err != nil || int64(len(content)) < m.size {
			return nil, io.ErrUnexpectedEOF
		}
		if err := in.skip(padding(m.size)); err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%c %q %q %d %x", m.kind, m.name, m.target, m.mode, content))
	}
}

// summed gives every block that may be a header the checksum that it needs.
func summed(text []byte) []byte {
	text = bytes.Clone(text)
	for i := 0; i+tarBlock <= len(text); i += tarBlock {
		block := text[i : i+tarBlock]
		if isZero(block) || block[156] != 0 && block[156] < '0' {
			continue
		}
		copy(block[148:], "        ")
		sum := 0
		for _, b := range block {
			sum += int(b)
		}
		copy(block[148:], fmt.Sprintf("%06o\x00 ", sum))
	}
	return text
}

// FuzzTarReader wants an archive that we read to be read alike by the standard
// library.
func FuzzTarReader(f *testing.F) {
	for _, tt := range tarRefusals() {
		if len(tt.text) < 64<<10 {
			f.Add(tt.text)
		}
	}
	f.Add(makeRawTar(rawTar{kind: '0', name: "a", content: "b"}, rawTar{kind: 'x', name: "x", content: pax("path", "c")}, rawTar{kind: '5', name: "d"}))
	f.Fuzz(func(t *testing.T, text []byte) {
		text = summed(text)
		lines, err := listTar(text)
		if err != nil {
			return
		}
		r := tar.NewReader(bytes.NewReader(text))
		for i := 0; ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				if i != len(lines) {
					t.Errorf("the standard library has %d members, we have %d", i, len(lines))
				}
				return
			}
			if err != nil {
				return // it refuses more: times, and owners
			}
			if h.Typeflag == tar.TypeXGlobalHeader {
				continue
			}
			content, err := io.ReadAll(r)
			want := fmt.Sprintf("%c %q %q %d %x", h.Typeflag, h.Name, h.Linkname, h.Mode, content)
			if err != nil || i >= len(lines) || lines[i] != want {
				t.Fatalf("member %d of %q is for the standard library\n%s, %v", i, lines, want, err)
			}
			i++
		}
	})
}
