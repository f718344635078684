package gdb_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/gdb"
)

func commands() map[string]string {
	return map[string]string{
		"bt": "harmless", "run\nbt full\nquit\n": "harmless", "p (uint8_t *)__token_start": "harmless", "p/x *(int *)ptr": "harmless", "x/16xb $rsp": "harmless", "p a.b->c[3]": "harmless", "b main": "harmless", "break file.c:12": "harmless", "info line main": "harmless", "p x == 3": "harmless", "frame 2": "harmless", "thread 1": "harmless", "thread apply all bt": "harmless", "# c": "harmless",

		"shell id": "opaque: the command", "thread apply all shell id": "opaque", "thread app 1 shell id": "opaque", "frame apply all shell id": "opaque", "f apply 1 make": "opaque", "!id": "opaque", "|help|id": "opaque", "pipe help|id": "opaque", "target remote | id": "opaque", "target extended-remote |id": "opaque", "make -f x": "opaque", "python print(1)": "opaque", "source x": "opaque", "p system(\"id\")": "opaque",
		"p system (1)": "opaque", "p (system)(1)": "opaque", "p $_shell(1)": "opaque", "p x=1": "opaque", "p x += 1": "opaque", "p x++": "opaque", "p f[0](1)": "opaque", "call f()": "opaque", "b main if system(1)": "opaque", "set logging file x": "opaque", "dump memory x 0 1": "opaque", "generate-core-file x": "opaque",
		"b -probe x": "opaque", "file x": "opaque", "exec-file x": "opaque", "run > x": "opaque", "define f": "opaque", "commands": "opaque", "save breakpoints x": "opaque", "bt | shell id": "opaque", "p/ x": "opaque", "\x00": "opaque", "p x <<= 1": "opaque", "info auxv\nshell id": "opaque", "compile code f()": "opaque",
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for source, want := range commands() {
		r := gdb.Read(source)
		got := r.String()
		if got != want && (want == "harmless" || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for source := range commands() {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		r := gdb.Read(source)
		if r.Harmless() && strings.ContainsAny(source, "\x00|!\"'`") && !strings.Contains(source, "#") && !strings.Contains(source, "!=") && !strings.ContainsAny(source, "px") {
			t.Errorf("%q is read as harmless", source)
		}
	})
}
