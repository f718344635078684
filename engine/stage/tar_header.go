package stage

import (
	"bytes"
	"cmp"
	"io"
	"strings"
)

// Kinds of members of a tar archive, by their mark.
const (
	tarRegular     = '0'
	tarOldRegular  = 0
	tarHardLink    = '1'
	tarSymlink     = '2'
	tarCharDevice  = '3'
	tarBlockDevice = '4'
	tarFolder      = '5'
	tarPipe        = '6'
	tarSparse      = 'S'
	tarLongName    = 'L' // of GNU: the name of the next member
	tarLongTarget  = 'K' // of GNU: where the next member, a link, leads
	tarExtended    = 'x' // of POSIX: what the header of the next member cannot hold
	tarGlobal      = 'g' // of POSIX: the same for all members that follow
)

// tarMember is a member as its headers say that it is.
type tarMember struct {
	name, target string
	kind         byte
	mode, size   int64
	// byName: it is a folder because its name ends with a slash.
	byName bool
}

// nextTarMember reads the headers of the next member; nil is the end.
//
// Programs differ in which of several headers they go by, and in what they make of
// a field that is not as the standard (POSIX.1-2017, pax) or GNU tar has it. So a
// header has to be just as those write it, and each word about a member may be said
// once.
func nextTarMember(in *tarStream) (*tarMember, error) {
	var more tarMore
	for {
		var block [tarBlock]byte
		if _, err := io.ReadFull(in, block[:]); err != nil {
			return nil, err
		}
		if isZero(block[:]) {
			if more.seen != "" {
				return nil, refuse(Damaged, "", "the archive ends with a header for a member that is missing")
			}
			return nil, nil
		}
		member, err := readTarHeader(block[:])
		if err != nil {
			return nil, err
		}
		switch member.kind {
		case tarLongName, tarLongTarget, tarExtended, tarGlobal:
			if err := more.read(in, member); err != nil {
				return nil, err
			}
		default:
			return member, more.apply(member)
		}
	}
}

// readTarHeader reads one header by itself.
func readTarHeader(block []byte) (*tarMember, error) {
	field := func(from, to int) []byte { return block[from:to] }
	name, whole := tarText(field(0, 100))
	m := &tarMember{name: name, kind: block[156]}
	m.kind = cmp.Or(m.kind, tarRegular)
	if err := checkTarSum(block); err != nil {
		return nil, err
	}
	var targetWhole, sized, moded bool
	m.target, targetWhole = tarText(field(157, 257))
	m.size, sized = tarNumber(field(124, 136))
	m.mode, moded = tarNumber(field(100, 108))
	if !whole || !targetWhole {
		return nil, refuse(Ambiguous, name, "its name goes on behind its end, which some programs read")
	}
	if !sized || !moded {
		return nil, refuse(Ambiguous, name, "the numbers in its header are not in the standard form, which programs read differently")
	}
	prefix, err := tarPrefix(block, name)
	if err != nil {
		return nil, err
	}
	if prefix != "" {
		m.name = prefix + "/" + m.name
	}
	return m, m.checkKind(block[156])
}

// checkKind wants a size for what has content alone.
func (m *tarMember) checkKind(mark byte) error {
	switch m.kind {
	case tarHardLink, tarSymlink, tarCharDevice, tarBlockDevice, tarFolder, tarPipe:
		if m.size != 0 {
			return refuse(Ambiguous, m.name, "it is no file, but has content, which programs read differently")
		}
	case tarRegular:
		switch {
		case !strings.HasSuffix(m.name, "/"):
		case mark != tarOldRegular || m.size != 0:
			return refuse(Ambiguous, m.name, "its name and its kind disagree about whether it is a folder")
		default: // before there was a mark for folders
			m.kind, m.byName = tarFolder, true
		}
	}
	return nil
}

// tarPrefix is the front part of a long name. Where it would be, GNU tar keeps
// something else, and the oldest archives have nothing.
func tarPrefix(block []byte, name string) (string, error) {
	magic, rest := string(block[257:265]), block[345:]
	switch magic {
	case "ustar\x0000":
		prefix, whole := tarText(rest[:155])
		if !whole || !isZero(rest[155:]) {
			return "", refuse(Ambiguous, name, "its header has more than the standard, which programs read differently")
		}
		return prefix, nil
	case "ustar  \x00":
		// Times of the file, 24 bytes, may be there; what comes behind tells of
		// parts of a file and of sparse ones.
		if !isZero(rest[24:]) {
			return "", refuse(Ambiguous, name, "it is part of a file or a sparse one, which programs unpack differently")
		}
		return "", nil
	case "\x00\x00\x00\x00\x00\x00\x00\x00":
		if !isZero(block[257:]) {
			return "", refuse(Ambiguous, name, "its header has more than the standard, which programs read differently")
		}
		return "", nil
	}
	return "", refuse(Ambiguous, name, "its header is in a form that not all programs know; use the format ustar, pax or gnu")
}

// tarText is a text up to its first NUL; whole is false when more than NULs follow.
func tarText(field []byte) (text string, whole bool) {
	before, after, _ := bytes.Cut(field, []byte{0})
	return string(before), isZero(after)
}

// tarNumber reads an octal number: blanks before it, a blank or NUL behind it, and
// nothing that only some programs read, such as binary or negative numbers.
func tarNumber(field []byte) (n int64, ok bool) {
	digits := strings.TrimRight(string(field), " \x00")
	digits = strings.TrimLeft(digits, " ")
	if digits == "" || len(digits) > 12 {
		return 0, digits == "" && isZero(field)
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '7' {
			return 0, false
		}
		n = n<<3 | int64(c-'0')
	}
	return n, true
}

// checkTarSum wants the sum of all bytes, without signs, as it has been the standard
// since 1988; old programs took bytes above 127 for negative.
func checkTarSum(block []byte) error {
	stated, ok := tarNumber(block[148:156])
	var sum, signed int64
	for i, b := range block {
		if i >= 148 && i < 156 {
			b = ' '
		}
		sum += int64(b)
		signed += int64(int8(b)) // just as old programs do
	}
	switch {
	case ok && stated == sum:
		return nil
	case ok && stated == signed:
		return refuse(Ambiguous, "", "the checksum of a header is that of old programs, which others refuse")
	}
	return refuse(Damaged, "", "it is not a complete tar archive: the checksum of a header is wrong")
}
