package policy

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

type inner struct {
	A int    `json:"a"`
	B string `json:"b,omitempty"`
}

type outer struct {
	inner
	Name    string `json:"name"`
	Hidden  string `json:"-"`
	Plain   bool
	Ptr     *inner            `json:"ptr"`
	Opt     *inner            `json:"opt,omitempty"`
	List    []inner           `json:"list"`
	Nil     []string          `json:"nil"`
	NoList  []string          `json:"no_list,omitempty"`
	Map     map[string]any    `json:"map"`
	Strings map[string]string `json:"strings,omitempty"`
	Float   float64           `json:"float"`
	Zero    int               `json:"zero,omitempty"`
	Any     any               `json:"any"`
	Bytes   []byte            `json:"bytes"`
	Raw     json.RawMessage   `json:"raw"`
	Time    time.Time         `json:"time"`
	U       uint64            `json:"u"`
	private int               //nolint:unused // it is there to be left out
}

// TestInputIsWhatJSONSays compares the direct way with the way through text.
func TestInputIsWhatJSONSays(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{
		"nothing": nil,
		"zero":    outer{},
		"full": outer{
			inner: inner{A: 1, B: "b"}, Name: "n\xff", Hidden: "h", Plain: true, Ptr: &inner{A: -2}, Opt: &inner{},
			List: []inner{{A: 3}, {B: "x"}}, NoList: []string{"a"}, Strings: map[string]string{"k": "v"},
			Map:   map[string]any{"n": nil, "f": 1.5, "i": int64(math.MaxInt64), "l": []any{true, "x", map[string]any{}}},
			Float: 1e21, Zero: 7, Any: []string{"y"}, Bytes: []byte("hi"), Raw: json.RawMessage(`{"z": [1]}`),
			Time: time.Unix(0, 0).UTC(), U: math.MaxUint64,
		},
		"pointer":  &outer{Name: "p"},
		"scalars":  []any{"a", 1, int64(-5), 2.25, true, nil, float32(0.5)},
		"embedded": struct{ outer }{outer{Name: "e"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := inputValue(value)
			if err != nil {
				t.Fatal(err)
			}
			want, err := termOfJSON(value)
			if err != nil {
				t.Fatal(err)
			}
			if ast.Compare(got, want.Value) != 0 {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

func TestInputRefuses(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]any{
		"function": struct{ F func() }{func() {}}, "channel": make(chan int), "keys": map[int]string{1: "a"}, "infinity": math.Inf(1),
	} {
		if got, err := inputValue(value); err == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestValueOf gives what was turned into terms before as what it is, errors included.
func TestValueOf(t *testing.T) {
	t.Parallel()
	part := map[string]any{"b": []any{"x", 1.5, nil}, "a": map[string]string{"z": "1", "y": "2"}}
	type asked struct {
		Part any `json:"part"`
	}
	want, err := inputValue(asked{part})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := inputValue(asked{ValueOf(part)})
		if err != nil || got.Compare(want) != 0 {
			t.Errorf("%v is given as %v, %v", want, got, err)
		}
	}
	if got, err := inputValue(asked{Value{}}); err != nil || got.String() != `{"part": null}` {
		t.Errorf("nothing is given as %v, %v", got, err)
	}
	if _, err := inputValue(asked{ValueOf(make(chan int))}); err == nil {
		t.Error("a channel is given to a policy")
	}
}

// TestViewIsTheValue wants a view to be the value that policies see otherwise: as a whole,
// and field by field, whatever was looked at before.
func TestViewIsTheValue(t *testing.T) {
	t.Parallel()
	input := &outer{
		inner: inner{A: 1, B: "b"}, Name: "n\xff", Ptr: &inner{A: -2}, List: []inner{{A: 3}, {B: "x"}},
		Map: map[string]any{"l": []any{true}}, Any: []inner{{A: 4}}, Raw: json.RawMessage(`{"z": [1]}`),
	}
	wanted, err := inputValue(input)
	if err != nil {
		t.Fatal(err)
	}
	for _, looked := range []string{"", "ptr", "list", "name", "opt", "no such field"} {
		term, err := inputView(input)
		if err != nil {
			t.Fatal(err)
		}
		view, ok := term.Value.(*plan.View)
		if !ok {
			t.Fatalf("the input is a %T", term.Value)
		}
		fields := structViewOf(input)
		got, err := fields.Field(looked)
		if err != nil {
			t.Fatal(err)
		}
		if got != nil {
			if got, err = whole(got); err != nil {
				t.Fatal(err)
			}
		}
		if want := wanted.(ast.Object).Get(ast.StringTerm(looked)); (got == nil) != (want == nil) || got != nil && !got.Equal(want) {
			t.Errorf("field %q is %v, and as a value %v", looked, got, want)
		}
		for _, all := range []interface{ Whole() (*ast.Term, error) }{view, fields} {
			if got, err := all.Whole(); err != nil || got.Value.Compare(wanted) != 0 || got.Value.Hash() != wanted.Hash() {
				t.Errorf("after %q the whole is %v (%v), and as a value %v", looked, got, err, wanted)
			}
		}
	}
	if _, err := inputView(struct{ Part Value }{ValueOf(make(chan int))}); err == nil {
		t.Error("what cannot be given to a policy is no error of the question")
	}
}

func structViewOf(input *outer) *structView {
	v := reflect.ValueOf(input).Elem()
	known := planOf(v.Type())
	return &structView{of: v, known: known, terms: make([]*ast.Term, len(known.fields))}
}
