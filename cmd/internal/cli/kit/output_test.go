package kit

import (
	"bytes"
	"testing"
)

// TestWriteJSON shows characters that hide in a text, and leaves what is written with
// others as it is.
func TestWriteJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := WriteJSON(&out, map[string]string{"name": "we\u202eather\u200b\U000e0041 <é>"}); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"name\": \"we\\u202eather\\u200b\\udb40\\udc41 <é>\"\n}\n"; out.String() != want {
		t.Errorf("%s; wanted %s", out.String(), want)
	}
}
