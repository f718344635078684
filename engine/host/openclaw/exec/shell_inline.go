package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// inlineOptions say how a shell finds its text among its options.
type inlineOptions struct {
	// flags take the text from the next word, rest from all words behind.
	flags, rest []string
	// values take a word that is none of the text.
	values []string
	// posix: letters may be combined, and case matters.
	posix bool
	// option says what is an option; nil for what begins with - or +. stop ends
	// at the first word that is none.
	option func(string) bool
	stop   bool
}

// find gives the text, nil when there is none, and where its first word stands:
// -1 for nowhere.
func (o inlineOptions) find(args []string) (text *string, at int) {
	word := func(i int) *string {
		if i >= len(args) || trimJS(args[i]) == "" {
			return nil
		}
		s := trimJS(args[i])
		return &s
	}
	option := o.option
	if option == nil {
		option = func(s string) bool { return strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") }
	}
	for i := 1; i < len(args); {
		token := trimJS(args[i])
		lower := strings.ToLower(token)
		compared := lower
		if o.posix {
			compared = token
		}
		switch {
		case token == "":
			i++
			continue
		case lower == "--":
			return nil, -1
		case slices.Contains(o.flags, compared):
			if i+1 >= len(args) {
				return nil, -1
			}
			if slices.Contains(o.rest, compared) {
				return joinedWords(args[i+1:]), i + 1
			}
			return word(i + 1), i + 1
		case o.posix && isCluster(token):
			attached, skipped := clusterCommand(token)
			if attached != "" {
				return &attached, i
			}
			return word(i + 1 + skipped), i + 1 + skipped
		case slices.Contains(o.values, lower):
			i += 2
			continue
		case o.stop && !option(token), o.posix && !strings.HasPrefix(token, "-") && !strings.HasPrefix(token, "+"):
			return nil, -1
		}
		if o.posix {
			i += shellOptionWords(token)
		} else {
			i++
		}
	}
	return nil, -1
}

// joinedWords is the text of several words, nil for none.
func joinedWords(words []string) *string {
	trimmed := make([]string, len(words))
	for i, w := range words {
		trimmed[i] = trimJS(w)
	}
	text := trimJS(strings.Join(trimmed, " "))
	if text == "" {
		return nil
	}
	return &text
}

// isCluster reports whether a word is a cluster of short options with c.
func isCluster(token string) bool {
	return len(token) > 1 && token[0] == '-' && !strings.Contains(token[1:], "-") && strings.Contains(token[1:], "c")
}

var onlyLetters = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]+$`) })

// clusterCommand is the text that stands in a cluster behind c, when it cannot be
// more options; else how many words other options of the cluster take first.
func clusterCommand(token string) (attached string, skipped int) {
	_, behind, _ := strings.Cut(token[1:], "c")
	if behind != "" && !onlyLetters().MatchString(behind) {
		return trimJS(behind), 0
	}
	return "", strings.Count(token[1:], "o") + strings.Count(token[1:], "O")
}

// shellOptionWords is how many words an option of a shell is, with its values.
func shellOptionWords(token string) int {
	if len(token) > 1 && (token[0] == '-' || token[0] == '+') && !strings.Contains(token[1:], "-") {
		if n := strings.Count(token[1:], "o") + strings.Count(token[1:], "O"); n > 0 {
			return 1 + n
		}
	}
	if slices.Contains([]string{"--init-file", "--rcfile"}, token) {
		return 2
	}
	return 1
}

func (t *openClawTables) posixInline(args []string) (text *string, at int) {
	return inlineOptions{flags: t.InlineFlags, posix: true}.find(args)
}
