package scan

import (
	"bytes"
	"encoding/binary"
)

// region is a stretch of a file, from one offset to another.
type region struct{ from, to int }

// regions are the stretches of a picture in which text can stand, without the lengths
// and checksums between them, which can look like letters; the whole of another file,
// or what a broken one goes on with.
func regions(c Content, data []byte) []region {
	switch c.Type {
	case "png":
		return pngRegions(data)
	case "jpeg":
		return jpegRegions(data)
	}
	return []region{{0, len(data)}}
}

// pngRegions are the bodies of the chunks of a PNG, and what follows the last.
func pngRegions(data []byte) []region {
	var list []region
	at := 8
	for at+12 <= len(data) {
		n := int(binary.BigEndian.Uint32(data[at:]))
		if n < 0 || n > len(data)-at-12 {
			break
		}
		list = append(list, region{at + 8, at + 8 + n})
		last := string(data[at+4:at+8]) == "IEND"
		if at += 12 + n; last {
			break
		}
	}
	return append(list, region{min(at, len(data)), len(data)})
}

// jpegRegions are the bodies of the segments of a JPEG up to its picture, and all that
// follows.
func jpegRegions(data []byte) []region {
	var list []region
	at := 2
	for at+4 <= len(data) && data[at] == 0xff {
		marker, n := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		if marker < 0xc0 || marker == 0xda || n < 2 || n > len(data)-at-2 {
			break
		}
		list = append(list, region{at + 4, at + 2 + n})
		at += 2 + n
	}
	return append(list, region{min(at, len(data)), len(data)})
}

// gifComments are the comments of a GIF, each put together from its blocks of up to
// 255 bytes.
func gifComments(data []byte) []Part {
	var parts []Part
	for from := 0; from < len(data); {
		i := bytes.Index(data[from:], []byte{0x21, 0xfe})
		if i < 0 {
			break
		}
		var p Part
		at := from + i + 2
		for at < len(data) && data[at] != 0 && at+1+int(data[at]) <= len(data) {
			n := int(data[at])
			p.Places = append(p.Places, Place{len(p.Text), at + 1})
			p.Text = append(p.Text, data[at+1:at+1+n]...)
			at += 1 + n
		}
		if len(p.Text) >= minRun {
			parts = append(parts, p)
		}
		from += i + 2
		if len(parts) > 0 {
			from = max(from, at)
		}
	}
	return parts
}
