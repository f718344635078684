package scan

import (
	"bytes"
	"encoding/binary"
)

// magic finds the format whose signature head starts with. The row that pins
// the most bytes wins, so that a HEIC is not taken for a plain MP4.
func magic(head []byte, name string) (class, kind string, ok bool) {
	t := magicTable()
	best := -1
	bestLen := 0
	try := func(i int) {
		row := &t.Magic[i]
		if n := row.match(head); n > bestLen && plausible(row.Type, head, name) {
			best, bestLen = i, n
		}
	}
	for _, i := range t.first[head[0]] {
		try(i)
	}
	for _, i := range t.deep {
		try(i)
	}
	if best >= 0 {
		row := &t.Magic[best]
		class, kind = row.Class, row.Type
		if kind == "mach-o-fat" && isJavaClass(head) {
			kind = "java-class"
		}
		return class, kind, true
	}
	return structure(head, name)
}

// match returns how many bytes the signature pins, 0 when head differs.
func (s *signature) match(head []byte) int {
	n := s.part.match(head)
	if n == 0 {
		return 0
	}
	for i := range s.Also {
		m := s.Also[i].match(head)
		if m == 0 {
			return 0
		}
		n += m
	}
	return n
}

func (p *part) match(head []byte) int {
	if p.At > len(head) || !bytes.HasPrefix(head[p.At:], p.bytes) {
		return 0
	}
	return len(p.bytes)
}

// plausible refuses signatures that are so short that a text or an accident
// could start with them.
func plausible(kind string, head []byte, name string) bool {
	switch kind {
	case "pe":
		return isPE(head)
	case "bmp", "compress", "flv", "ole", "ico":
		return !looksText(head)
	case "mp3", "aac":
		return extension(name) == "."+kind || !looksText(head)
	case "wasm":
		return len(head) >= 8 && (binary.LittleEndian.Uint32(head[4:]) == 1 || extension(name) == ".wasm" || head[6] == 1)
	}
	return true
}

// isPE tells a Windows or DOS program from a text that starts with "MZ".
func isPE(head []byte) bool {
	if len(head) >= 0x40 {
		at := int(binary.LittleEndian.Uint32(head[0x3c:]))
		if at > 0 && at+4 <= len(head) && bytes.HasPrefix(head[at:], []byte("PE\x00\x00")) {
			return true
		}
	}
	return !looksText(head)
}

// isJavaClass tells the two formats that start with CA FE BA BE apart: a fat
// Mach-O counts its architectures there, and no class file has a version
// below 45.
func isJavaClass(head []byte) bool {
	return len(head) >= 8 && binary.BigEndian.Uint32(head) == 0xcafebabe && binary.BigEndian.Uint16(head[6:]) >= 45
}

// structure recognises formats that have no fixed signature.
func structure(head []byte, name string) (class, kind string, ok bool) {
	switch {
	case isPyc(head, name):
		return ClassBytecode, "python-bytecode", true
	case isPickle(head, name):
		return ClassModel, "pickle", true
	case isSafetensors(head):
		return ClassModel, "safetensors", true
	case isTar(head):
		return ClassArchive, "tar", true
	}
	return "", "", false
}

// isPyc: the second half of the magic number is CR LF, the first a version.
func isPyc(head []byte, name string) bool {
	if len(head) < 8 || head[2] != '\r' || head[3] != '\n' {
		return false
	}
	version := binary.LittleEndian.Uint16(head)
	if version >= 3000 && version < 4200 {
		return !looksText(head)
	}
	return extension(name) == ".pyc" || extension(name) == ".pyo"
}

func isPickle(head []byte, name string) bool {
	if len(head) < 3 || head[0] != 0x80 || head[1] < 2 || head[1] > 5 {
		return false
	}
	switch extension(name) {
	case ".pkl", ".pickle", ".joblib", ".pt", ".pth", ".ckpt", ".bin", ".dat", "":
		return true
	}
	// Protocol 4 and 5 frame their content.
	return head[1] >= 4 && head[2] == 0x95
}

// isSafetensors: the length of a JSON header, then the header.
func isSafetensors(head []byte) bool {
	if len(head) < 10 || head[8] != '{' || head[9] != '"' && head[9] != '}' {
		return false
	}
	n := binary.LittleEndian.Uint64(head)
	return n >= 2 && n < 100<<20
}

// isTar knows archives from before "ustar" by the checksum of the first
// header.
func isTar(head []byte) bool {
	if len(head) < 512 || head[0] == 0 {
		return false
	}
	sum := 0
	for i, b := range head[:512] {
		if i >= 148 && i < 156 {
			b = ' '
		}
		sum += int(b)
	}
	want, digits := 0, 0
	for _, b := range head[148:156] {
		if b >= '0' && b <= '7' {
			want, digits = want*8+int(b-'0'), digits+1
		} else if digits > 0 {
			break
		}
	}
	return digits > 0 && sum == want
}
