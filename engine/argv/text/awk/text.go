package awk

import (
	"reflect"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// literal is the text of an expression that is nothing but one, in brackets or not.
func literal(v reflect.Value) (string, bool) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return "", false
		}
		v = v.Elem()
	}
	switch v.Type().Name() {
	case "GroupingExpr":
		return literal(v.FieldByName("Expr"))
	case "StrExpr":
		if !v.FieldByName("Regex").Bool() {
			return v.FieldByName("Value").String(), true
		}
	}
	return "", false
}

// file reports whether an expression is a getline from a file: where the name of
// the file ends is not the same to all awks when more follows.
func file(v reflect.Value) bool {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return false
		}
		v = v.Elem()
	}
	return v.Type().Name() == "GetlineExpr" && !v.FieldByName("File").IsNil()
}

// special refuses names of files that are none to gawk.
func (w *walker) special(name string) {
	if strings.HasPrefix(strings.ToLower(name), "/inet") {
		w.out.Refuse(0, "a network connection")
	}
}

// pattern refuses regular expressions that end at different places: to gawk a
// slash within square brackets does not end one, to mawk it does.
func (w *walker) pattern(v reflect.Value) {
	text := v.FieldByName("Regex")
	if v.Type().Name() == "StrExpr" {
		if !text.Bool() {
			return
		}
		text = v.FieldByName("Value")
	}
	if !reading.Closed(text.String()) {
		w.out.Refuse(0, "a regular expression with an open square bracket")
	}
}
