package scan

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
)

func unhexString(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func pad(s string, n int) string { return s + strings.Repeat("\x00", n) }

// kinds is what a file of some name and first bytes is.
func kinds() []struct{ name, head, class, kind string } {
	pe := pad("MZ", 0x3a) + "\x40\x00\x00\x00" + "PE\x00\x00"
	return []struct{ name, head, class, kind string }{
		{"a", "", ClassEmpty, "empty"},
		{"a.md", "# Title\n", ClassText, "utf-8"},
		{"a.md", "Grüße\n", ClassText, "utf-8"},
		{"a.txt", "Gr\xfc\xdfe, alles in einer alten Kodierung\n", ClassText, "8-bit"},
		{"a.txt", "\xff\xfeh\x00i\x00", ClassText, "utf-16"},
		{"a.txt", "MZ is how this text begins, and it goes on\n", ClassText, "utf-8"},
		{"a.txt", "BMW and BZh are three letters\n", ClassText, "utf-8"},
		{"a.txt", "GIF8 is not quite a picture\n", ClassText, "utf-8"},
		{"a.bin", "\x00\x01\x02\x03\x04\x05", ClassData, "binary"},
		{"a.bin", "\x01\x02\x03\x04\x05\x06\x07", ClassData, "binary"},
		{"run", "#!/bin/sh\necho\n", ClassScript, "shell"},
		{"run", "#!/usr/bin/env -S python3.11 -u\n", ClassScript, "python"},
		{"run", "#!/usr/bin/env FOO=1 bash\n", ClassScript, "shell"},
		{"run", "#!/opt/own/thing\n", ClassScript, "unknown"},
		{"notes.txt", "#!/usr/bin/perl\n", ClassScript, "perl"},
		{"a.py", "print(1)\n", ClassScript, "python"},
		{"a.PS1", "Get-Item\n", ClassScript, "powershell"},
		{"a", "\x7fELF\x02\x01\x01", ClassExecutable, "elf"},
		{"a.txt", "\x7fELF\x02\x01\x01", ClassExecutable, "elf"},
		{"a.exe", pe, ClassExecutable, "pe"},
		{"a", "\xcf\xfa\xed\xfe\x07\x00\x00\x01", ClassExecutable, "mach-o"},
		{"a", "\xca\xfe\xba\xbe\x00\x00\x00\x02", ClassExecutable, "mach-o-fat"},
		{"A.class", "\xca\xfe\xba\xbe\x00\x00\x00\x41", ClassExecutable, "java-class"},
		{"a.wasm", "\x00asm\x01\x00\x00\x00", ClassExecutable, "wasm"},
		{"a.lnk", "L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46", ClassExecutable, "lnk"},
		{"a.dex", "dex\n035\x00", ClassExecutable, "dex"},
		{"a.scpt", "FasdUAS 1.101.10\x0e\x00", ClassExecutable, "applescript"},
		{"a.pyc", "\xa7\x0d\x0d\x0a\x00\x00\x00\x00\x00\x00\x00\x00", ClassBytecode, "python-bytecode"},
		{"a.dat", "\xa7\x0d\x0d\x0a\x00\x00\x00\x00\x00\x00\x00\x00", ClassBytecode, "python-bytecode"},
		{"a.zip", "PK\x03\x04\x14\x00", ClassArchive, "zip"},
		{"a.tgz", "\x1f\x8b\x08\x00", ClassArchive, "gzip"},
		{"a.bz2", "BZh91AY&SY", ClassArchive, "bzip2"},
		{"a.xz", "\xfd7zXZ\x00", ClassArchive, "xz"},
		{"a.7z", "7z\xbc\xaf\x27\x1c", ClassArchive, "7z"},
		{"a.rar", "Rar!\x1a\x07\x01\x00", ClassArchive, "rar"},
		{"a.zst", "\x28\xb5\x2f\xfd", ClassArchive, "zstd"},
		{"a.deb", "!<arch>\ndebian-binary", ClassArchive, "ar"},
		{"a.cpio", "070701000000", ClassArchive, "cpio"},
		{"a.iso", pad("", 32769) + "CD001\x01", ClassArchive, "iso"},
		{"a.png", "\x89PNG\r\n\x1a\n", ClassImage, "png"},
		{"a.jpg", "\xff\xd8\xff\xe0", ClassImage, "jpeg"},
		{"a.webp", "RIFF\x00\x00\x00\x00WEBPVP8 ", ClassImage, "webp"},
		{"a.heic", "\x00\x00\x00\x18ftypheic", ClassImage, "heic"},
		{"a.mp4", "\x00\x00\x00\x18ftypisom", ClassVideo, "mp4"},
		{"a.wav", "RIFF\x00\x00\x00\x00WAVEfmt ", ClassAudio, "wav"},
		{"a.ttf", "\x00\x01\x00\x00\x00\x0f", ClassFont, "ttf"},
		{"a.woff2", "wOF2", ClassFont, "woff2"},
		{"a.pdf", "%PDF-1.7\n", ClassDocument, "pdf"},
		{"a.doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ClassDocument, "ole"},
		{"a.rtf", `{\rtf1 x}`, ClassDocument, "rtf"},
		{"a.svg", `<?xml version="1.0"?><!-- c --><svg xmlns="x"></svg>`, ClassDocument, "svg"},
		{"a.xml", `<?xml version="1.0"?><root/>`, ClassText, "utf-8"},
		{"a.html", "<!DOCTYPE html><p>x", ClassText, "html"},
		{"a.db", "SQLite format 3\x00", ClassDatabase, "sqlite"},
		{"a.gguf", "GGUF\x03\x00\x00\x00", ClassModel, "gguf"},
		{"a.safetensors", "\x10\x00\x00\x00\x00\x00\x00\x00{\"a\":1}", ClassModel, "safetensors"},
		{"a.pkl", "\x80\x02}q\x00.", ClassModel, "pickle"},
		{"a.whl.lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n", ClassPointer, "git-lfs"},
		{"sub/.git", "gitdir: ../.git/modules/sub\n", ClassPointer, "git-submodule"},
		{"gitdir.txt", "gitdir: ../.git/modules/sub\n", ClassText, "utf-8"},
	}
}

func TestClassify(t *testing.T) {
	for _, tt := range kinds() {
		got := Classify([]byte(tt.head), tt.name)
		if got.Class != tt.class || got.Type != tt.kind {
			t.Errorf("Classify(%.20q, %q) = %s/%s, want %s/%s", tt.head, tt.name, got.Class, got.Type, tt.class, tt.kind)
		}
	}
}

func TestClassifyCutsCharacters(t *testing.T) {
	head := []byte(strings.Repeat("x", HeadSize-1) + "ü and more")
	if got := Classify(head, "a.md"); got.Type != "utf-8" {
		t.Errorf("type = %s, want utf-8 although the head ends inside a character", got.Type)
	}
}

func TestFits(t *testing.T) {
	tests := []struct {
		name, data string
		want       bool
	}{
		{"a.png", "\x89PNG\r\n\x1a\n", true},
		{"a.png", "\x7fELF\x02", false},
		{"a.png", "<!DOCTYPE html>", false},
		{"a.txt", "#!/bin/sh\n", false},
		{"a.txt", "text", true},
		{"a.docx", "PK\x03\x04\x14\x00", true},
		{"a.docx", "%PDF-1.4", false},
		{"a.py", "\x7fELF\x02", false},
		{"a.py", "print()", true},
		{"a.unknown", "\x7fELF\x02", true},
		{"a.so", "\x7fELF\x02", true},
		{"a.json", "", true},
	}
	for _, tt := range tests {
		if got := Classify([]byte(tt.data), tt.name); got.Fits != tt.want {
			t.Errorf("Classify(%q, %q).Fits = %v, want %v", tt.data, tt.name, got.Fits, tt.want)
		}
	}
}

func TestReadShebang(t *testing.T) {
	tests := []struct{ head, program, args string }{
		{"#!/bin/sh\n", "sh", ""},
		{"#! /usr/bin/env  bash -e\nx", "bash", "-e"},
		{"#!/usr/bin/env -S deno run\n", "deno", "run"},
		{"#!/usr/bin/env -Sdeno run\n", "deno", "run"},
		{"#!/usr/bin/env -u X A=1 zsh\n", "zsh", ""},
		{"#!/bin/busybox sh\r\n", "busybox", "sh"},
		{"\xef\xbb\xbf#!/bin/sh\n", "sh", ""},
		{"#!\n", "", ""},
		{" #!/bin/sh\n", "", ""},
		{"text", "", ""},
	}
	for _, tt := range tests {
		got, ok := ReadShebang([]byte(tt.head))
		if ok != (tt.program != "") || got.Program != tt.program || strings.Join(got.Args, " ") != tt.args {
			t.Errorf("ReadShebang(%q) = %+v, %v, want %q %q", tt.head, got, ok, tt.program, tt.args)
		}
	}
}

type member struct {
	name, body string
	link       string
	mode       int64
}

func makeTar(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Size: int64(len(m.body)), Mode: m.mode | 0o644}
		if m.link != "" {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, m.link, 0
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if m.link == "" {
			if _, err := w.Write([]byte(m.body)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func makeZip(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(m.body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(data []byte, limits Limits) *Archive {
	kind := Classify(data, "").Type
	return OpenArchive(context.Background(), kind, bytes.NewReader(data), int64(len(data)), limits)
}

func TestArchiveNames(t *testing.T) {
	data := makeTar(t,
		member{name: "ok.txt", body: "x"}, member{name: "OK.txt", body: "y"},
		member{name: "../out.txt", body: "x"}, member{name: "/abs", body: "x"}, member{name: `c:\win`, body: "x"},
		member{name: "a/in", link: "../ok.txt"}, member{name: "a/out", link: "../../etc"}, member{name: "pw", link: "/etc/passwd"},
		member{name: "su", body: "x", mode: 0o4000}, member{name: "bin", body: "\x7fELF\x02\x01\x01"},
	)
	a := open(data, Limits{})
	checks := []struct {
		what string
		got  []string
		want string
	}{
		{"traversal", a.Traversal, "../out.txt|/abs|c:\\win"},
		{"links", a.Links, "a/in -> ../ok.txt|a/out -> ../../etc|pw -> /etc/passwd"},
		{"links out", a.LinksOut, "a/out -> ../../etc|pw -> /etc/passwd"},
		{"collisions", a.Collisions, "ok.txt / OK.txt"},
		{"setuid", a.Setuid, "su"},
		{"executables", a.Executables, "bin"},
	}
	for _, c := range checks {
		if got := strings.Join(c.got, "|"); got != c.want {
			t.Errorf("%s = %q, want %q", c.what, got, c.want)
		}
	}
	if a.Entries != 10 || !a.Complete || a.Depth != 1 {
		t.Errorf("entries %d, complete %v, depth %d; want 10, true, 1 (%s)", a.Entries, a.Complete, a.Depth, a.Problem)
	}
}

func TestArchiveNested(t *testing.T) {
	inner := makeZip(t, member{name: "../deep", body: "x"})
	data := gzipped(t, makeTar(t, member{name: "in.zip", body: string(inner)}))
	a := open(data, Limits{})
	if a.Format != "tar+gzip" || a.Depth != 2 || a.Entries != 2 || !a.Complete {
		t.Errorf("format %s, depth %d, entries %d, complete %v (%s)", a.Format, a.Depth, a.Entries, a.Complete, a.Problem)
	}
	if len(a.Traversal) != 1 || a.Traversal[0] != "in.zip!../deep" {
		t.Errorf("traversal = %q", a.Traversal)
	}
	if a := open(data, Limits{Depth: 1}); a.Complete || a.Limit != "depth" {
		t.Errorf("depth 1: complete %v, limit %q", a.Complete, a.Limit)
	}
}

func TestArchiveBomb(t *testing.T) {
	bomb := makeZip(t, member{name: "big", body: strings.Repeat("\x00", 4<<20)})
	a := open(bomb, Limits{Bytes: 1 << 20})
	if a.Complete || a.Limit != "bytes" {
		t.Errorf("complete %v, limit %q, want the byte limit", a.Complete, a.Limit)
	}
	a = open(bomb, Limits{})
	if !a.Complete || a.Unpacked != 4<<20 || a.Ratio < 100 {
		t.Errorf("complete %v, unpacked %d, ratio %d", a.Complete, a.Unpacked, a.Ratio)
	}
	// A tar in a stream is bounded by what comes out of the stream.
	packed := gzipped(t, makeTar(t, member{name: "big", body: strings.Repeat("\x00", 4<<20)}))
	if a = open(packed, Limits{Bytes: 1 << 20}); a.Complete || a.Limit != "bytes" || a.Unpacked > 1<<20 {
		t.Errorf("tar in gzip: complete %v, limit %q, unpacked %d, want the byte limit", a.Complete, a.Limit, a.Unpacked)
	}
	if a = open(packed, Limits{}); !a.Complete || a.Unpacked < 4<<20 || a.Unpacked > 5<<20 {
		t.Errorf("tar in gzip: complete %v (%s), unpacked %d, want 4 MiB and the headers, once", a.Complete, a.Problem, a.Unpacked)
	}
	a = open(gzipped(t, bytes.Repeat([]byte("y"), 4<<20)), Limits{})
	if !a.Complete || a.Unpacked != 4<<20 || a.Entries != 1 {
		t.Errorf("gzip: complete %v, unpacked %d, entries %d", a.Complete, a.Unpacked, a.Entries)
	}
	var many []member
	for range 50 {
		many = append(many, member{name: "f" + strings.Repeat("x", len(many)), body: "x"})
	}
	if a := open(makeTar(t, many...), Limits{Entries: 10}); a.Entries != 10 || a.Limit != "entries" {
		t.Errorf("entries %d, limit %q", a.Entries, a.Limit)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a := OpenArchive(ctx, "zip", bytes.NewReader(bomb), int64(len(bomb)), Limits{}); a.Complete {
		t.Error("a cancelled listing says that it is complete")
	}
}

func TestArchiveEncrypted(t *testing.T) {
	data := makeZip(t, member{name: "secret", body: "x"})
	at := bytes.Index(data, []byte("PK\x01\x02"))
	data[at+8] |= zipLocked
	if a := open(data, Limits{}); !a.Encrypted || a.Complete {
		t.Errorf("encrypted %v, complete %v", a.Encrypted, a.Complete)
	}
	rar5 := unhexString(t, "526172211a070100 00000000 0b 04 00 00 00")
	if a := OpenArchive(context.Background(), "rar", bytes.NewReader(rar5), int64(len(rar5)), Limits{}); !a.Encrypted {
		t.Error("an encrypted rar is not seen as such")
	}
}

func TestArchiveDamaged(t *testing.T) {
	for _, data := range []string{"PK\x03\x04garbage", "\x1f\x8b\x08garbage", "!<arch>\ngarbage", "070701garbage", "BZh91AY&SYgarbage", "\x28\xb5\x2f\xfdgarbage", "7z\xbc\xaf\x27\x1c"} {
		if a := open([]byte(data), Limits{}); a.Complete || a.Problem == "" {
			t.Errorf("%q is said to be complete", data)
		}
	}
}

func TestInspectRefinesZip(t *testing.T) {
	tests := []struct {
		name    string
		members []member
		class   string
		kind    string
		active  string
	}{
		{"a.zip", []member{{name: "x", body: "y"}}, ClassArchive, "zip", ""},
		{"a.docx", []member{{name: "[Content_Types].xml"}, {name: "word/document.xml"}}, ClassDocument, "ooxml", ""},
		{"a.docm", []member{{name: "[Content_Types].xml"}, {name: "word/vbaProject.bin"}}, ClassDocument, "ooxml", "vba-macro"},
		{"a.odt", []member{{name: "mimetype", body: "application/vnd.oasis.opendocument.text"}, {name: "Basic/Standard/M.xml"}}, ClassDocument, "odf", "odf-macro"},
		{"a.epub", []member{{name: "mimetype", body: "application/epub+zip"}}, ClassDocument, "epub", ""},
		{"a.jar", []member{{name: "META-INF/MANIFEST.MF"}, {name: "A.class", body: "\xca\xfe\xba\xbe\x00\x00\x00\x41"}}, ClassExecutable, "jar", ""},
		{"a.pt", []member{{name: "archive/data.pkl", body: "\x80\x02."}}, ClassModel, "torch", ""},
	}
	for _, tt := range tests {
		data := makeZip(t, tt.members...)
		c := Inspect(context.Background(), tt.name, data, int64(len(data)), nil, Limits{})
		if c.Class != tt.class || c.Type != tt.kind || !c.Fits {
			t.Errorf("%s = %s/%s fits %v, want %s/%s", tt.name, c.Class, c.Type, c.Fits, tt.class, tt.kind)
		}
		if tt.active != "" && (c.Document == nil || strings.Join(c.Document.Active, " ") != tt.active) {
			t.Errorf("%s: document %+v, want %s", tt.name, c.Document, tt.active)
		}
	}
}

func TestInspectDocuments(t *testing.T) {
	tests := []struct{ name, data, active string }{
		{"a.pdf", "%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>", "pdf-open-action"},
		{"a.pdf", "%PDF-1.4\n<</S/J#61vaScript/JS(app.alert(1))>>", "pdf-javascript"},
		{"a.pdf", "%PDF-1.4\n<</S/Launch/F(cmd.exe)>>", "pdf-launch"},
		{"a.pdf", "%PDF-1.4\n<</Type/Page/JSON 1/Launcher 2>>", ""},
		{"a.svg", `<svg><script>alert(1)</script></svg>`, "svg-script"},
		{"a.svg", `<svg><g ONLOAD = "x" onclick="y()"/></svg>`, "svg-event-handler"},
		{"a.svg", `<svg><a xlink:href="javascript:x()">y</a></svg>`, "svg-javascript-url"},
		{"a.svg", `<svg><title>a on= b, &lt;script></title><path d="M0 onx=1"/></svg>`, ""},
		{"a.svg", `<svg><!-- <script>x</script> --><text>once</text></svg>`, ""},
		{"a.svg", `<svg><foreignObject/></svg>`, "svg-foreign-object"},
		{"a.rtf", `{\rtf1{\object\objdata 01}}`, "ole-object"},
		{"a.doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + string(utf16le("_VBA_PROJECT\x00")), "ole-macro"},
	}
	for _, tt := range tests {
		c := Inspect(context.Background(), tt.name, []byte(tt.data), int64(len(tt.data)), nil, Limits{})
		if c.Document == nil {
			t.Errorf("%q: no document facts", tt.data)
		} else if got := strings.Join(c.Document.Active, " "); got != tt.active {
			t.Errorf("%q: active = %q, want %q", tt.data, got, tt.active)
		}
	}
}

func smallPNG() []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, body []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
		b = append(append(b, kind...), body...)
		b = append(b, 0, 0, 0, 0)
	}
	chunk("IHDR", make([]byte, 13))
	chunk("IEND", nil)
	return b
}

func TestInspectEmbedded(t *testing.T) {
	png := smallPNG()
	zipped := makeZip(t, member{name: "x", body: "y"})
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"a.png", png, ""},
		{"a.png", append(smallPNG(), zipped...), "zip"},
		{"a.png", append(smallPNG(), "\x7fELF\x02\x01\x01"...), "elf"},
		{"a.png", append(smallPNG(), "#!/bin/sh\necho"...), "shell"},
		{"a.pdf", append([]byte("%PDF-1.4\n%%EOF\n"), zipped...), "zip"},
		{"a.sh", []byte("#!/bin/sh\nexit\n\x00\x01\x02"), "binary"},
		{"a.sh", []byte("#!/bin/sh\nexit\n"), ""},
		{"a.gif", append([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00\x3b"), "<?php system($x);"...), "php"},
		{"a.jpg", []byte("\xff\xd8\xff\xe0%PDF-1.4\xff\xd9"), "pdf"},
		{"a.zip", zipped, ""},
	}
	for _, tt := range tests {
		c := Inspect(context.Background(), tt.name, tt.data, int64(len(tt.data)), nil, Limits{})
		var got []string
		for _, e := range c.Embedded {
			got = append(got, e.Type)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s %.24q: embedded %v, want %q", tt.name, tt.data, got, tt.want)
		}
	}
	if c := Inspect(context.Background(), "a.png", append(smallPNG(), "plain"...), int64(len(png)+5), nil, Limits{}); c.Trailing != 5 {
		t.Errorf("trailing = %d, want 5", c.Trailing)
	}
}

func FuzzClassify(f *testing.F) {
	for _, tt := range kinds() {
		f.Add([]byte(tt.head), tt.name)
	}
	f.Fuzz(func(t *testing.T, head []byte, name string) {
		c := Classify(head, name)
		if c.Class == "" || c.Type == "" {
			t.Errorf("no class or type: %+v", c)
		}
		if again := Classify(head, name); again.Class != c.Class || again.Type != c.Type || again.Fits != c.Fits {
			t.Errorf("not the same twice: %+v, %+v", c, again)
		}
		Inspect(context.Background(), name, head, int64(len(head)), head, Limits{Bytes: 1 << 16, Entries: 100})
	})
}

func FuzzArchive(f *testing.F) {
	f.Add(makeZip(f, member{name: "a", body: "b"}))
	f.Add(makeTar(f, member{name: "../a", body: "b"}, member{name: "l", link: "/etc"}))
	f.Add(gzipped(f, makeTar(f, member{name: "a.zip", body: string(makeZip(f, member{name: "b"}))})))
	f.Add([]byte("!<arch>\nname            0           0     0     100644  1         `\nx\n"))
	f.Add([]byte("070701" + strings.Repeat("00000000", 11) + "00000001" + "00000000"))
	for _, tt := range kinds() {
		f.Add([]byte(tt.head))
	}
	limits := Limits{Entries: 50, Bytes: 1 << 16, Depth: 3, Nested: 1 << 14, Names: 5}
	f.Fuzz(func(t *testing.T, data []byte) {
		a := open(data, limits)
		if a.Entries > limits.Entries+1 {
			t.Errorf("%d entries, limit %d", a.Entries, limits.Entries)
		}
		if !a.Complete && a.Problem == "" {
			t.Error("not complete, and no reason given")
		}
		for _, list := range [][]string{a.Traversal, a.Links, a.Collisions} {
			if len(list) > limits.Names {
				t.Errorf("%d names, limit %d", len(list), limits.Names)
			}
		}
	})
}
