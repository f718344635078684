package shell

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestOwnPrograms(t *testing.T) {
	for src, want := range map[string]bool{
		"./script": true, "./r x": true, "tools/init": true, "a/../script": false, "../script": false, "script": false,
		"/usr/bin/script": false, "~/script": false, "./bin/script": false, "node_modules/.bin/watch id": false, "./bash -c id": false,
	} {
		f := Analyze(src)
		if f.Commands[0].Own != want {
			t.Errorf("%s: own is %v, want %v", src, f.Commands[0].Own, want)
		}
		if want && (len(f.Commands) > 1 || len(f.Opaque) > 0 || f.Commands[0].Interpreter != nil) {
			t.Errorf("%s is read as a tool: %+v", src, f.Commands)
		}
	}
}

// Where /bin is a link to /usr/bin, a program in one is known by both names.
func TestOtherNames(t *testing.T) {
	bin, err := filepath.EvalSymlinks("/bin")
	if err != nil {
		t.Skip("there is no /bin here")
	}
	p := ProgramSearch{Path: "/usr/bin", Dir: "/"}.Resolve("ls")
	if !p.Found {
		t.Skip("there is no ls here")
	}
	if got, want := slices.Contains(p.Also, "/bin/ls"), bin == "/usr/bin"; got != want {
		t.Errorf("/bin/ls is another name of /usr/bin/ls: %v, want %v (%v)", got, want, p.Also)
	}
	if also := otherNames("/opt/x/ls"); also != nil {
		t.Errorf("a program elsewhere has no other name: %v", also)
	}
}
