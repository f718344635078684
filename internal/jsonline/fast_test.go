package jsonline

import (
	"reflect"
	"strings"
	"testing"
)

func texts() []string {
	deep := func(n int) string { return `{"a":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}" }
	return []string{
		`{}`, ` {"a" : 1 , "b":[ ] ,"c":[1,"x",null,true,false,{"d":{}}]} `, `{"a":"q \"b\" \\ \/ \b\f\n\r\t é"}`, `{"a":"\u00e9"}`, `{"\n":1}`,
		`{"a":-0,"b":0.5,"c":1e5,"d":1E-5,"e":12.50e+3,"f":10}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, deep(98), deep(99), deep(100), deep(101),
		``, ` `, `{`, `}`, `[]`, `1`, `"a"`, `null`, `{}{}`, `{} x`, "{}\x00", "{\x00}", `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{"a" 1}`, `{a:1}`, `{1:1}`,
		`{"a":[1,]}`, `{"a":[1 2]}`, `{"a":[}`, `{"a":[,1]}`, `{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":+1}`, `{"a":-01}`, `{"a":0x1}`,
		`{"a":tru}`, `{"a":truex}`, `{"a":nul`, `{"a":"b`, `{"a":"b\`, `{"a":"\x"}`, "{\"a\":\"\n\"}", "{\"a\":\"\x7f\"}", "{\"a\":\"\u2028\"}", "\u00a0{}",
	}
}

// same: what is read without encoding/json is what is read with it.
func same(t *testing.T, text string) (read bool) {
	t.Helper()
	got, ok := plain([]byte(text))
	if !ok {
		return false
	}
	if want, err := slow([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q: got %v; want %v, %v", text, got, want, err)
	}
	return true
}

// TestPlain reads most texts that there are to read, and no other ones.
func TestPlain(t *testing.T) {
	t.Parallel()
	read := 0
	for _, text := range texts() {
		if same(t, text) {
			read++
		}
	}
	if read != 9 {
		t.Errorf("%d texts were read; want 9", read)
	}
}

func FuzzPlain(f *testing.F) {
	for _, text := range texts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := Parse([]byte(text)); err == nil { // it is UTF-8
			same(t, text)
		}
	})
}
