package egress

import (
	"encoding/binary"
	"errors"
	"io"
)

// Bounds of a TLS greeting. One with post-quantum keys and a session ticket has
// about 4 KiB.
const (
	maxRecord  = 1 << 14
	maxRecords = 16
	maxHello   = 1 << 16
)

var (
	errNotTLS = errors.New("the data sent is not a TLS greeting")
	errNoName = errors.New("the TLS greeting names no host")
)

// readHello reads a TLS greeting (ClientHello) and returns it as it was sent, and
// the name in it. A greeting that is unusual in any way is an error: what is read
// here must be what the other side reads.
func readHello(r io.Reader) (sent []byte, name string, err error) {
	var message []byte
	want := -1
	for range maxRecords {
		var head [5]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return nil, "", errNotTLS
		}
		size := int(binary.BigEndian.Uint16(head[3:]))
		if head[0] != 22 || head[1] != 3 || size == 0 || size > maxRecord {
			return nil, "", errNotTLS
		}
		record := make([]byte, size)
		if _, err := io.ReadFull(r, record); err != nil {
			return nil, "", errNotTLS
		}
		sent = append(append(sent, head[:]...), record...)
		message = append(message, record...)
		if want < 0 && len(message) >= 4 {
			if want = int(binary.BigEndian.Uint32(message) & 0xffffff); message[0] != 1 || want > maxHello {
				return nil, "", errNotTLS
			}
		}
		if want >= 0 && len(message) >= 4+want {
			if len(message) > 4+want {
				return nil, "", errNotTLS
			}
			name, err := helloName(message[4:])
			return sent, name, err
		}
	}
	return nil, "", errNotTLS
}

// helloName returns the name in the body of a ClientHello (RFC 8446 4.1.2, RFC
// 6066 3).
func helloName(body []byte) (string, error) {
	s := field(body)
	if !s.skip(2+32) || !s.skipVector(1, 0, 32) || !s.skipVector(2, 2, 1<<16-2) || !s.skipVector(1, 1, 255) {
		return "", errNotTLS
	}
	if len(s) == 0 {
		return "", errNoName
	}
	extensions, ok := s.vector(2)
	if !ok || len(s) != 0 {
		return "", errNotTLS
	}
	name, found := "", false
	seen := map[uint16]bool{}
	for len(extensions) > 0 {
		kind, ok := extensions.number()
		if !ok || seen[kind] {
			return "", errNotTLS
		}
		seen[kind] = true
		data, ok := extensions.vector(2)
		if !ok {
			return "", errNotTLS
		}
		if kind == 0 {
			if name, ok = data.serverName(); !ok {
				return "", errNotTLS
			}
			found = true
		}
	}
	if !found {
		return "", errNoName
	}
	return name, nil
}

// field is what is left to read of a part of a greeting.
type field []byte

// serverName reads a list of names, which must hold one name of a host.
func (f *field) serverName() (string, bool) {
	list, ok := f.vector(2)
	if !ok || len(*f) != 0 || len(list) == 0 || list[0] != 0 {
		return "", false
	}
	list = list[1:]
	name, ok := list.vector(2)
	return string(name), ok && len(name) > 0 && len(list) == 0
}

func (f *field) number() (uint16, bool) {
	if len(*f) < 2 {
		return 0, false
	}
	n := binary.BigEndian.Uint16(*f)
	*f = (*f)[2:]
	return n, true
}

func (f *field) skip(n int) bool {
	if len(*f) < n {
		return false
	}
	*f = (*f)[n:]
	return true
}

// vector reads a length of 1 or 2 bytes and that many bytes.
func (f *field) vector(width int) (field, bool) {
	if len(*f) < width {
		return nil, false
	}
	n := int((*f)[0])
	if width == 2 {
		n = n<<8 | int((*f)[1])
	}
	if len(*f) < width+n {
		return nil, false
	}
	v := (*f)[width : width+n]
	*f = (*f)[width+n:]
	return v, true
}

func (f *field) skipVector(width, least, most int) bool {
	v, ok := f.vector(width)
	return ok && len(v) >= least && len(v) <= most
}
