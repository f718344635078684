package kit

import "testing"

func TestColor(t *testing.T) {
	for name, tt := range map[string]struct {
		env  map[string]string
		flag string
		tty  bool
		want bool
	}{
		"terminal":               {nil, ColorAuto, true, true},
		"pipe":                   {nil, ColorAuto, false, false},
		"NO_COLOR":               {map[string]string{"NO_COLOR": "1"}, ColorAuto, true, false},
		"NO_COLOR empty":         {map[string]string{"NO_COLOR": ""}, ColorAuto, true, true},
		"forced":                 {map[string]string{"CLICOLOR_FORCE": "1"}, ColorAuto, false, true},
		"forced with 0":          {map[string]string{"CLICOLOR_FORCE": "0"}, ColorAuto, false, false},
		"NO_COLOR before forced": {map[string]string{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, ColorAuto, true, false},
		"CLICOLOR":               {map[string]string{"CLICOLOR": "0"}, ColorAuto, true, false},
		"dumb":                   {map[string]string{"TERM": "dumb"}, ColorAuto, true, false},
		"flag before NO_COLOR":   {map[string]string{"NO_COLOR": "1"}, ColorAlways, false, true},
		"flag before forced":     {map[string]string{"CLICOLOR_FORCE": "1"}, ColorNever, true, false},
	} {
		s := &IOStreams{Getenv: func(k string) string { return tt.env[k] }}
		if got := s.Color(tt.flag, tt.tty); got != tt.want {
			t.Errorf("%s: colour %v; want %v", name, got, tt.want)
		}
	}
}
