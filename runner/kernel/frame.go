package kernel

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/skillctl/skillctl/runner/early"
)

// frame is what a tender says; see package early.
type frame struct {
	kind byte
	data []byte
}

const frameHead = 5

// splitter takes frames out of a stream, wherever its parts begin and end.
type splitter struct {
	have []byte
	err  error
}

// feed takes the next part, and calls take with every frame that is whole, whose data
// is valid until it returns. What is no frame is an error, and remains one.
func (s *splitter) feed(part []byte, take func(frame) error) error {
	if s.err != nil {
		return s.err
	}
	s.have = append(s.have, part...)
	rest := s.have
	for len(rest) >= frameHead {
		size := binary.BigEndian.Uint32(rest[1:frameHead])
		if s.err = sound(rest[0], size); s.err != nil {
			return s.err
		}
		end := frameHead + int(size)
		if len(rest) < end {
			break
		}
		if s.err = take(frame{rest[0], rest[frameHead:end]}); s.err != nil {
			return s.err
		}
		rest = rest[end:]
	}
	s.have = append(s.have[:0], rest...)
	return nil
}

func sound(kind byte, size uint32) error {
	switch kind {
	case early.TenderOut, early.TenderErr, early.TenderReply:
	case early.TenderEnded:
		if size != 1 {
			return fmt.Errorf("a frame about its end has %d bytes", size)
		}
	default:
		return fmt.Errorf("a frame of the kind %q is unknown", kind)
	}
	if size > early.TenderFrame {
		return fmt.Errorf("a frame has %d bytes", size)
	}
	return nil
}

// encode is a frame for a tender.
func encode(kind byte, data []byte) []byte {
	out := make([]byte, 0, frameHead+len(data))
	out = binary.BigEndian.AppendUint32(append(out, kind), uint32(len(data)))
	return append(out, data...)
}

// errClosed says that nothing more is said about the code.
var errClosed = errors.New("the code closed the channel of its interpreter")
