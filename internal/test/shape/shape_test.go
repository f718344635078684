package shape

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestFault(t *testing.T) {
	t.Parallel()
	object := Object{"name": Text, "size?": Size, "how?": Words{"fast", "slow"}, "list?": List{Number}, "map?": Map{OneOf{Flag, Null}}, "at?": Seconds}
	tests := []struct{ row, want string }{
		{`{"name":"x","size":1,"how":"slow","list":[1,2.5],"map":{"a":true,"b":null},"at":0.5}`, ""},
		{`{}`, "name is missing; a text is wanted"},
		{`{"name":null}`, "name is null; a text is wanted"},
		{`{"name":"x","nme":1}`, "nme: nothing here reads it; what is read is at, how, list, map, name, size"},
		{`{"name":"x","Name":"x"}`, "Name: nothing here reads it"},
		{`{"name":"x","size?":1}`, "size?: nothing here reads it"},
		{`{"name":"x","size":-1}`, "size is -1; a whole number from 0 to 67108864 is wanted"},
		{`{"name":"x","size":1e300}`, "size is 1e300;"},
		{`{"name":"x","size":1.5}`, "size is 1.5;"},
		{`{"name":"x","at":1e9}`, "at is 1e9; a number from 0 to 86400 is wanted"},
		{`{"name":"x","how":"often"}`, `how is "often"; one of fast, slow is wanted`},
		{`{"name":"x","how":["slow"]}`, "how is a list of 1; one of fast, slow is wanted"},
		{`{"name":"x","list":[1,"2"]}`, `list[1] is "2"; a number is wanted`},
		{`{"name":"x","list":[1e999]}`, "list[0] is 1e999; a number is wanted"},
		{`{"name":"x","map":{"a":1}}`, "map.a is 1; true or false or null is wanted"},
		{`{"name":{"value":"x"}}`, "name is an object with 1 members; a text is wanted"},
	}
	for _, tt := range tests {
		row, err := Read([]byte(tt.row))
		if err != nil {
			t.Fatal(err)
		}
		if got := object.Fault("", row); got != tt.want && (tt.want == "" || !strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s: %q; want %q", tt.row, got, tt.want)
		}
	}
}

// TestOneOf says what keeps a value from the one shape that it could have been
// meant to have.
func TestOneOf(t *testing.T) {
	t.Parallel()
	either := OneOf{Text, Object{"a": Flag}}
	for value, want := range map[string]string{
		`"x"`: "", `{"a":true}`: "", `{"a":1}`: "at.a is 1; true or false is wanted", `7`: "at is 7; a text or an object is wanted",
	} {
		row, err := Read([]byte(`{"at":` + value + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := either.Fault("at", row["at"]); got != want {
			t.Errorf("%s: %q; want %q", value, got, want)
		}
	}
}

// TestMutations leaves the row as it was, and changes one place at a time.
func TestMutations(t *testing.T) {
	t.Parallel()
	const text = `{"a":{"b":[1,2]},"c":null,"d":"x"}`
	row, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	mutations, err := Mutations(row)
	if err != nil {
		t.Fatal(err)
	}
	if after, err := json.Marshal(row); err != nil || string(after) != text {
		t.Fatalf("the row is %s, %v", after, err)
	}
	found := map[string]string{}
	for _, m := range mutations {
		found[m.Path+" "+m.How] = string(m.Row)
	}
	for place, want := range map[string]string{
		"a.b dropped": `{"a":{},"c":null,"d":"x"}`, "a.b[0] null": `{"a":{"b":[null,2]},"c":null,"d":"x"}`, "d other kind": `{"a":{"b":[1,2]},"c":null,"d":7}`,
		"a in a list": `{"a":[{"b":[1,2]}],"c":null,"d":"x"}`, "unheard_of unknown member": `{"a":{"b":[1,2]},"c":null,"d":"x","unheard_of":"x"}`,
		"a.unheard_of unknown member": `{"a":{"b":[1,2],"unheard_of":"x"},"c":null,"d":"x"}`, "c empty": `{"a":{"b":[1,2]},"c":"","d":"x"}`,
		"d in an object": `{"a":{"b":[1,2]},"c":null,"d":{"value":"x"}}`,
	} {
		if found[place] != want {
			t.Errorf("%s: %s; want %s", place, found[place], want)
		}
	}
	if found["c null"] != "" || len(found["d huge"]) < 1<<14 {
		t.Errorf("null became null, or what is huge is not: %d", len(found["d huge"]))
	}
}
