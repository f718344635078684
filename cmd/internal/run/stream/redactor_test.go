package stream

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

// TestRedactor writes a text in parts of every size.
func TestRedactor(t *testing.T) {
	t.Parallel()
	secrets := []string{"A_TOKEN=s3cr3t-value", "B=s3cr3t", "SHORT=abc", "LONGER=s3cr3t-value-more"}
	encoded := base64.StdEncoding.EncodeToString([]byte("s3cr3t-value"))
	text := "abc s3cr3t-value, s3cr3t-valu, s3cr3t-value-more " + encoded + " s3cr3"
	want := "abc [masked:A_TOKEN], [masked:B]-valu, [masked:LONGER] [masked:A_TOKEN] s3cr3"
	for size := 1; size <= len(text); size++ {
		var out bytes.Buffer
		v := NewRedactor(secrets, &out)
		for part := range strings.SplitSeq(chopped(text, size), "\x00") {
			if n, err := v.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
			if strings.Contains(out.String(), "s3cr3t-value") {
				t.Fatalf("in parts of %d: %q", size, out.String())
			}
		}
		if err := v.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Fatalf("in parts of %d: %q, want %q", size, out.String(), want)
		}
	}
	if NewRedactor([]string{"A=short"}, &bytes.Buffer{}) != nil {
		t.Error("five letters are hidden")
	}
}

func chopped(text string, size int) string {
	var parts []string
	for len(text) > size {
		parts, text = append(parts, text[:size]), text[size:]
	}
	return strings.Join(append(parts, text), "\x00")
}
