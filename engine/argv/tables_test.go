package argv

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func TestTablesAreConsistent(t *testing.T) {
	t.Parallel()
	tab := loadTables()
	for name, n := range map[string]int{
		"wrappers": len(tab.wrappers.named), "interpreters": len(tab.interpreters.named), "programs": len(tab.programs.named), "git": len(tab.git().Known),
	} {
		if n < 20 {
			t.Errorf("table %s has only %d entries", name, n)
		}
	}
	var walk func(names []string, w *wrapperSpec)
	walk = func(names []string, w *wrapperSpec) {
		for option := range w.index {
			if !strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "+") {
				t.Errorf("%v: option %q has no dash", names, option)
			}
		}
		for _, s := range w.Sub {
			walk(append(names, s.Names...), s)
		}
	}
	for name := range tab.wrappers.named {
		walk([]string{name}, tab.wrappers.of(name))
	}
	for name := range tab.interpreters.named {
		if tab.interpreters.of(name).Family == "" {
			t.Errorf("interpreter %s has no family", name)
		}
	}
	for name := range tab.programs.named {
		for _, r := range tab.programs.of(name).Rules {
			if r.Kind == "" {
				t.Errorf("a rule of %s has no kind", name)
			}
		}
	}
}

func TestBrokenTableIsAnError(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]fstest.MapFS{
		"missing": {},
		"broken":  {"tables/wrappers.json": {Data: []byte("{")}},
	} {
		if _, err := readTables(files); err == nil || !strings.Contains(err.Error(), "read table ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestUnknownFieldIsAnError wants every field of a table read.
func TestUnknownFieldIsAnError(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"tables/programs.json": {Data: []byte(`{"programs": [], "colour": 1}`)}}
	programs := entries[programSpec]{}
	if err := readTable(files, "programs", map[string]func([]byte) error{"programs": programs.find}); err == nil || !strings.Contains(err.Error(), `unknown field "colour"`) {
		t.Errorf("got %v", err)
	}
	if err := programs.find([]byte(`[{"names": ["x"], "colour": 1}]`)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // what cannot be read does not become what is not there
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, `the entry of "x"`) {
					t.Errorf("it says %q", said)
				}
			}()
			programs.of("x")
		}()
	}
}
