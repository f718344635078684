package stage

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// staging stages a source into a folder of its own, and wants nothing left in it
// when it is refused or closed.
func staging(t testing.TB, source string, opts ...Option) (map[string]string, *Staged, error) {
	t.Helper()
	parent := t.TempDir()
	staged, err := Open(context.Background(), source, append([]Option{WithParent(parent)}, opts...)...)
	var got map[string]string
	if err == nil {
		got = tree(t, staged.Dir)
		if err := staged.Close(); err != nil {
			t.Error(err)
		}
	}
	left, problem := os.ReadDir(parent)
	if problem != nil || len(left) > 0 {
		t.Errorf("%s: left behind: %v %v", source, left, problem)
	}
	return got, staged, err
}

// appleDouble is how a file begins that macOS adds.
const appleDouble = "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        "

func TestArchives(t *testing.T) {
	files := map[string]string{"SKILL.md": manifest, "bin/run.sh": "echo hello\n"}
	flat := map[string]string{"SKILL.md": manifest, "bin/": "", "bin/run.sh": "echo hello\n"}
	unix := map[string]string{"SKILL.md": manifest, "bin/": "", "bin/run.sh": "xecho hello\n", "latest": "-> bin/run.sh"}
	noLinks := map[string]string{"SKILL.md": manifest, "bin/": "", "bin/run.sh": "xecho hello\n"}
	members := []tarred{
		{tar.Header{Name: "./", Typeflag: tar.TypeDir, Mode: 0o700}, ""},
		tarFile("./SKILL.md", manifest),
		{tar.Header{Name: "./bin/run.sh", Mode: 0o4775}, "echo hello\n"},
		{tar.Header{Name: "./latest", Typeflag: tar.TypeSymlink, Linkname: "bin/run.sh"}, ""},
	}
	for _, tt := range []struct {
		name, file string
		text       []byte
		want       map[string]string
		called     string
		notes      int
	}{
		{"library", "weather.zip", libraryZip(t, files), flat, "weather", 0},
		{"skill", "weather.skill", libraryZip(t, files), flat, "weather", 0},
		{"upper case", "WEATHER.ZIP", libraryZip(t, files), flat, "WEATHER", 0},
		{"by hand", "weather.zip", makeZip(
			zipped{name: "SKILL.md", content: manifest, method: zipDeflated},
			zipped{name: "bin/", mode: 0o40777},
			zipped{name: "bin/run.sh", content: "echo hello\n", mode: 0o104755, descriptor: 12},
		), noLinks, "weather", 1},
		{"in a folder", "x.zip", makeZip(zipped{name: "weather-1.2/SKILL.md", content: manifest}, zipped{name: "weather-1.2/a.txt", content: "a"}),
			map[string]string{"SKILL.md": manifest, "a.txt": "a"}, "weather-1.2", 0},
		{"from macOS", "x.zip", makeZip(zipped{name: "weather/SKILL.md", content: manifest}, zipped{name: "__MACOSX/weather/._SKILL.md", content: appleDouble}),
			map[string]string{"SKILL.md": manifest}, "weather", 1},
		{"flat from macOS", "x.zip", makeZip(zipped{name: "SKILL.md", content: manifest}, zipped{name: "__MACOSX/._SKILL.md", content: appleDouble}),
			map[string]string{"SKILL.md": manifest}, "x", 1},
		{"called as from macOS", "x.zip", makeZip(zipped{name: "SKILL.md", content: manifest}, zipped{name: "__MACOSX/run.sh", content: "a"}),
			map[string]string{"SKILL.md": manifest, "__MACOSX/": "", "__MACOSX/run.sh": "a"}, "x", 0},
		{"with the records of others", "x.zip", makeZip(
			zipped{name: "SKILL.md", content: manifest}, zipped{name: ".openclaw/source-origin.json", content: "{}"}, zipped{name: ".clawhub/origin.json", content: "{}"},
			zipped{name: ".clawhub/keep", content: "k"}, zipped{name: ".git/config", content: "[core]"}),
			map[string]string{"SKILL.md": manifest, ".clawhub/": "", ".clawhub/keep": "k", ".git/": "", ".git/config": "[core]"}, "x", 2},
		{"tar", "weather.tar", makeTar(t, members...), unix, "weather", 1},
		{"tar.gz", "weather.tar.gz", gzipped(t, makeTar(t, members...)), unix, "weather", 1},
		{"tgz", "weather.tgz", gzipped(t, makeTar(t, members...)), unix, "weather", 1},
		{"hard link", "w.tar", makeTar(t, tarred{tar.Header{Name: "SKILL.md", Mode: 0o755}, manifest}, tarred{tar.Header{Name: "copy.md", Typeflag: tar.TypeLink, Linkname: "SKILL.md"}, ""}),
			map[string]string{"SKILL.md": "x" + manifest, "copy.md": "x" + manifest}, "w", 1},
		{"long name", "w.tar", makeTar(t, tarFile("SKILL.md", manifest), tarFile(strings.Repeat("long", 40)+"/"+strings.Repeat("n", 120), "a")),
			map[string]string{"SKILL.md": manifest, strings.Repeat("long", 40) + "/": "", strings.Repeat("long", 40) + "/" + strings.Repeat("n", 120): "a"}, "w", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, staged, err := staging(t, written(t, tt.file, tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("unpacked (-want +got):\n%s", diff)
			}
			if staged.Name != tt.called || len(staged.Notes) != tt.notes || !strings.HasPrefix(staged.Source.Digest, "sha256:") {
				t.Errorf("it is called %q, with the notes %v, from %+v", staged.Name, staged.Notes, staged.Source)
			}
		})
	}
}

// TestWhole leaves nothing out for who only judges.
func TestWhole(t *testing.T) {
	text := makeZip(zipped{name: "SKILL.md", content: manifest}, zipped{name: "__MACOSX/._SKILL.md", content: appleDouble}, zipped{name: ".openclaw/source-origin.json", content: "{}"})
	for whole, want := range map[bool]int{false: 1, true: 5} {
		opts := []Option{}
		if whole {
			opts = append(opts, WithWhole())
		}
		if got, _, err := staging(t, written(t, "x.zip", text), opts...); err != nil || len(got) != want {
			t.Errorf("whole %v: %v %v", whole, got, err)
		}
	}
}

func TestArchivePath(t *testing.T) {
	text := makeTar(t, tarFile("repo-1/README.md", "r"), tarFile("repo-1/skills/weather/SKILL.md", manifest),
		tarred{tar.Header{Name: "repo-1/skills/weather/top", Typeflag: tar.TypeSymlink, Linkname: "../../README.md"}, ""},
		tarFile("repo-1/skills/sea/SKILL.md", manifest))
	for _, within := range []string{"skills/sea", "repo-1/skills/sea", "./skills/sea/"} {
		got, staged, err := staging(t, written(t, "x.tar", text), WithPath(within))
		if err != nil || len(got) != 1 || got["SKILL.md"] != manifest || staged.Name != "sea" {
			t.Errorf("%s: %v %v", within, got, err)
		}
	}
	if _, _, err := staging(t, written(t, "x.tar", text), WithPath("skills/none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	var refused *RefusedError
	if _, _, err := staging(t, written(t, "x.tar", text), WithPath("skills/weather")); !errors.As(err, &refused) || refused.Reason != Outside {
		t.Errorf("a link out of the folder that is asked for: %v", err)
	}
	if _, _, err := staging(t, written(t, "x.tar", text), WithPath("../x")); err == nil {
		t.Error("a path that leads out is taken")
	}
}

// refusals are archives that must not be unpacked, and why.
func refusals(t testing.TB) map[string]struct {
	file   string
	text   []byte
	reason Reason
} {
	skill := zipped{name: "SKILL.md", content: manifest}
	with := func(m ...zipped) []byte { return makeZip(append([]zipped{skill}, m...)...) }
	tars := func(m ...tarred) []byte { return makeTar(t, append([]tarred{tarFile("SKILL.md", manifest)}, m...)...) }
	tarLink := func(name, target string) tarred {
		return tarred{tar.Header{Name: name, Typeflag: tar.TypeSymlink, Linkname: target}, ""}
	}
	plain := with(zipped{name: "a", content: "abcdef"})
	patch := func(text []byte, at int, with string) []byte {
		out := bytes.Clone(text)
		copy(out[at:], with)
		return out
	}
	end := len(plain) - zipEndLen
	unicode := append(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, extraUnicode), 6+5-4), []byte("\x01\x00\x00\x00\x00zz")...)
	wide := append(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, extra64), 8), make([]byte, 8)...)
	type refusal = struct {
		file   string
		text   []byte
		reason Reason
	}
	out := map[string]refusal{
		"parent":             {"x.zip", with(zipped{name: "../evil", content: "e"}), Outside},
		"parent within":      {"x.zip", with(zipped{name: "a/../../evil", content: "e"}), Outside},
		"parent and back":    {"x.zip", with(zipped{name: "a/../b", content: "e"}), Outside},
		"parent folder":      {"x.zip", with(zipped{name: "../"}), Outside},
		"absolute":           {"x.zip", with(zipped{name: "/etc/evil", content: "e"}), Outside},
		"backslash":          {"x.zip", with(zipped{name: `..\evil`, content: "e"}), BadName},
		"drive":              {"x.zip", with(zipped{name: "C:/evil", content: "e"}), BadName},
		"stream":             {"x.zip", with(zipped{name: "a.txt:evil", content: "e"}), BadName},
		"NUL":                {"x.zip", with(zipped{name: "a\x00.txt", content: "e"}), BadName},
		"escape":             {"x.zip", with(zipped{name: "a\x1b[2J", content: "e"}), BadName},
		"newline":            {"x.zip", with(zipped{name: "a\nb", content: "e"}), BadName},
		"C1":                 {"x.zip", with(zipped{name: "a\u009bb", content: "e", flags: zipUTF8}), BadName},
		"device":             {"x.zip", with(zipped{name: "a/NUL", content: "e"}), BadName},
		"device with ending": {"x.zip", with(zipped{name: "com1.txt", content: "e"}), BadName},
		"last dot":           {"x.zip", with(zipped{name: "a.", content: "e"}), BadName},
		"last blank":         {"x.zip", with(zipped{name: "a /b", content: "e"}), BadName},
		"empty part":         {"x.zip", with(zipped{name: "a//b", content: "e"}), BadName},
		"no name":            {"x.zip", with(zipped{name: "", content: "e"}), BadName},
		"not UTF-8":          {"x.zip", with(zipped{name: "\xff", content: "e", flags: zipUTF8}), BadName},
		"unmarked":           {"x.zip", with(zipped{name: "\u00e4", content: "e"}), Ambiguous},
		"twice":              {"x.zip", with(zipped{name: "SKILL.md", content: "e"}), Collision},
		"case":               {"x.zip", with(zipped{name: "skill.MD", content: "e"}), Collision},
		"case of folder":     {"x.zip", with(zipped{name: "a/b", content: "e"}, zipped{name: "A/c", content: "e"}), Collision},
		"Unicode form":       {"x.zip", with(zipped{name: "\u00e4", content: "e", flags: zipUTF8}, zipped{name: "a\u0308", content: "e", flags: zipUTF8}), Collision},
		"not shown":          {"x.zip", with(zipped{name: "SKILL\u200d.md", content: "e", flags: zipUTF8}), Collision},
		"file as folder":     {"x.zip", with(zipped{name: "SKILL.md/x", content: "e"}), Collision},
		"folder as file":     {"x.zip", with(zipped{name: "a/b", content: "e"}, zipped{name: "a", content: "e"}), Collision},
		"through a link":     {"x.tar", tars(tarLink("a", "/tmp"), tarFile("a/b", "e")), Collision},
		"over a link":        {"x.tar", tars(tarLink("a", "SKILL.md"), tarFile("a", "e")), Collision},
		"absolute link":      {"x.tar", tars(tarLink("a", "/etc/passwd")), Outside},
		"link out":           {"x.tar", tars(tarLink("a", "../../etc/passwd")), Outside},
		"link up":            {"x.tar", tars(tarLink("a", "..")), Outside},
		"link to itself":     {"x.tar", tars(tarLink("a", "a")), Outside},
		"link to its folder": {"x.tar", tars(tarFile("d/f", "e"), tarLink("d/a", "../d")), Outside},
		"link to the top":    {"x.tar", tars(tarLink("a", ".")), Outside},
		"link to a link":     {"x.tar", tars(tarLink("a", "SKILL.md"), tarLink("b", "a")), Outside},
		"link over a link":   {"x.tar", tars(tarFile("d/e/f", "e"), tarLink("g", "d/e"), tarLink("b", "g/../f")), Outside},
		"link to nothing":    {"x.tar", tars(tarLink("a", "b")), Outside},
		"empty link":         {"x.tar", tars(tarLink("a", "")), Outside},
		"backslash link":     {"x.tar", tars(tarLink("a", `..\b`)), Outside},
		"link with case":     {"x.tar", tars(tarLink("a", "skill.md")), Outside},
		"link":               {"x.zip", with(zipped{name: "a", content: "SKILL.md", mode: 0o120777}), Ambiguous},
		"link of DOS":        {"x.zip", with(zipped{name: "a", content: "SKILL.md", mode: 0o120777, maker: 200}), Ambiguous},
		"link of DOS itself": {"x.zip", with(zipped{name: "a", content: "SKILL.md", mode: 0o120777, maker: madeOnDOS}), Ambiguous},
		"folder of DOS":      {"x.zip", with(zipped{name: "a", content: "e", attributes: dosFolder}), Ambiguous},
		"folder by DOS mode": {"x.zip", with(zipped{name: "d", mode: 0o40755, maker: madeOnDOS}), Ambiguous},
		"name of a disk":     {"x.zip", with(zipped{name: "a", content: "e", attributes: dosVolume}), Ambiguous},
		"other system":       {"x.zip", with(zipped{name: "a", content: "e", maker: 1}), Ambiguous},
		"unknown flag":       {"x.zip", with(zipped{name: "a", content: "e", flags: 1 << 4}), Ambiguous},
		"newer version":      {"x.zip", with(zipped{name: "a", content: "e", needs: 63}), Ambiguous},
		"second Unix mode":   {"x.zip", with(zipped{name: "a", content: "e", extra: []byte("nu\x04\x00abcd")}), Ambiguous},
		"second attributes":  {"x.zip", with(zipped{name: "a", content: "e", extra: []byte("lx\x02\x00ab")}), Ambiguous},
		"length unknown":     {"x.zip", with(zipped{name: "a", content: "ePK\x07\x08e", descriptor: 16}), Ambiguous},
		"not of macOS":       {"x.zip", makeZip(zipped{name: "w/SKILL.md", content: manifest}, zipped{name: "__MACOSX/run.sh", content: "e"}), Format},
		"named as of macOS":  {"x.zip", makeZip(zipped{name: "w/SKILL.md", content: manifest}, zipped{name: "__MACOSX/w/._run", content: "#!/bin/sh"}), Format},
		"pipe":               {"x.zip", with(zipped{name: "p", mode: 0o010644}), Special},
		"folder by name":     {"x.zip", with(zipped{name: "d/", mode: 0o100644}), Ambiguous},
		"folder by mode":     {"x.zip", with(zipped{name: "d", mode: 0o40755}), Ambiguous},
		"folder with text":   {"x.zip", with(zipped{name: "d/", content: "e"}), Ambiguous},
		"encrypted":          {"x.zip", with(zipped{name: "a", content: "e", flags: zipEncrypted}), Encrypted},
		"strong":             {"x.zip", with(zipped{name: "a", content: "e", flags: zipStrong}), Encrypted},
		"AES":                {"x.zip", with(zipped{name: "a", content: "e", method: zipAES}), Encrypted},
		"method":             {"x.zip", with(zipped{name: "a", content: "e", method: 12}), Ambiguous},
		"other name":         {"x.zip", with(zipped{name: "a", local: "b", content: "e"}), Ambiguous},
		"second name":        {"x.zip", with(zipped{name: "a", content: "e", extra: unicode}), Ambiguous},
		"zip64":              {"x.zip", with(zipped{name: "a", content: "e", extra: wide}), TooLarge},
		"checksum":           {"x.zip", with(zipped{name: "a", content: "e", crc: 7}), Damaged},
		"checksum packed":    {"x.zip", with(zipped{name: "a", content: "e", crc: 7, method: zipDeflated, descriptor: 16}), Damaged},
		"more than said":     {"x.zip", with(zipped{name: "a", content: "eeeeee", size: 3, method: zipDeflated}), Ambiguous},
		"less than said":     {"x.zip", with(zipped{name: "a", content: "eeeeee", size: 9, method: zipDeflated}), Damaged},
		"hidden":             {"x.zip", with(zipped{name: "a", content: "e", method: zipDeflated, hidden: "secret"}), Ambiguous},
		"sizes":              {"x.zip", with(zipped{name: "a", content: "eeeeee", size: 3}), Ambiguous},
		"before":             {"x.zip", append([]byte("#!/bin/sh\n"), plain...), Ambiguous},
		"behind":             {"x.zip", append(bytes.Clone(plain), "more"...), Ambiguous},
		"two archives":       {"x.zip", append(bytes.Clone(plain), plain...), Ambiguous},
		"end in a comment":   {"x.zip", append(patch(plain, len(plain)-2, "\x16\x00"), zipEndRecord(0, 0, len(plain), "")...), Ambiguous},
		"between":            {"x.zip", append(append(bytes.Clone(plain[:end]), "more"...), plain[end:]...), Ambiguous},
		"parts":              {"x.zip", patch(plain, end+4, "\x01"), Ambiguous},
		"fewer in directory": {"x.zip", patch(patch(plain, end+8, "\x01"), end+10, "\x01"), Ambiguous},
		"more in directory":  {"x.zip", patch(patch(plain, end+8, "\x03"), end+10, "\x03"), Damaged},
		"other size in head": {"x.zip", patch(plain, bytes.LastIndex(plain[:end], []byte("PK\x03\x04"))+22, "\x05"), Ambiguous},
		"other size ahead":   {"x.zip", with(zipped{name: "a", content: "eeeeee", descriptor: 16, announced: 5}), Ambiguous},
		"other method":       {"x.zip", patch(plain, bytes.LastIndex(plain[:end], []byte("PK\x03\x04"))+8, "\x08"), Ambiguous},
		"cut off":            {"x.zip", plain[:len(plain)-5], Damaged},
		"empty":              {"x.zip", nil, Damaged},
		"no zip":             {"x.zip", []byte(strings.Repeat("no archive ", 50)), Damaged},
		"tar called zip":     {"x.zip", tars(), Damaged},
		"zip called tar":     {"x.tar", plain, Damaged},
		"unknown":            {"x.rar", plain, Format},
		"bomb":               {"x.zip", with(zipped{name: "a", content: strings.Repeat("\x00", 4<<20), method: zipDeflated}), Bomb},
		"deep":               {"x.zip", with(zipped{name: strings.Repeat("d/", 40) + "f", content: "e"}), TooLarge},

		"tar parent":        {"x.tar", tars(tarFile("../evil", "e")), Outside},
		"tar absolute":      {"x.tar", tars(tarFile("/evil", "e")), Outside},
		"tar backslash":     {"x.tar", tars(tarFile(`a\b`, "e")), BadName},
		"tar twice":         {"x.tar", tars(tarFile("SKILL.md", "e")), Collision},
		"tar case":          {"x.tar", tars(tarFile("Skill.md", "e")), Collision},
		"tar link":          {"x.tar", tars(tarLink("a", "/etc/passwd")), Outside},
		"tar through link":  {"x.tar", tars(tarLink("a", "/tmp"), tarFile("a/b", "e")), Collision},
		"tar hard link":     {"x.tar", tars(tarred{tar.Header{Name: "a", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"}, ""}), Outside},
		"tar hard link out": {"x.tar", tars(tarred{tar.Header{Name: "a", Typeflag: tar.TypeLink, Linkname: "../x"}, ""}), Outside},
		"tar hard link on":  {"x.tar", tars(tarred{tar.Header{Name: "a", Typeflag: tar.TypeLink, Linkname: "b"}, ""}, tarFile("b", "e")), Outside},
		"tar hard to link":  {"x.tar", tars(tarLink("l", "SKILL.md"), tarred{tar.Header{Name: "a", Typeflag: tar.TypeLink, Linkname: "l"}, ""}), Outside},
		"tar pipe":          {"x.tar", tars(tarred{tar.Header{Name: "a", Typeflag: tar.TypeFifo}, ""}), Special},
		"tar device":        {"x.tar", tars(tarred{tar.Header{Name: "a", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 3}, ""}), Special},
		"tar cut off":       {"x.tar", tars()[:700], Damaged},
		"tar without end":   {"x.tar", tars()[:1024], Damaged},
		"tar behind":        {"x.tar", append(tars(), "more"...), Ambiguous},
		"two tars":          {"x.tar", append(tars(), tars(tarFile("evil", "e"))...), Ambiguous},
		"tgz behind":        {"x.tgz", append(gzipped(t, tars()), "more"...), Ambiguous},
		"two tgz":           {"x.tgz", append(gzipped(t, tars()), gzipped(t, tars())...), Ambiguous},
		"tgz behind within": {"x.tgz", gzipped(t, append(tars(), "more"...)), Ambiguous},
		"tgz cut off":       {"x.tgz", gzipped(t, tars())[:60], Damaged},
		"tgz checksum":      {"x.tgz", patch(gzipped(t, tars()), len(gzipped(t, tars()))-8, "\x01\x02"), Damaged},
		"tgz bomb":          {"x.tgz", gzipped(t, tars(tarFile("a", strings.Repeat("\x00", 4<<20)))), Bomb},
		"tgz bomb behind":   {"x.tgz", gzipped(t, append(tars(), make([]byte, 16<<20)...)), Bomb},
		"tar called tgz":    {"x.tgz", tars(), Damaged},
	}
	return out
}

func TestRefusals(t *testing.T) {
	for name, tt := range refusals(t) {
		t.Run(name, func(t *testing.T) {
			file := written(t, tt.file, tt.text)
			_, _, err := staging(t, file)
			var refused *RefusedError
			if !errors.As(err, &refused) {
				t.Fatalf("it is not refused: %v", err)
			}
			if refused.Reason != tt.reason || refused.Source != file || refused.Message == "" {
				t.Errorf("it is refused as %s: %v; want %s", refused.Reason, err, tt.reason)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	text := makeZip(zipped{name: "SKILL.md", content: manifest}, zipped{name: "a/b/c", content: strings.Repeat("x", 3000)})
	for _, tt := range []struct {
		limits Limits
		ok     bool
	}{
		{Limits{}, true}, {Limits{Files: 4}, true}, {Limits{Files: 3}, false}, {Limits{Depth: 2}, true}, {Limits{Depth: 1}, false},
		{Limits{Bytes: int64(len(text))}, true}, {Limits{Bytes: 3000}, false},
	} {
		for _, file := range []struct {
			name string
			text []byte
		}{{"x.zip", text}, {"x.tar", makeTar(t, tarFile("SKILL.md", manifest), tarFile("a/b/c", strings.Repeat("x", 3000)))}} {
			if tt.limits.Bytes > 3000 && file.name == "x.tar" {
				continue // a tar archive is larger
			}
			_, _, err := staging(t, written(t, file.name, file.text), WithLimits(tt.limits))
			var refused *RefusedError
			if tt.ok != (err == nil) || err != nil && (!errors.As(err, &refused) || refused.Reason != TooLarge) {
				t.Errorf("%s %+v: %v", file.name, tt.limits, err)
			}
		}
	}
}

func TestNoArchive(t *testing.T) {
	dir := t.TempDir()
	for _, source := range []string{filepath.Join(dir, "none"), filepath.Join(dir, "none.zip"), "", "a\x00b"} {
		if _, err := Open(context.Background(), source); err == nil {
			t.Errorf("%q is staged", source)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, written(t, "x.zip", makeZip(zipped{name: "a", content: "b"}))); !errors.Is(err, context.Canceled) {
		t.Errorf("when it is interrupted: %v", err)
	}
}
