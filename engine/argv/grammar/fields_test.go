package grammar

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/policies"
)

// TestFieldsCount takes each field out of an entry and wants a call of its program
// to be read differently then: a field that changes nothing would say what does not
// hold.
func TestFieldsCount(t *testing.T) {
	t.Parallel()
	rows := map[string]struct{ entry, line string }{
		"style":       {"tar", "tar xf a"},
		"abbreviates": {"git", "git --no-page status"},
		"permutes":    {"docker", "docker run x -v /a:/b"},
		"responses":   {"gcc", "gcc @f"},
		"global":      {"npm", "npm install --prefix d"},
		"options":     {"mkdir", "mkdir -m 7 d"},
		"operands":    {"cp", "cp a b"},
		"environment": {"git", "EDITOR=vi git log"},
		"settings":    {"git", "git -c core.pager=x log"},
		"sub":         {"git", "git status"},
		"groups":      {"docker", "docker run -v /a:/b x"},
		"use":         {"docker", "docker run -v /a:/b x"},
		"files":       {"make", "make"},
		"effect":      {"curl", "curl x"},
		"family":      {"sed", "sed p"},
		"modules":     {"python", "python3 -m antigravity"},
	}
	for i := range reflect.TypeFor[Entry]().NumField() {
		name := reflect.TypeFor[Entry]().Field(i).Tag.Get("json")
		switch row, ok := rows[name]; {
		case name == "" || name == "source" || name == "note" || name == "names":
			// For people, and the index of the entries.
		case !ok:
			t.Errorf("the field %q has no row here", name)
		case readWith(t, row.entry, row.line, "") == readWith(t, row.entry, row.line, name):
			t.Errorf("%s without %q is read as with it", row.line, name)
		}
	}
}

// TestRolesCount wants each role that is more than text noted.
func TestRolesCount(t *testing.T) {
	t.Parallel()
	for _, role := range slices.Concat(harmlessRoles(), tellingRoles()) {
		harmless := Role{Name: role}.harmless()
		switch role {
		case roleFlag, "code", "command", "command;", "data", "setting", "key", "value", "read-remote", "write-remote", "name", "names", "kind", "method", "param", "image", "url":
			continue // tested by themselves: they want a language, names, more words or values of their own
		}
		e, err := Parse([]byte(fmt.Sprintf(`{"names":["x"],"style":"gnu","options":{"-o":%q}}`, role)))
		if err != nil {
			t.Fatal(err)
		}
		if noted := len(e.Read(call("x -o y")).Places) > 0; noted == harmless {
			t.Errorf("%s: noted is %v", role, noted)
		}
	}
}

// readWith is what a line says by an entry from which a field is taken, as text.
func readWith(t *testing.T, entry, line, without string) string {
	t.Helper()
	text, err := fs.ReadFile(policies.FS(), path.Join(folder, entry+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	take(document, without)
	if text, err = json.Marshal(document); err != nil {
		t.Fatal(err)
	}
	e, err := Parse(text)
	if err != nil {
		// Without these there is no reading.
		if without != "style" && without != "groups" {
			t.Fatal(err)
		}
		return err.Error()
	}
	var given []argv.Assignment
	if name, rest, found := strings.Cut(line, "="); found && !strings.Contains(name, " ") {
		value, command, _ := strings.Cut(rest, " ")
		word := argv.Literal(value, value, call("x").Span)
		given, line = []argv.Assignment{{How: "prefix", Name: &name, Op: "=", Value: &word}}, command
	}
	c := call(line)
	c.Variables = given
	r := e.Read(c)
	r.module(c, e)
	out, err := json.Marshal([]any{r, r.Written(), r.Program(c), r.Bound()})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// take deletes a key wherever it stands.
func take(v any, key string) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, key)
		for _, one := range v {
			take(one, key)
		}
	case []any:
		for _, one := range v {
			take(one, key)
		}
	}
}
