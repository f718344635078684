package way

import "strings"

// Quoted is a word as a shell reads it as one.
func Quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\|&;<>()$`*?[]#~{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
