package mk_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/mk"
)

func operands() map[string]string {
	return map[string]string{
		"all": "harmless", "test/unit": "harmless", "VERSION=1.2.3": "harmless", "V=1": "harmless", "DESTDIR=/tmp/x": "harmless", "CFLAGS=-O2 -g": "harmless", "X:=a": "harmless", "X?=a": "harmless", "X+= a": "harmless", "X=": "harmless", "ARGS=--a=b -v": "harmless", "IMAGE=a/b:c@sha256": "harmless",

		"X=$(shell id)": "opaque: a reference", "X=${shell id}": "opaque: a reference", "X:=$(file >x,y)": "opaque: a reference", "X=$Y": "opaque", "X!=id": "runs id", "X != id": "runs", "RM=touch x": "opaque: a value of several words", "GO=touch x; go": "opaque",
		"PYTHON=touch x #": "opaque", "X=a;id": "opaque: the letter \";\"", "X=`id`": "opaque", "$(shell id)": "opaque", ".SHELLFLAGS=-c": "opaque: the variable", "=x": "opaque: the variable", "a b=c": "opaque", "X=\x00": "opaque", "X=a\nb": "opaque", "X=a > b": "opaque", "1=x": "opaque",
		"-W=$(shell id)": "opaque",
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for operand, want := range operands() {
		r := mk.Read(operand)
		got := r.String()
		if got != want && (want == "harmless" || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", operand, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for operand := range operands() {
		f.Add(operand)
	}
	f.Fuzz(func(t *testing.T, operand string) {
		r := mk.Read(operand)
		if r.Harmless() && strings.ContainsAny(operand, "\x00$`;|&") {
			t.Errorf("%q is read as harmless", operand)
		}
	})
}
