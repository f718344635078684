package skill

import "testing"

func TestStrangeCoding(t *testing.T) {
	t.Parallel()
	// What is wanted of a program in Python, and of another text.
	for text, want := range map[string][2]string{
		"# -*- coding: utf-8 -*-\nx = 1\n":           {},
		"#!/usr/bin/env python3\n# coding=latin-1\n": {},
		"# vim: set fileencoding=UTF_8 :\n":          {},
		"# -*- coding: utf-8-unix -*-\n":             {},
		"# -*- coding: unicode_escape -*-\n":         {"unicode_escape", "unicode_escape"},
		"#!/usr/bin/python3\n# coding: utf-7\n":      {"utf-7", "utf-7"},
		"#coding=raw_unicode_escape":                 {"raw_unicode_escape", "raw_unicode_escape"},
		"\f# coding: rot13\n":                        {"rot13", "rot13"},
		"# encoding: hex\n":                          {"hex", "hex"},
		"# coding: my_codec\n":                       {"my_codec", ""},
		"# A word about coding: it is hard.\n":       {"it", ""},
		"x = 1\ny = 2\n# coding: utf-7\n":            {},
		"print('coding: utf-7')\n":                   {},
		"# Encodings: see below\n":                   {},
	} {
		for i, python := range []bool{true, false} {
			if got := strangeCoding([]byte(text), python); got != want[i] {
				t.Errorf("%q, Python %v: %q; want %q", text, python, got, want[i])
			}
		}
	}
}
