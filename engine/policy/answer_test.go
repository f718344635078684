package policy

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

type answerOdd struct{ Said string }

func (o *answerOdd) UnmarshalJSON(text []byte) error {
	o.Said = "read " + string(text)
	return nil
}

type answerShape struct {
	Name    string         `json:"name"`
	Count   int            `json:"count"`
	Yes     bool           `json:"yes"`
	List    []answerShape  `json:"list"`
	Other   *answerShape   `json:"other"`
	Any     any            `json:"any"`
	Details map[string]any `json:"details"`
	Odd     answerOdd      `json:"odd"`
}

// readByJSON is what encoding/json makes of an answer.
func readByJSON(answer any, target any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(target)
}

func TestAssignIsAsJSON(t *testing.T) {
	t.Parallel()
	for text, sure := range map[string]bool{
		`{}`: true,
		`{"name":"x","count":-3,"yes":true,"list":[{"name":"y"},{}],"other":{"count":1},"any":{"a":[1,null,"b",1.5]}}`: true,
		`{"details":{"a":{"b":[]},"c":null},"list":[],"any":[]}`:                                                       true,
		`{"odd":{"a":1}}`: true,
		`{"name":null,"list":null,"other":null,"any":null,"odd":null}`: true,
		`{"Name":"folded"}`:     false,
		`{"nobody":1}`:          false,
		`{"count":1.5}`:         false,
		`{"count":"1"}`:         false,
		`{"name":1}`:            false,
		`{"yes":"true"}`:        false,
		`{"list":{"name":"x"}}`: false,
		`[]`:                    false,
		`"x"`:                   false,
	} {
		decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
		decoder.UseNumber() // as answers have them
		var answer any
		if err := decoder.Decode(&answer); err != nil {
			t.Fatal(err)
		}
		var got, want answerShape
		ok := assign(reflect.ValueOf(&got).Elem(), answer)
		if ok != sure {
			t.Errorf("%s: sure %v, want %v", text, ok, sure)
		}
		err := readByJSON(answer, &want)
		if ok && (err != nil || !reflect.DeepEqual(got, want)) {
			t.Errorf("%s: %#v, want %#v, %v", text, got, want, err)
		}
	}
}

// A text that is no UTF-8 is left to encoding/json, which replaces what is not.
func TestAssignLeavesWhatIsNoText(t *testing.T) {
	t.Parallel()
	for _, answer := range []any{
		map[string]any{"name": "\xff"}, map[string]any{"any": "\xff"}, map[string]any{"details": map[string]any{"\xff": "x"}},
	} {
		if assign(reflect.ValueOf(&answerShape{}).Elem(), answer) {
			t.Errorf("%q is taken", answer)
		}
	}
}
