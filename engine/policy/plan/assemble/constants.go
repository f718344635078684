package assemble

import (
	"encoding/binary"
)

// The kinds of constants, as package plan reads them.
const (
	kindNull = iota
	kindFalse
	kindTrue
	kindText
	kindNumber
	kindArray
	kindObject
	kindSet
)

// constants are those of an image; the same one is kept once.
type constants struct {
	records [][]byte
	known   map[string]int
}

func newConstants() constants { return constants{known: map[string]int{}} }

func (c *constants) add(record []byte) int {
	if index, ok := c.known[string(record)]; ok {
		return index
	}
	index := len(c.records)
	c.records = append(c.records, record)
	c.known[string(record)] = index
	return index
}

func (c *constants) null() int { return c.add([]byte{kindNull}) }

func (c *constants) boolean(yes bool) int {
	if yes {
		return c.add([]byte{kindTrue})
	}
	return c.add([]byte{kindFalse})
}

func (c *constants) text(s string) int { return c.add(text([]byte{kindText}, s)) }

func (c *constants) number(s string) int { return c.add(text([]byte{kindNumber}, s)) }

func (c *constants) composite(kind byte, items []int) int {
	out := binary.AppendUvarint([]byte{kind}, uint64(len(items)))
	for _, item := range items {
		out = binary.AppendUvarint(out, uint64(item))
	}
	return c.add(out)
}
