package argv

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// TestFieldsCount takes each field out of the tables, wherever it stands, and wants
// a row of testdata/fields.txt to be read differently then: a field that changes
// nothing would say what does not hold.
func TestFieldsCount(t *testing.T) {
	tab := loadTables()
	readAll(tab)
	text, err := os.ReadFile("testdata/fields.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	want := readRows(rows)
	specs := map[reflect.Type][]reflect.Value{}
	collect(reflect.ValueOf(tab), specs)
	collect(reflect.ValueOf(tab.git()), specs)
	for kind, list := range specs {
		for i := range kind.NumField() {
			name := kind.Field(i).Tag.Get("json")
			// The names have become the index of the table.
			if name == "" || name == "names" && kind != reflect.TypeFor[gitOption]() {
				continue
			}
			kept := make([]reflect.Value, len(list))
			for j, spec := range list {
				kept[j] = reflect.New(kind.Field(i).Type).Elem()
				kept[j].Set(spec.Field(i))
				spec.Field(i).SetZero()
			}
			tab.prepare()
			if reflect.DeepEqual(readRows(rows), want) {
				t.Errorf("the field %q of %s changes nothing: give it its effect, or a row in testdata/fields.txt, or take it out", name, kind.Name())
			}
			for j, spec := range list {
				spec.Field(i).Set(kept[j])
			}
		}
	}
	tab.prepare()
	if !reflect.DeepEqual(readRows(rows), want) {
		t.Error("the tables are not what they were")
	}
}

// prepare makes anew what is made of the fields.
func (t *tables) prepare() {
	for name := range t.wrappers.named {
		t.wrappers.of(name).prepare()
	}
}

// readAll reads all entries.
func readAll(t *tables) {
	for name := range t.wrappers.named {
		t.wrappers.of(name)
	}
	for name := range t.interpreters.named {
		t.interpreters.of(name)
	}
	for name := range t.programs.named {
		t.programs.of(name)
	}
}

// collect finds all structs of the tables that are read from files, by type.
func collect(v reflect.Value, into map[reflect.Type][]reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			collect(v.Elem(), into)
		}
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), into)
		}
	case reflect.Map:
		seen := map[uintptr]bool{}
		for _, key := range v.MapKeys() {
			if one := v.MapIndex(key); one.Kind() == reflect.Pointer && !seen[one.Pointer()] {
				seen[one.Pointer()] = true
				collect(one, into)
			}
		}
	case reflect.Struct:
		if v.CanSet() && v.Type() != reflect.TypeFor[tables]() && v.NumField() > 0 && v.Type().Field(0).Tag.Get("json") != "" {
			into[v.Type()] = append(into[v.Type()], v)
		}
		for i := range v.NumField() {
			field := v.Field(i)
			if !field.CanSet() {
				// The fields of tables are private to this package, not to this test.
				field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
			}
			collect(field, into)
		}
	}
}

// readRows is what the arguments of each row say, as text.
func readRows(rows []string) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = readRow(row)
	}
	return out
}

// readRow reads WORD… [<<< TEXT]; "_" in a word is a space.
func readRow(row string) string {
	line, text, fed := strings.Cut(row, " <<< ")
	c := Call{Stdin: Stdin{Kind: "inherit", From: []int{}}}
	for n, field := range strings.Fields(line) {
		at := document.Span{Start: document.Position{Offset: n}, End: document.Position{Offset: n}}
		c.Args = append(c.Args, Literal(strings.ReplaceAll(field, "_", " "), field, at))
	}
	if fed {
		c.Stdin = Stdin{Kind: "herestring", From: []int{}, Text: &text}
	}
	c.Name = *c.Args[0].Value
	c.Base = c.Name[strings.LastIndexByte(c.Name, '/')+1:]
	carried := c.Carried()
	for _, s := range carried {
		if what, ok := s.(Carries); ok {
			c.Carries = string(what)
		}
	}
	return show(c, carried) + show(c, c.Interpreted()) + show(c, c.Options()) + fmt.Sprint(CarrierOptions(c.Base))
}

func show(c Call, steps []Step) string {
	var out strings.Builder
	for _, s := range steps {
		switch s := s.(type) {
		case Input:
			out.WriteString("input " + show(c, s.Read(c.Stdin.Text)))
		case Split:
			out.WriteString("split " + show(c, c.Split(s)))
		default:
			text, err := json.Marshal(s)
			fmt.Fprintf(&out, "%T %s %v\n", s, text, err)
		}
	}
	return out.String()
}
