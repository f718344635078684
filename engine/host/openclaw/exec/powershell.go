package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

func cmdPayload(args []string) *string {
	for i, a := range args {
		switch strings.ToLower(trimJS(a)) {
		case "/c", "/k", "-c", "-k":
			if s := trimJS(strings.Join(args[i+1:], " ")); s != "" {
				return &s
			}
			return nil
		}
	}
	return nil
}

// openClawSwitch is an option of PowerShell that may be cut short, down to Least.
type openClawSwitch struct {
	Name  string `json:"name"`
	Least string `json:"least"`
}

var powershellMarks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:--?|/)`) })

// isSwitch reports whether a word, in lower case, is one of the switches.
func isSwitch(list []openClawSwitch, word string) bool {
	mark := powershellMarks().FindString(word)
	name := word[len(mark):]
	return mark != "" && slices.ContainsFunc(list, func(s openClawSwitch) bool {
		return len(name) >= len(s.Least) && strings.HasPrefix(s.Name, name)
	})
}

var powershellSlash = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^/[A-Za-z][A-Za-z0-9]*$`) })

// powershellInline is the text, or the file, that PowerShell is given.
func (t *openClawTables) powershellInline(args []string) (text *string, at int) {
	p := t.PowerShell
	for i := 1; i < len(args); i++ {
		token := trimJS(args[i])
		lower := strings.ToLower(token)
		switch {
		case token == "":
		case lower == "--":
			return nil, -1
		case isSwitch(p.Command, lower) && i+1 < len(args):
			return joinedWords(args[i+1:]), i + 1
		case isSwitch(p.File, lower) || isSwitch(p.Encoded, lower) || isSwitch(p.Command, lower):
			if i+1 >= len(args) {
				return nil, -1
			}
			return joinedWords(args[i+1 : i+2]), i + 1
		case isSwitch(p.Values, lower):
			i++
		case !strings.HasPrefix(token, "-") && !powershellSlash().MatchString(token):
			return nil, -1
		}
	}
	return nil, -1
}
