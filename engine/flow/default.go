package flow

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// maxDefaults is how many values by default one word has that are put in.
const maxDefaults = 8

// defaulted finds a variable with the value that it has by default, the inmost first.
var defaulted = lazydfa.New(`\$\{(\w+):[-=]([^{}]*)\}`)

// byDefault is a text in which a variable that the text itself gives no value is what it is
// where nobody gives it one: ${HOST:-example.org}.
func (t *taint) byDefault(text string) string {
	for range maxDefaults {
		at := defaulted.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		value, ok := t.known[text[at[2]:at[3]]]
		if !ok {
			value = strings.Trim(text[at[4]:at[5]], `"'`)
		}
		if value == "" { // it is empty where nobody gives it a value, and is there to be given one
			value = "$" + text[at[2]:at[3]]
		}
		text = text[:at[0]] + value + text[at[1]:]
	}
	return text
}
