package jsontable_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/policies"
)

type named string

type upper struct{ text string }

func (u *upper) UnmarshalJSON(text []byte) error {
	u.text = "read by itself: " + string(text)
	return nil
}

type within struct {
	Inner string `json:"inner"`
}

// everything has a field of each kind that a table may have.
type everything struct {
	Text     string              `json:"text"`
	Named    named               `json:"named"`
	List     []string            `json:"list"`
	Names    []named             `json:"names"`
	Map      map[string]string   `json:"map"`
	Lists    map[string][]string `json:"lists"`
	Flags    map[named]bool      `json:"flags"`
	Numbers  []int               `json:"numbers"`
	Float    float64             `json:"float"`
	Pointer  *within             `json:"pointer"`
	Structs  []within            `json:"structs"`
	ByName   map[string]*within  `json:"by_name"`
	Nested   struct{ Deep []any }
	Own      upper           `json:"own"`
	Raw      json.RawMessage `json:"raw"`
	Bytes    []byte          `json:"bytes"`
	Any      any             `json:"any"`
	Embedded struct {
		within
		More string `json:"more"`
	} `json:"embedded"`
	Twice struct {
		within
		Inner string
	} `json:"twice"`
	Left   string `json:"-"`
	Quoted int    `json:"quoted,string"`
	hidden string //nolint:unused // no text reaches it
}

func texts() []string {
	return []string{
		`{"text":"a","named":"b","list":["a","b"],"names":["a"],"map":{"a":"b"},"lists":{"a":["b"],"c":[]},"flags":{"a":true}}`,
		`{"numbers":[1,-2,3,0,12],"float":1.5e3,"pointer":{"inner":"x"},"structs":[{"inner":"a"},{},{"inner":"b"},{"inner":"c"},{"inner":"d"}],"by_name":{"k":{"inner":"v"}}}`,
		`{"nested":{"deep":[1,"a",null,true,{"a":[{}]},[]]},"own":{"a":[1]},"raw":{"x": "]}\""},"bytes":"aGk=","any":{"a":[1,"b",{}]}}`,
		`{"embedded":{"inner":"x","more":"y"},"-":"no","Left":"no","quoted":"7","hidden":"no","unknown":{"a":["}",{"\\":"\""}]},"TEXT":"by another case"}`,
		`{"text":null,"list":null,"map":null,"lists":{"a":null},"pointer":null,"structs":null,"by_name":{"a":null},"flags":null,"any":null,"names":[null]}`,
		` { "text" : "tab\tand \u00e9 and \"" , "list" : [ "a\\" , "ü" ] , "map" : { "a\n" : "b" } } `,
		`{}`, `null`, ``, `{`, `{"text"}`, `{"text":1}`, `{"list":{}}`, `{"text":"a"} x`, `{"list":["a"`, `{"unknown":[}]}`, `[1]`, `"a"`,
		`{"list":["a",]}`, `{"text":"a",}`, `{"structs":[{"inner":[]}]}`,
		`{"numbers":[01]}`, `{"numbers":[1.0]}`, `{"numbers":[1.5]}`, `{"numbers":[1e2]}`, `{"numbers":[99999999999999999999]}`, `{"numbers":["1"]}`, `{"numbers":[null]}`, `{"numbers":[1x]}`,
		`{"flags":{"a":true,"b":false , "c":true}}`, `{"flags":{"a":tru}}`, `{"flags":{"a":truex}}`, `{"flags":{"a":null}}`, `{"flags":{"a":1}}`, `{"flags":{"a":true`,
		`{"twice":{"inner":"a","INNER":"b","more":"c"}}`, "{\"text\":\"a\xff\"}",
	}
}

// TestDecode: a text is read as encoding/json reads it, or refused as that does.
func TestDecode(t *testing.T) {
	t.Parallel()
	for _, text := range texts() {
		same(t, text)
	}
}

// FuzzDecode: what encoding/json reads is read the same.
func FuzzDecode(f *testing.F) {
	for _, text := range texts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if json.Valid([]byte(text)) { // tables are, and their strings are UTF-8
			same(t, text)
		}
	})
}

// TestStrict: a field that is not known is an error, wherever it is.
func TestStrict(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		`{"text":"a","pointer":{"inner":"b"},"embedded":{"more":"c"},"structs":[{"inner":"d"}]}`: true,
		`{"text":"a","texts":[]}`:             false,
		`{"pointer":{"inner":"b","a":1}}`:     false,
		`{"embedded":{"more":"c","a":1}}`:     false,
		`{"structs":[{"inner":"d"},{"a":1}]}`: false,
		`{"text":"a"} {}`:                     false,
	} {
		var into everything
		if err := jsontable.Strict(text, &into); (err == nil) != ok {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

func same(t *testing.T, text string) {
	t.Helper()
	var want, got everything
	wantErr, err := json.Unmarshal([]byte(text), &want), jsontable.Decode(text, &got)
	if (err != nil) != (wantErr != nil) {
		t.Errorf("%q: error %v, encoding/json has %v", text, err, wantErr)
	}
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" && err == nil {
		t.Errorf("%q (-encoding/json +ours):\n%s", text, diff)
	}
}

// TestTables: of each table of the program encoding/json reads the same.
func TestTables(t *testing.T) {
	t.Parallel()
	read := 0
	err := fs.WalkDir(policies.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		text, err := fs.ReadFile(policies.FS(), name)
		if err != nil {
			return err
		}
		var want, got any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		if err := jsontable.Decode(string(text), &got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-encoding/json +ours):\n%s", name, diff)
		}
		read++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 50 {
		t.Errorf("only %d tables are there", read)
	}
}
