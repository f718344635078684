package value

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
	"mvdan.cc/sh/v3/expand"
)

// maxPrinted is how long a text may be, in bytes, that echo or printf makes.
const maxPrinted = 16 << 10

// said are the texts that echo and printf print.
func (v *Values) said(program string, args []argv.Word, depth int) []string {
	var out []string
	for _, line := range v.sequence(args, depth) {
		words := strings.Split(line, string(mark.FieldEnd))
		if len(args) == 0 {
			words = nil
		}
		if program == "printf" {
			out = append(out, v.printfText(words))
			continue
		}
		out = append(out, v.echoText(words)...)
	}
	for i := range out {
		out[i] = strings.TrimRight(out[i], "\n")
	}
	return v.limit(out)
}

// echoText is what echo prints. Shells do not agree on escapes without -e.
func (v *Values) echoText(words []string) []string {
	evaluates := false
	for len(words) > 0 && echoOption(words[0]) {
		evaluates = evaluates || strings.Contains(words[0], "e")
		words = words[1:]
	}
	text := strings.Join(words, " ")
	if !strings.Contains(text, "\\") {
		return []string{text}
	}
	read, ok := format(strings.ReplaceAll(text, "%", "%%"), nil)
	if !ok {
		v.over, read = true, mark.Unknown
	}
	if evaluates {
		return []string{read}
	}
	return []string{text, read}
}

// printfText is what printf prints.
func (v *Values) printfText(words []string) string {
	for len(words) > 0 && words[0] != "" && words[0][0] == '-' {
		rest := words[1:]
		if words[0] == "-v" && len(rest) > 0 {
			rest = rest[1:]
		}
		end := words[0] == "--"
		if words = rest; end {
			break
		}
	}
	if len(words) == 0 || mark.In(words[0]) {
		return mark.Unknown
	}
	text, ok := format(words[0], words[1:])
	if !ok {
		v.over = true
		return mark.Unknown
	}
	return text
}

// format fills a format in, as often as it takes to use all words up.
func format(text string, words []string) (out string, ok bool) {
	defer func() {
		if recover() != nil { // a form that the library does not have
			out, ok = "", false
		}
	}()
	for _, one := range append([]string{text}, words...) {
		if manyDigits(one) {
			return "", false
		}
	}
	nothing := expand.FuncEnviron(func(string) string { return "" })
	text = newlines(text)
	given := append([]string{text}, words...)
	for {
		one, n, err := expand.Format(&expand.Config{Env: nothing}, text, words)
		if err != nil || len(out)+len(one) > maxPrinted {
			return "", false
		}
		out, words = out+one, words[min(n, len(words)):]
		if n == 0 || len(words) == 0 {
			return out, !mark.Added(out, given...)
		}
	}
}

// manyDigits reports whether a text has escapes that shells and the library read differently:
// \0nnn, of which %b takes four digits, and \c, with which all ends.
func manyDigits(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		digits := 0
		for rest := text[i+1:]; digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '7'; {
			digits++
		}
		if text[i+1] == 'c' || digits > 3 && text[i+1] == '0' {
			return true
		}
		i++
	}
	return false
}

// newlines has lines end where a format has NUL: nothing that reads takes it for text.
func newlines(format string) string {
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '\\' {
			continue
		}
		if format[i+1] == '0' && (i+2 >= len(format) || format[i+2] < '0' || format[i+2] > '7') {
			format = format[:i] + "\\n" + format[i+2:]
		}
		i++
	}
	return format
}
