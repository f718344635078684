package stage

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

const manifest = "---\nname: weather\ndescription: Says how the weather is.\n---\n# Weather\n"

// zipped is a member of an archive that a test makes by hand, byte for byte.
type zipped struct {
	name, local   string // local: the name in the local header, when it differs
	content       string
	mode          uint32 // of Unix, with its type
	method, flags uint16
	descriptor    int    // 0, or the bytes of the record behind the data
	announced     uint32 // the size in the header of one with such a record
	extra         []byte
	crc           uint32 // when it is to be wrong
	size          uint32 // when it is to be wrong
	hidden        string // behind the packed data
	comment       string
	maker, needs  byte   // 0 for Unix, and for version 2.0
	attributes    uint32 // those of DOS
}

// madeOnDOS stands for the system 0.
const madeOnDOS = 255

// makeZip writes an archive with the members in order.
func makeZip(members ...zipped) []byte {
	var out, central bytes.Buffer
	le := binary.LittleEndian
	for _, m := range members {
		if m.mode == 0 {
			m.mode = 0o100644
			if m.name != "" && m.name[len(m.name)-1] == '/' {
				m.mode = 0o40755
			}
		}
		local := m.local
		if local == "" {
			local = m.name
		}
		data := []byte(m.content)
		if m.method == zipDeflated {
			var packed bytes.Buffer
			w, _ := flate.NewWriter(&packed, 9)
			_, _ = w.Write(data)
			_ = w.Close()
			data = packed.Bytes()
		}
		data = append(data, m.hidden...)
		crc, size := crc32.ChecksumIEEE([]byte(m.content)), uint32(len(m.content))
		if m.crc != 0 {
			crc = m.crc
		}
		if m.size != 0 {
			size = m.size
		}
		if m.descriptor > 0 {
			m.flags |= zipDescriptor
		}
		at := uint32(out.Len())
		head := le.AppendUint32(nil, zipLocalMark)
		head = le.AppendUint16(head, 20)
		head = le.AppendUint16(head, m.flags)
		head = le.AppendUint16(head, m.method)
		head = le.AppendUint32(head, 0)
		if m.descriptor > 0 {
			head = le.AppendUint32(append(head, make([]byte, 8)...), m.announced)
		} else {
			head = le.AppendUint32(head, crc)
			head = le.AppendUint32(head, uint32(len(data)))
			head = le.AppendUint32(head, size)
		}
		head = le.AppendUint16(head, uint16(len(local)))
		head = le.AppendUint16(head, uint16(len(m.extra)))
		out.Write(head)
		out.WriteString(local)
		out.Write(m.extra)
		out.Write(data)
		if m.descriptor == 16 {
			out.Write(le.AppendUint32(nil, zipDescriptorMark))
		}
		if m.descriptor > 0 {
			d := le.AppendUint32(nil, crc)
			d = le.AppendUint32(d, uint32(len(data)))
			out.Write(le.AppendUint32(d, size))
		}
		maker := cmp.Or(m.maker, zipUnix)
		if maker == madeOnDOS {
			maker = zipDOS
		}
		c := le.AppendUint32(nil, zipCentralMark)
		c = le.AppendUint16(c, 20|uint16(maker)<<8)
		c = le.AppendUint16(c, uint16(cmp.Or(m.needs, 20)))
		c = le.AppendUint16(c, m.flags)
		c = le.AppendUint16(c, m.method)
		c = le.AppendUint32(c, 0)
		c = le.AppendUint32(c, crc)
		c = le.AppendUint32(c, uint32(len(data)))
		c = le.AppendUint32(c, size)
		c = le.AppendUint16(c, uint16(len(m.name)))
		c = le.AppendUint16(c, uint16(len(m.extra)))
		c = le.AppendUint16(c, uint16(len(m.comment)))
		c = le.AppendUint32(c, 0)
		c = le.AppendUint32(c, m.mode<<16|m.attributes)
		c = le.AppendUint32(c, at)
		central.Write(c)
		central.WriteString(m.name)
		central.Write(m.extra)
		central.WriteString(m.comment)
	}
	at, length := out.Len(), central.Len()
	out.Write(central.Bytes())
	out.Write(zipEndRecord(len(members), length, at, ""))
	return out.Bytes()
}

func zipEndRecord(count, length, at int, comment string) []byte {
	le := binary.LittleEndian
	end := le.AppendUint32(nil, zipEndMark)
	end = le.AppendUint32(end, 0)
	end = le.AppendUint16(end, uint16(count))
	end = le.AppendUint16(end, uint16(count))
	end = le.AppendUint32(end, uint32(length))
	end = le.AppendUint32(end, uint32(at))
	end = le.AppendUint16(end, uint16(len(comment)))
	return append(end, comment...)
}

// libraryZip writes an archive as the standard library does: with records behind
// the data.
func libraryZip(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// makeTar writes a tar archive; members without a type are files.
func makeTar(t testing.TB, members ...tarred) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, m := range members {
		if m.Typeflag == 0 {
			m.Typeflag = tar.TypeReg
		}
		if m.Mode == 0 {
			m.Mode = 0o644
		}
		m.Size = int64(len(m.content))
		if m.Typeflag != tar.TypeReg {
			m.Size = 0
		}
		if err := w.WriteHeader(&m.Header); err != nil {
			t.Fatal(err)
		}
		if m.Size > 0 {
			if _, err := w.Write([]byte(m.content)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type tarred struct {
	tar.Header
	content string
}

func tarFile(name, content string) tarred { return tarred{tar.Header{Name: name}, content} }

func gzipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// written puts an archive into a file.
func written(t testing.TB, name string, text []byte) string {
	t.Helper()
	full := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(full, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return full
}

// tree is what is in a folder: contents, "-> target" for links, "/" for folders,
// and an "x" before what can be run.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		rel = filepath.ToSlash(rel)
		info, err := e.Info()
		if err != nil {
			return err
		}
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			out[rel] = "-> " + target
			return err
		case e.IsDir():
			if info.Mode().Perm() != 0o755 {
				t.Errorf("the folder %q has mode %v", rel, info.Mode())
			}
			out[rel+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(name)
		out[rel] = string(text)
		switch info.Mode() {
		case 0o644:
		case 0o755:
			out[rel] = "x" + out[rel]
		default:
			t.Errorf("the file %q has mode %v", rel, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
