package stage

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxTarMore bounds a header that belongs to another one, in bytes.
const maxTarMore = 256 << 10

// tarMore is what headers before a member say of it.
type tarMore struct {
	// seen are the marks of those headers.
	seen         string
	name, target string
	size         string
}

// read reads a header that says more of the next member, or of all.
func (t *tarMore) read(in *tarStream, header *tarMember) error {
	mark := string(header.kind)
	if header.size > maxTarMore {
		return refuse(TooLarge, header.name, "a header has more than %d bytes", maxTarMore)
	}
	text := make([]byte, header.size)
	if _, err := io.ReadFull(in, text); err != nil {
		return err
	}
	if err := in.skip(padding(header.size)); err != nil {
		return err
	}
	in.left += tarOverhead + header.size
	if header.kind == tarGlobal && t.seen == "" {
		return t.global(text)
	}
	// Of two of a kind some programs take the first and some the last; of a name in
	// both forms, each its own.
	extended := strings.Contains(t.seen+mark, string(byte(tarExtended)))
	if strings.Contains(t.seen, mark) || header.kind == tarGlobal || extended && t.seen != "" {
		return refuse(Ambiguous, header.name, "two headers name the next member, and programs differ in which they go by")
	}
	t.seen += mark
	switch header.kind {
	case tarLongName:
		return t.long(text, &t.name)
	case tarLongTarget:
		return t.long(text, &t.target)
	}
	return t.extended(text)
}

// long reads a name that ends with a NUL or with the header.
func (t *tarMore) long(text []byte, into *string) error {
	name, whole := tarText(text)
	if !whole || name == "" {
		return refuse(Ambiguous, name, "a long name is empty or goes on behind its end, which some programs read")
	}
	*into = name
	return nil
}

// global takes a comment alone, as git writes it.
func (t *tarMore) global(text []byte) error {
	return paxRecords(text, func(key, _ string) error {
		if key != "comment" {
			return refuse(Ambiguous, "", "it sets %q for all files, which programs handle differently", key)
		}
		return nil
	})
}

func (t *tarMore) extended(text []byte) error {
	return paxRecords(text, func(key, value string) error {
		switch key {
		case "path":
			t.name = value
		case "linkpath":
			t.target = value
		case "size":
			t.size = value
		default:
			if !plainPax(key) {
				return refuse(Ambiguous, t.name, "a header sets %q, which not all programs know", key)
			}
			return nil
		}
		if value == "" || strings.ContainsRune(value, 0) || !utf8.ValidString(value) {
			return refuse(BadName, "", "a header sets %q to what is not UTF-8, has a NUL or is empty", key)
		}
		return nil
	})
}

// plainPax says whether a key says nothing that matters here: times and owners, and
// attributes that are not taken over.
func plainPax(key string) bool {
	switch key {
	case "atime", "comment", "ctime", "gid", "gname", "mtime", "uid", "uname",
		"LIBARCHIVE.creationtime", "SCHILY.dev", "SCHILY.fflags", "SCHILY.ino", "SCHILY.nlink":
		return true
	}
	return slices.ContainsFunc([]string{"LIBARCHIVE.xattr.", "SCHILY.acl.", "SCHILY.xattr."}, func(prefix string) bool {
		return strings.HasPrefix(key, prefix)
	})
}

// paxRecords reads records of the form "LENGTH KEY=VALUE\n", each key once.
func paxRecords(text []byte, take func(key, value string) error) error {
	const broken = "a header is not in the standard form, which programs read differently"
	seen := map[string]bool{}
	for len(text) > 0 {
		digits, _, ok := bytes.Cut(text, []byte(" "))
		length, err := strconv.ParseUint(string(digits), 10, 31)
		if !ok || err != nil || digits[0] == '0' || int(length) > len(text) || int(length) < len(digits)+3 {
			return refuse(Ambiguous, "", broken)
		}
		record := string(text[len(digits)+1 : length])
		text = text[length:]
		record, ok = strings.CutSuffix(record, "\n")
		key, value, has := strings.Cut(record, "=")
		if !ok || !has || key == "" || seen[key] || !utf8.ValidString(key) || strings.ContainsAny(key, "\x00\n") {
			return refuse(Ambiguous, "", broken)
		}
		seen[key] = true
		if err := take(key, value); err != nil {
			return err
		}
	}
	return nil
}

// apply lays what was read over the member. Content is as long as its own header
// says: another length would make other members of what follows.
func (t *tarMore) apply(m *tarMember) error {
	if t.size != "" && t.size != strconv.FormatInt(m.size, 10) {
		return refuse(Ambiguous, m.name, "its headers disagree about its size")
	}
	if t.target != "" {
		if m.kind != tarSymlink && m.kind != tarHardLink {
			return refuse(Ambiguous, m.name, "it is no link, but a header says where it leads")
		}
		m.target = t.target
	}
	if t.name == "" {
		return nil
	}
	m.name = t.name
	if m.byName || m.kind == tarRegular && strings.HasSuffix(m.name, "/") {
		return refuse(Ambiguous, m.name, "its name and its kind disagree about whether it is a folder")
	}
	return nil
}
