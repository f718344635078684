package scan

import (
	"bytes"
	"encoding/binary"
	"sort"
)

// Where a second format is searched for: the end-of-directory record of a ZIP
// with the longest comment fits in zipTail bytes, a PDF header may stand in
// the first pdfHead bytes.
const (
	zipTail = 65_557
	pdfHead = 1024
)

// embedded finds formats that start inside the bytes of another one, and the
// bytes behind the end of an image.
func embedded(c Content, data []byte, whole bool) ([]Embedded, int) {
	var found []Embedded
	add := func(kind string, at int) { found = append(found, Embedded{Type: kind, Offset: at}) }
	if whole && !zipLike(c) {
		if at, ok := zipStart(data); ok && at >= 0 {
			add("zip", at)
		}
	}
	if c.Type != "pdf" && !isText(c) && c.Class != ClassArchive {
		if at := bytes.Index(data[:min(len(data), pdfHead)], []byte("%PDF-")); at > 0 {
			add("pdf", at)
		}
	}
	if isText(c) {
		if at := bytes.IndexByte(data, 0); at >= 0 && c.Type != "utf-16" {
			add("binary", at)
		}
	}
	trailing := 0
	if end := imageEnd(c.Type, data); whole && end > 0 && end < len(data) {
		trailing = len(data) - end
		tail := Classify(data[end:], "")
		switch {
		case tail.Class == ClassData, tail.Class == ClassText, tail.Type == "zip":
		default:
			add(tail.Type, end)
		}
	}
	if c.Class == ClassImage {
		if at := bytes.Index(data, []byte("<?php")); at >= 0 {
			add("php", at)
		}
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].Offset != found[j].Offset {
			return found[i].Offset < found[j].Offset
		}
		return found[i].Type < found[j].Type
	})
	return found, trailing
}

func zipLike(c Content) bool { return c.Type == "zip" || isPackage(c.Type) || c.Class == ClassArchive }

func isText(c Content) bool {
	return c.Class == ClassText || c.Class == ClassScript || c.Type == "svg"
}

// zipStart finds a ZIP whose directory ends where the data ends, as every
// unpacker would, and returns where its first entry stands.
func zipStart(data []byte) (int, bool) {
	tail := data[max(0, len(data)-zipTail):]
	base := len(data) - len(tail)
	if !bytes.Contains(tail, []byte("PK\x05\x06")) {
		return 0, false // searching forward is far cheaper, and mostly enough
	}
	for i := bytes.LastIndex(tail, []byte("PK\x05\x06")); i >= 0; i = bytes.LastIndex(tail[:i], []byte("PK\x05\x06")) {
		if i+22 > len(tail) {
			continue
		}
		entries := binary.LittleEndian.Uint16(tail[i+10:])
		size := int(binary.LittleEndian.Uint32(tail[i+12:]))
		offset := int(binary.LittleEndian.Uint32(tail[i+16:]))
		dir := base + i - size
		if entries == 0 || size <= 0 || dir < 0 || !bytes.HasPrefix(data[dir:], []byte("PK\x01\x02")) {
			continue
		}
		return max(0, dir-offset), true
	}
	return 0, false
}

// imageEnd is the offset behind the last byte of an image, 0 when unknown.
func imageEnd(kind string, data []byte) int {
	switch kind {
	case "png":
		return pngEnd(data)
	case "gif":
		return gifEnd(data)
	case "jpeg":
		// A thumbnail may hold the marker too: the last one counts.
		if i := bytes.LastIndex(data, []byte{0xff, 0xd9}); i > 0 {
			return i + 2
		}
	}
	return 0
}

func pngEnd(data []byte) int {
	for at := 8; at+12 <= len(data); {
		n := int(binary.BigEndian.Uint32(data[at:]))
		if n > len(data)-at-12 {
			return 0
		}
		if string(data[at+4:at+8]) == "IEND" {
			return at + 12 + n
		}
		at += 12 + n
	}
	return 0
}

func gifEnd(data []byte) int {
	if len(data) < 13 {
		return 0
	}
	at := 13 + colourTable(data[10])
	for at < len(data) {
		switch data[at] {
		case 0x3b:
			return at + 1
		case 0x21:
			at = gifBlocks(data, at+2)
		case 0x2c:
			if at+10 > len(data) {
				return 0
			}
			at = gifBlocks(data, at+11+colourTable(data[at+9]))
		default:
			return 0
		}
	}
	return 0
}

func colourTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

func gifBlocks(data []byte, at int) int {
	for at < len(data) {
		n := int(data[at])
		at += 1 + n
		if n == 0 {
			break
		}
	}
	return at
}
