package stage

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// The records of a zip archive (APPNOTE 6.3.10): their marks and fixed lengths.
const (
	zipEndMark, zipEndLen         = 0x06054b50, 22
	zipCentralMark, zipCentralLen = 0x02014b50, 46
	zipLocalMark, zipLocalLen     = 0x04034b50, 30
	zipDescriptorMark             = 0x08074b50
	maxZipComment                 = 1<<16 - 1
)

// Bits of a member's flags.
const (
	zipEncrypted  = 1 << 0
	zipDescriptor = 1 << 3 // sizes and checksum follow the data
	zipPatched    = 1 << 5
	zipStrong     = 1 << 6
	zipUTF8       = 1 << 11
	zipMasked     = 1 << 13
)

// Methods of packing.
const (
	zipStored   = 0
	zipDeflated = 8
	zipAES      = 99
)

// zipKnownFlags say how a member is packed, and no more.
const zipKnownFlags = 1<<1 | 1<<2 | zipDescriptor | zipUTF8

// zipVersion is the newest version of the format that is needed for what is read
// here, times ten; some programs leave out members that need a newer one.
const zipVersion = 45

// Kinds of extra fields.
const (
	extra64      = 0x0001
	extraStrong  = 0x0017
	extraUnicode = 0x7075
	extraAES     = 0x9901
)

// plainExtra says whether a kind of extra field changes nothing of what a member
// is: times, owners, and what fills up. Others hold names, modes, links or sizes
// that some programs go by.
func plainExtra(kind uint16) bool {
	switch kind {
	case 0x000a, // times of NTFS
		0x5455, 0x5855, 0x7855, 0x7875, // times and owners of Unix
		0x6375,         // the comment once more
		0xa220, 0xd935, // padding
		0xcafe: // a mark of Java
		return true
	}
	return false
}

// zipMember is a member as the central directory says that it is.
type zipMember struct {
	name          string
	maker, needs  byte
	flags, method uint16
	crc           uint32
	packed, size  int64
	offset, data  int64 // of the local header, and of what follows it
	attributes    uint32
}

// zipMembers reads the members of an archive, in the order in which they stand.
// Some programs go by the central directory and some by the local headers: both
// have to say the same, and to cover the archive without gap or overlap.
func zipMembers(archive io.ReaderAt, size int64, limit int) ([]zipMember, error) {
	count, at, length, err := zipEnd(archive, size)
	if err != nil {
		return nil, err
	}
	if count > limit {
		return nil, refuse(TooLarge, "", "there are more than %d files and folders", limit)
	}
	central := make([]byte, length)
	if _, err := archive.ReadAt(central, at); err != nil {
		return nil, refuse(Damaged, "", "the zip archive is damaged or cut off: %v", err)
	}
	members := make([]zipMember, 0, count)
	for range count {
		var m zipMember
		if m, central, err = zipCentral(central); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	if len(central) > 0 {
		return nil, refuse(Ambiguous, "", "its directory has more entries than it states")
	}
	slices.SortFunc(members, func(a, b zipMember) int { return cmp.Compare(a.offset, b.offset) })
	next := int64(0)
	for i := range members {
		m := &members[i]
		if m.offset != next {
			return nil, refuse(Ambiguous, m.name, "data before it is not in the directory, or two members overlap")
		}
		limit := at
		if i+1 < len(members) {
			limit = members[i+1].offset
		}
		if err := m.local(archive, limit); err != nil {
			return nil, err
		}
		next = limit
	}
	if next != at {
		return nil, refuse(Ambiguous, "", "it has data that is not in its directory")
	}
	return members, nil
}

// zipEnd finds the end record, and in it where the directory is.
func zipEnd(archive io.ReaderAt, size int64) (count int, at, length int64, err error) {
	tail := make([]byte, min(size, zipEndLen+maxZipComment))
	if _, err := archive.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return 0, 0, 0, fmt.Errorf("read archive: %w", err)
	}
	mark := binary.LittleEndian.AppendUint32(nil, zipEndMark)
	i := bytes.LastIndex(tail, mark)
	if i < 0 || len(tail)-i < zipEndLen {
		return 0, 0, 0, refuse(Damaged, "", "the zip archive is damaged or cut off")
	}
	end := tail[i:]
	u16 := func(at int) int { return int(binary.LittleEndian.Uint16(end[at:])) }
	u32 := func(at int) int64 { return int64(binary.LittleEndian.Uint32(end[at:])) }
	if zipEndLen+u16(20) != len(end) {
		return 0, 0, 0, refuse(Ambiguous, "", "there is data after the end of the archive, or it has two overlapping ends")
	}
	if u16(4) != 0 || u16(6) != 0 || u16(8) != u16(10) {
		return 0, 0, 0, refuse(Ambiguous, "", "it is one part of a multi-part archive")
	}
	count, length, at = u16(8), u32(12), u32(16)
	if count == 0xffff || length == 0xffffffff || at == 0xffffffff {
		return 0, 0, 0, refuse(TooLarge, "", "it is an archive for more than 4 GiB (zip64)")
	}
	if at+length != size-int64(len(end)) {
		return 0, 0, 0, refuse(Ambiguous, "", "there is data before the archive, or between its directory and its end")
	}
	return count, at, length, nil
}

// zipCentral reads one record of the directory, and gives what follows it.
func zipCentral(text []byte) (zipMember, []byte, error) {
	if len(text) < zipCentralLen || binary.LittleEndian.Uint32(text) != zipCentralMark {
		return zipMember{}, nil, refuse(Damaged, "", "its directory is incomplete or invalid")
	}
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(text[at:]) }
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(text[at:]) }
	m := zipMember{
		maker: text[5], needs: text[6], flags: u16(8), method: u16(10), crc: u32(16), packed: int64(u32(20)), size: int64(u32(24)),
		attributes: u32(38), offset: int64(u32(42)),
	}
	nameLen, extraLen, commentLen := int(u16(28)), int(u16(30)), int(u16(32))
	rest := text[zipCentralLen:]
	if len(rest) < nameLen+extraLen+commentLen {
		return zipMember{}, nil, refuse(Damaged, "", "its directory is cut off")
	}
	m.name = string(rest[:nameLen])
	if u16(34) != 0 {
		return zipMember{}, nil, refuse(Ambiguous, m.name, "it is in another part of a multi-part archive")
	}
	if err := m.check(); err != nil {
		return zipMember{}, nil, err
	}
	if err := m.extra(rest[nameLen : nameLen+extraLen]); err != nil {
		return zipMember{}, nil, err
	}
	return m, rest[nameLen+extraLen+commentLen:], nil
}

func (m *zipMember) check() error {
	switch {
	case m.flags&(zipEncrypted|zipStrong|zipMasked) != 0 || m.method == zipAES:
		return refuse(Encrypted, m.name, "it is encrypted and cannot be checked")
	case m.flags&^(zipKnownFlags|zipPatched) != 0 || m.needs > zipVersion:
		return refuse(Ambiguous, m.name, "it needs what not all programs know")
	case m.flags&zipPatched != 0:
		return refuse(Ambiguous, m.name, "it is a patch, which few programs know")
	case m.method != zipStored && m.method != zipDeflated:
		return refuse(Ambiguous, m.name, "it is compressed with method %d, which not all programs support; use deflate", m.method)
	case m.packed == 0xffffffff || m.size == 0xffffffff || m.offset == 0xffffffff:
		return refuse(TooLarge, m.name, "it is of an archive for more than 4 GiB (zip64)")
	case m.method == zipStored && m.packed != m.size:
		return refuse(Ambiguous, m.name, "it is not compressed, but has two different sizes")
	case m.flags&zipUTF8 == 0 && !isASCII(m.name):
		return refuse(Ambiguous, m.name, "its name is not marked as UTF-8, so that programs read it differently")
	case m.flags&zipUTF8 != 0 && !utf8.ValidString(m.name):
		return refuse(BadName, m.name, "its name is not UTF-8")
	}
	return nil
}

// extra looks for fields that change what a member is.
func (m *zipMember) extra(text []byte) error {
	for len(text) > 0 {
		if len(text) < 4 {
			return m.badExtra(text)
		}
		kind, length := binary.LittleEndian.Uint16(text), int(binary.LittleEndian.Uint16(text[2:]))
		if len(text) < 4+length {
			return m.badExtra(text)
		}
		value := text[4 : 4+length]
		text = text[4+length:]
		switch kind {
		case extraAES, extraStrong:
			return refuse(Encrypted, m.name, "it is encrypted and cannot be checked")
		case extra64:
			return refuse(TooLarge, m.name, "it is of an archive for more than 4 GiB (zip64)")
		case extraUnicode:
			if len(value) < 5 || string(value[5:]) != m.name {
				return refuse(Ambiguous, m.name, "it has a second name, which some programs use instead")
			}
		default:
			if !plainExtra(kind) {
				return refuse(Ambiguous, m.name, "it has an extra field (0x%04x), by which some programs go and others do not", kind)
			}
		}
	}
	return nil
}

// badExtra lets zeros pass, with which some programs fill up.
func (m *zipMember) badExtra(text []byte) error {
	if len(bytes.Trim(text, "\x00")) == 0 {
		return nil
	}
	return refuse(Damaged, m.name, "the extra fields of its header are incomplete")
}

// local holds the local header against the directory. What the member takes up
// ends just at limit.
func (m *zipMember) local(archive io.ReaderAt, limit int64) error {
	var head [zipLocalLen]byte
	if m.offset+zipLocalLen > limit {
		return refuse(Ambiguous, m.name, "its header overlaps with what follows")
	}
	if _, err := archive.ReadAt(head[:], m.offset); err != nil {
		return refuse(Damaged, m.name, "its header is cut off")
	}
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(head[at:]) }
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(head[at:]) }
	if u32(0) != zipLocalMark {
		return refuse(Damaged, m.name, "its header is not where the directory says")
	}
	named := make([]byte, int(u16(26))+int(u16(28)))
	m.data = m.offset + zipLocalLen + int64(len(named))
	if m.data+m.packed > limit {
		return refuse(Ambiguous, m.name, "it overlaps with what follows")
	}
	if _, err := archive.ReadAt(named, m.offset+zipLocalLen); err != nil {
		return refuse(Damaged, m.name, "its header is cut off")
	}
	name, extra := string(named[:u16(26)]), named[u16(26):]
	if name != m.name {
		return refuse(Ambiguous, m.name, "its header calls it %q", name)
	}
	if u16(6) != m.flags || u16(8) != m.method {
		return refuse(Ambiguous, m.name, "its header and the directory disagree about its compression")
	}
	if err := m.extra(extra); err != nil {
		return err
	}
	sizes := [3]int64{int64(u32(14)), int64(u32(18)), int64(u32(22))}
	for i, want := range [3]int64{int64(m.crc), m.packed, m.size} {
		// What follows the data has them, too; some programs leave out all before it, and
		// some, as zip 3.0, all but the size.
		if sizes[i] != want && (sizes[i] != 0 || m.flags&zipDescriptor == 0) {
			return refuse(Ambiguous, m.name, "its header and the directory disagree about its sizes or checksum")
		}
	}
	if m.flags&zipDescriptor == 0 {
		if m.data+m.packed != limit {
			return refuse(Ambiguous, m.name, "it is followed by data that is not in the directory")
		}
		return nil
	}
	return m.descriptor(archive, limit)
}

// descriptor holds what follows the data against the directory.
func (m *zipMember) descriptor(archive io.ReaderAt, limit int64) error {
	length := limit - m.data - m.packed
	if length != 12 && length != 16 {
		return refuse(Ambiguous, m.name, "it is followed by data that is not in the directory")
	}
	text := make([]byte, length)
	if _, err := archive.ReadAt(text, m.data+m.packed); err != nil {
		return refuse(Damaged, m.name, "what follows it is cut off")
	}
	if length == 16 {
		if binary.LittleEndian.Uint32(text) != zipDescriptorMark {
			return refuse(Ambiguous, m.name, "it is followed by data that is not in the directory")
		}
		text = text[4:]
	}
	u32 := func(at int) uint32 { return binary.LittleEndian.Uint32(text[at:]) }
	if u32(0) != m.crc || int64(u32(4)) != m.packed || int64(u32(8)) != m.size {
		return refuse(Ambiguous, m.name, "its data descriptor and the directory disagree about its sizes or checksum")
	}
	return nil
}
