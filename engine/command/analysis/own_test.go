package analysis

import (
	"testing"
)

func TestOwnPrograms(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		"./script": true, "./r x": true, "tools/init": true, "a/../script": false, "../script": false, "script": false,
		"/usr/bin/script": false, "~/script": false, "./bin/script": false, "node_modules/.bin/watch id": false, "./bash -c id": false,
	} {
		f := Text(src)
		if f.Commands[0].Own != want {
			t.Errorf("%s: own is %v, want %v", src, f.Commands[0].Own, want)
		}
		if want && (len(f.Commands) > 1 || len(f.Opaque) > 0 || f.Commands[0].Interpreter != nil) {
			t.Errorf("%s is read as a tool: %+v", src, f.Commands)
		}
	}
}
