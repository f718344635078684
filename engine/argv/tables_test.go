package argv

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestTablesAreConsistent(t *testing.T) {
	t.Parallel()
	tab := loadTables()
	for name, n := range map[string]int{
		"wrappers": len(tab.wrappers), "interpreters": len(tab.interpreters), "programs": len(tab.programs), "git": len(tab.git.Known),
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
	for name, w := range tab.wrappers {
		walk([]string{name}, w)
	}
	for name, i := range tab.interpreters {
		if i.Family == "" {
			t.Errorf("interpreter %s has no family", name)
		}
	}
	for name, p := range tab.programs {
		for _, r := range p.Rules {
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
	files := fstest.MapFS{"tables/programs.json": {Data: []byte(`{"programs": [{"names": ["x"], "colour": 1}]}`)}}
	var programs struct {
		Programs []*programSpec `json:"programs"`
	}
	if err := readTable(files, "programs", &programs); err == nil || !strings.Contains(err.Error(), `unknown field "colour"`) {
		t.Errorf("got %v", err)
	}
}
