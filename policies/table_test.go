package policies

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	t.Parallel()
	var binds struct {
		System []string `json:"system"`
	}
	if Table("sandbox_binds", &binds); len(binds.System) == 0 {
		t.Error("sandbox_binds has no folders of the system")
	}
	defer func() {
		if recover() == nil {
			t.Error("a table that there is not is read")
		}
	}()
	Table("none", &binds)
}

// TestObeyedFilesAreHeld: what an agent takes hooks, servers, permissions or prompts from is a
// file that a write is asked about, so that no agent gives itself what lint would tell of.
// Instructions people have agents write; parts of a plugin have names that anything has,
// and a file ".env" is mostly for the program that is worked on.
func TestObeyedFilesAreHeld(t *testing.T) {
	t.Parallel()
	var obeyed struct {
		Files []struct {
			Kind, Keys, Needs string
			Paths             []string
		} `json:"files"`
	}
	Table("agents", &obeyed)
	var places struct {
		Startup []string `json:"startup"`
	}
	Table("places", &places)
	held := func(path string) bool {
		return slices.ContainsFunc(places.Startup, func(pattern string) bool { return regexp.MustCompile("(?i)" + pattern).MatchString(path) })
	}
	seen := 0
	for _, file := range obeyed.Files {
		if file.Kind == "instructions" || file.Keys == "shared" || file.Needs != "" && file.Kind == "prompt" {
			continue
		}
		for _, pattern := range file.Paths {
			path := strings.NewReplacer("/**/", "/sub/", "**", "a/x", "*", "x").Replace(pattern)
			for _, before := range []string{"", "sub/"} {
				if seen++; !held(before + path) {
					t.Errorf("%s (%s) is not among the places that start something", before+path, file.Kind)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("the table of files has none")
	}
}
