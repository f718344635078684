package stage

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// makers are commands that other programs make archives with, of what is in their
// working directory; OUT is the archive.
func makers() map[string][]string {
	python := func(form string) []string {
		return []string{"python3", "-c", "import tarfile\nwith tarfile.open('OUT', 'w', format=tarfile." + form + ") as t: t.add('.', '.')"}
	}
	return map[string][]string{
		"gnu.tar":        {"tar", "--format=gnu", "-cf", "OUT", "."},
		"oldgnu.tar":     {"tar", "--format=oldgnu", "-cf", "OUT", "."},
		"pax.tar":        {"tar", "--format=pax", "-cf", "OUT", "."},
		"gnu.tar.gz":     {"tar", "-czf", "OUT", "SKILL.md", "bin", "long"},
		"incr.tar":       {"tar", "--format=gnu", "--atime-preserve=replace", "-cf", "OUT", "."},
		"busybox.tar":    {"busybox", "tar", "-cf", "OUT", "."},
		"bsd.tar":        {"bsdtar", "-cf", "OUT", "."},
		"bsdpax.tar":     {"bsdtar", "--format", "pax", "-cf", "OUT", "."},
		"bsdgnu.tar":     {"bsdtar", "--format", "gnutar", "-cf", "OUT", "."},
		"bsd.zip":        {"bsdtar", "--format", "zip", "-cf", "OUT", "SKILL.md", "bin", "long"},
		"python-gnu.tar": python("GNU_FORMAT"),
		"python-pax.tar": python("PAX_FORMAT"),
		"python.zip":     {"python3", "-c", "import shutil; shutil.make_archive('OUT'[:-4], 'zip', '.')"},
		"zip.zip":        {"zip", "-qr", "OUT", ".", "-x", "bin/\u00e4.txt"},
		"plain.zip":      {"zip", "-qr0", "OUT", ".", "-x", "bin/\u00e4.txt"},
		"git.tar":        {"git", "archive", "--format=tar", "-o", "OUT", "HEAD"},
		"git.zip":        {"git", "archive", "--format=zip", "-o", "OUT", "HEAD"},
	}
}

// TestPeers wants what other programs make of a folder to be taken, and to be what
// was in the folder.
func TestPeers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are those of Unix")
	}
	dir, out := t.TempDir(), t.TempDir()
	long := "long/" + strings.Repeat("n", 120) + "/" + strings.Repeat("m", 120)
	want := map[string]string{
		"SKILL.md": manifest, "bin/": "", "bin/run.sh": "xecho hello\n", "bin/\u00e4.txt": "a", "long/": "", filepath.Dir(long) + "/": "", long: "long",
	}
	for name, text := range want {
		full := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		content, exec := strings.CutPrefix(text, "x")
		mode := os.FileMode(0o644)
		if exec {
			mode = 0o755
		}
		if err := os.WriteFile(full, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	if git, err := exec.LookPath("git"); err == nil {
		for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a"}} {
			cmd := exec.Command(git, append([]string{"--git-dir=" + filepath.Join(out, "git"), "--work-tree=" + dir}, args...)...)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("git: %v: %s", err, text)
			}
		}
	}
	for name, command := range makers() {
		t.Run(name, func(t *testing.T) {
			program, err := exec.LookPath(command[0])
			if err != nil {
				t.Skipf("there is no %s on this machine", command[0])
			}
			file := filepath.Join(out, name)
			args := slices.Clone(command[1:])
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "OUT", file)
			}
			cmd := exec.Command(program, args...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "GIT_DIR="+filepath.Join(out, "git"))
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v: %s", args, err, text)
			}
			got, _, err := staging(t, file)
			if err != nil {
				t.Fatal(err)
			}
			want := maps.Clone(want)
			if command[0] == "zip" { // it does not mark names as UTF-8
				delete(want, "bin/\u00e4.txt")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadersDiffer says why archives are refused: other programs do not agree on
// these, in what they list or on whether they can be read.
func TestReadersDiffer(t *testing.T) {
	var readers [][]string
	for _, command := range [][]string{{"tar", "--quoting-style=literal", "-tf"}, {"bsdtar", "-tf"}, {"busybox", "tar", "-tf"}} {
		if _, err := exec.LookPath(command[0]); err != nil || runtime.GOOS != "linux" {
			t.Skipf("there is no %s on this machine", command[0])
		}
		readers = append(readers, command)
	}
	cases := tarRefusals()
	for _, name := range []string{"two pax headers", "pax and long name", "old checksum"} {
		archive := written(t, "x.tar", cases[name].text)
		answers := map[string]bool{}
		for _, command := range readers {
			out, err := exec.Command(command[0], append(slices.Clone(command[1:]), archive)...).Output()
			answers[fmt.Sprint(err == nil, string(out))] = true
		}
		if len(answers) < 2 {
			t.Errorf("%s: all agree: %v", name, answers)
		}
	}
}
