package native

import (
	"bytes"
	"debug/elf"
	"io"
	"os"
	"strings"
)

// maxFirstLine is how much of the first line of a script Linux reads.
const maxFirstLine = 256

// interpreter is what the system starts a file with: the program that the first line of a
// script names, or the loader of a program; "" for none, and for what cannot be read. It is
// for a message, after the start has failed.
func interpreter(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	head := make([]byte, maxFirstLine)
	n, _ := io.ReadFull(file, head)
	if line, ok := bytes.CutPrefix(head[:n], []byte("#!")); ok {
		line, _, _ = bytes.Cut(line, []byte("\n"))
		name, _, _ := strings.Cut(strings.Trim(string(line), " \t"), " ")
		name, _, _ = strings.Cut(name, "\t")
		return name
	}
	return loader(file)
}

// loader is what a program in ELF is loaded with.
func loader(file *os.File) string {
	program, err := elf.NewFile(file)
	if err != nil {
		return ""
	}
	for _, part := range program.Progs {
		if part.Type == elf.PT_INTERP && part.Filesz < maxFirstLine {
			name := make([]byte, part.Filesz)
			if _, err := part.ReadAt(name, 0); err != nil {
				return ""
			}
			return string(bytes.TrimRight(name, "\x00"))
		}
	}
	return ""
}
