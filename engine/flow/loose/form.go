package loose

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// formCall is a call that puts values into a text with places for them.
var formCall = lazydfa.New(`\b(?:fmt\.Sprintf|String\.format|string\.Format|sprintf|format!|string\.format|std::format|formatted)\s*\(`)

// formPlace is such a place: %s, %[1]s, {}, {0}, {0:x}.
var formPlace = lazydfa.New(`%%|%(?:\[\d\]|\d\$)?[-+ 0#]*\d*[sdvqx]|\{\d?(?::[^}]*)?\}`)

// formed is an expression in which texts with places for values are put together of parts:
// fmt.Sprintf("https://%s/x", host) is "https://" + host + "/x".
func (l *program) formed(expression string) string {
	for range maxWritten {
		at := formCall.FindStringIndex(expression)
		if at == nil {
			break
		}
		arguments := argumentsAt(expression, at[1])
		parts := commas(arguments)
		form := strings.TrimSpace(parts[0])
		if len(form) < 2 || form[0] != '"' && form[0] != '`' && form[0] != '\'' || form[len(form)-1] != form[0] {
			break
		}
		quote := form[:1]
		var b strings.Builder
		from, next := 0, 1
		for _, place := range formPlace.FindAllStringIndex(form, maxStatement) {
			var value string
			numbered := form[place[0]:place[1]]
			switch digit := strings.IndexAny(numbered, "0123456789"); {
			case numbered == "%%":
				b.WriteString(form[from:place[0]] + "%")
				from = place[1]
				continue
			case numbered[0] == '{' && digit == 1:
				value = argumentOf(parts, int(numbered[1]-'0')+1)
			case strings.HasPrefix(numbered, "%[") || strings.Contains(numbered, "$"):
				value = argumentOf(parts, int(numbered[digit]-'0'))
			default:
				value = argumentOf(parts, next)
				next++
			}
			b.WriteString(form[from:place[0]] + quote + " + " + value + " + " + quote)
			from = place[1]
		}
		b.WriteString(form[from:])
		expression = expression[:at[0]] + b.String() + expression[min(len(expression), at[1]+len(arguments)+1):]
	}
	return expression
}

// argumentOf is an argument, by its number.
func argumentOf(parts []string, i int) string {
	if i >= len(parts) {
		return ""
	}
	return strings.TrimSpace(parts[i])
}
