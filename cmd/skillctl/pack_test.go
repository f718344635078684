package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// pack ARCHIVE MEMBER=FILE... makes a zip or tar.gz archive of files under any
// names; MEMBER=->TARGET is a link, and a file whose name ends with .sh can be run.
func pack(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: pack ARCHIVE MEMBER=FILE...")
	}
	out, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { ts.Check(out.Close()) }()
	if strings.HasSuffix(args[0], ".zip") {
		w := zip.NewWriter(out)
		for _, arg := range args[1:] {
			packZip(ts, w, arg)
		}
		ts.Check(w.Close())
		return
	}
	packed := gzip.NewWriter(out)
	w := tar.NewWriter(packed)
	for _, arg := range args[1:] {
		packTar(ts, w, arg)
	}
	ts.Check(w.Close())
	ts.Check(packed.Close())
}

// member is what an argument of pack says.
func member(ts *testscript.TestScript, arg string) (name, target string, text []byte, mode os.FileMode) {
	name, from, ok := strings.Cut(arg, "=")
	if !ok {
		ts.Fatalf("%q is no MEMBER=FILE", arg)
	}
	if target, ok := strings.CutPrefix(from, "->"); ok {
		return name, target, nil, os.ModeSymlink | 0o777
	}
	text, err := os.ReadFile(ts.MkAbs(from))
	ts.Check(err)
	mode = 0o644
	if strings.HasSuffix(name, ".sh") {
		mode = 0o755
	}
	return name, "", text, mode
}

func packZip(ts *testscript.TestScript, w *zip.Writer, arg string) {
	name, target, text, mode := member(ts, arg)
	if target != "" {
		text = []byte(target)
	}
	h := &zip.FileHeader{Name: name, Method: zip.Deflate}
	h.SetMode(mode)
	f, err := w.CreateHeader(h)
	ts.Check(err)
	_, err = f.Write(text)
	ts.Check(err)
}

func packTar(ts *testscript.TestScript, w *tar.Writer, arg string) {
	name, target, text, mode := member(ts, arg)
	h := &tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: int64(mode.Perm()), Size: int64(len(text)), Linkname: target}
	if target != "" {
		h.Typeflag = tar.TypeSymlink
	}
	ts.Check(w.WriteHeader(h))
	_, err := w.Write(text)
	ts.Check(err)
}
