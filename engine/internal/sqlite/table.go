package sqlite

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
	"strings"
)

// table reads the rows of a table by its name.
func (db *database) table(name string) ([]map[string]any, error) {
	var (
		rows  []map[string]any
		root  uint32
		names []string
	)
	err := db.walk(1, 0, func(_ int64, values []any) error {
		if len(values) < 5 || values[0] != "table" || values[1] != name {
			return nil
		}
		number, _ := values[3].(int64)
		text, _ := values[4].(string)
		root = uint32(number)
		var err error
		names, err = columns(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	if root == 0 {
		return nil, fmt.Errorf("table %q: %w", name, fs.ErrNotExist)
	}
	err = db.walk(root, 0, func(id int64, values []any) error {
		if len(rows) >= MaxRows {
			return fmt.Errorf("table %q has more than %d rows", name, MaxRows)
		}
		row := map[string]any{}
		for i, column := range names {
			if i < len(values) {
				row[column] = values[i]
			}
		}
		row["rowid"] = id
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// columns are the names of the columns of a CREATE TABLE statement.
func columns(text string) ([]string, error) {
	_, body, ok := strings.Cut(text, "(")
	end := strings.LastIndex(body, ")")
	if !ok || end < 0 || strings.Contains(strings.ToUpper(body[end:]), "WITHOUT") {
		return nil, fmt.Errorf("a table of this kind cannot be read: %.80q", text)
	}
	var names []string
	for _, part := range parts(body[:end]) {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			continue
		}
		switch strings.ToUpper(strings.TrimRight(fields[0], "(")) {
		case "PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT":
			continue
		}
		names = append(names, strings.Trim(fields[0], "\"`[]'"))
	}
	return names, nil
}

// parts splits at commas that stand in no brackets and no quotes.
func parts(text string) []string {
	var list []string
	depth, start, quote := 0, 0, rune(0)
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			list = append(list, text[start:i])
			start = i + 1
		}
	}
	return append(list, text[start:])
}

// Kinds of page.
const (
	interior = 0x05
	leaf     = 0x0d
)

// walk gives the rows below a page.
func (db *database) walk(number uint32, depth int, row func(id int64, values []any) error) error {
	if depth > maxDepth {
		return damaged("the tree is more than %d pages deep", maxDepth)
	}
	page, err := db.get(number)
	if err != nil {
		return err
	}
	head := page
	if number == 1 {
		head = page[100:]
	}
	kind, cells := head[0], int(binary.BigEndian.Uint16(head[3:]))
	size := map[byte]int{interior: 12, leaf: 8}[kind]
	if size == 0 || len(head) < size+2*cells {
		return damaged("page %d is no page of a table", number)
	}
	for i := range cells {
		at := int(binary.BigEndian.Uint16(head[size+2*i:]))
		if at >= db.usable-4 {
			return damaged("page %d leads out of itself", number)
		}
		if kind == interior {
			if err := db.walk(binary.BigEndian.Uint32(page[at:]), depth+1, row); err != nil {
				return err
			}
			continue
		}
		id, payload, err := db.cell(page[at:db.usable])
		if err != nil {
			return err
		}
		values, err := record(payload)
		if err != nil {
			return err
		}
		if err := row(id, values); err != nil {
			return err
		}
	}
	if kind == interior {
		return db.walk(binary.BigEndian.Uint32(head[8:]), depth+1, row)
	}
	return nil
}

// cell is a row on its page: its id and its content, with what overflows it.
func (db *database) cell(text []byte) (id int64, payload []byte, err error) {
	length, n := varint(text)
	if n == 0 || length < 0 || length > MaxPayload {
		return 0, nil, damaged("a row of %d bytes", length)
	}
	text = text[n:]
	if id, n = varint(text); n == 0 {
		return 0, nil, damaged("a row without an id")
	}
	text = text[n:]
	total, here := int(length), int(length)
	if most := db.usable - 35; total > most {
		least := (db.usable-12)*32/255 - 23
		if here = least + (total-least)%(db.usable-4); here > most {
			here = least
		}
	}
	if len(text) < here || here < total && len(text) < here+4 {
		return 0, nil, damaged("a row that leads out of its page")
	}
	payload = append(make([]byte, 0, total), text[:here]...)
	if here == total {
		return id, payload, nil
	}
	for next := binary.BigEndian.Uint32(text[here:]); len(payload) < total; {
		page, err := db.get(next)
		if err != nil {
			return 0, nil, err
		}
		next = binary.BigEndian.Uint32(page)
		payload = append(payload, page[4:4+min(db.usable-4, total-len(payload))]...)
	}
	return id, payload, nil
}

// record splits the content of a row into its values.
func record(payload []byte) ([]any, error) {
	size, n := varint(payload)
	if n == 0 || size < int64(n) || size > int64(len(payload)) {
		return nil, damaged("a row with a head of %d bytes", size)
	}
	head, body := payload[n:size], payload[size:]
	var values []any
	for len(head) > 0 {
		kind, n := varint(head)
		if n == 0 || kind < 0 {
			return nil, damaged("a row with a value of kind %d", kind)
		}
		head = head[n:]
		value, used, err := value(kind, body)
		if err != nil {
			return nil, err
		}
		values, body = append(values, value), body[used:]
	}
	return values, nil
}

// value is the next value of a row.
func value(kind int64, body []byte) (any, int, error) {
	size := 0
	switch {
	case kind == 0, kind == 8, kind == 9:
	case kind <= 4:
		size = int(kind)
	case kind == 5:
		size = 6
	case kind <= 7:
		size = 8
	case kind < 12:
		return nil, 0, damaged("a value of kind %d", kind)
	case (kind-12)/2 > int64(len(body)):
		return nil, 0, damaged("a value that leads out of its row")
	default:
		size = int(kind-12) / 2
	}
	if size > len(body) {
		return nil, 0, damaged("a value that leads out of its row")
	}
	text := body[:size]
	switch {
	case kind == 0:
		return nil, 0, nil
	case kind >= 12 && kind%2 == 0:
		return append([]byte{}, text...), size, nil
	case kind >= 12:
		return string(text), size, nil
	case kind == 7:
		return math.Float64frombits(binary.BigEndian.Uint64(text)), size, nil
	case kind >= 8:
		return kind - 8, 0, nil
	}
	number := int64(0)
	if text[0]&0x80 != 0 {
		number = -1
	}
	for _, b := range text {
		number = number<<8 | int64(b)
	}
	return number, size, nil
}

// varint is a number of one to nine bytes, and how many; 0 when it does not end.
func varint(text []byte) (int64, int) {
	number := uint64(0)
	for i := range min(len(text), 9) {
		if i == 8 {
			return int64(number<<8 | uint64(text[i])), 9
		}
		number = number<<7 | uint64(text[i]&0x7f)
		if text[i]&0x80 == 0 {
			return int64(number), i + 1
		}
	}
	return 0, 0
}
