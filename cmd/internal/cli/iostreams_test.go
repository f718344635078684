package cli

import "testing"

func TestColor(t *testing.T) {
	for name, tt := range map[string]struct {
		env  map[string]string
		flag string
		tty  bool
		want bool
	}{
		"terminal":               {nil, colorAuto, true, true},
		"pipe":                   {nil, colorAuto, false, false},
		"NO_COLOR":               {map[string]string{"NO_COLOR": "1"}, colorAuto, true, false},
		"NO_COLOR empty":         {map[string]string{"NO_COLOR": ""}, colorAuto, true, true},
		"forced":                 {map[string]string{"CLICOLOR_FORCE": "1"}, colorAuto, false, true},
		"forced with 0":          {map[string]string{"CLICOLOR_FORCE": "0"}, colorAuto, false, false},
		"NO_COLOR before forced": {map[string]string{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, colorAuto, true, false},
		"CLICOLOR":               {map[string]string{"CLICOLOR": "0"}, colorAuto, true, false},
		"dumb":                   {map[string]string{"TERM": "dumb"}, colorAuto, true, false},
		"flag before NO_COLOR":   {map[string]string{"NO_COLOR": "1"}, colorAlways, false, true},
		"flag before forced":     {map[string]string{"CLICOLOR_FORCE": "1"}, colorNever, true, false},
	} {
		s := &IOStreams{Getenv: func(k string) string { return tt.env[k] }}
		if got := s.color(tt.flag, tt.tty); got != tt.want {
			t.Errorf("%s: colour %v; want %v", name, got, tt.want)
		}
	}
}
