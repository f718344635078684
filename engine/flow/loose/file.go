package loose

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// powershell reports whether a language has commands as a shell does.
func (l *program) powershell() bool {
	return slices.Contains([]string{"powershell", "ps1", "pwsh", "ps"}, strings.ToLower(l.text.Language))
}

// targets are the arguments of the calls of a pattern, each by itself, and what the calls
// are of.
func (l *program) targets(text string, calls *lazydfa.Regexp) []string {
	var list []string
	for _, at := range calls.FindAllStringIndex(text, 4) {
		from := at[1]
		if from > 1 && text[from-1] != '(' && text[from-1] != ' ' && text[from-2] == ' ' { // the begin of what is written
			from--
		}
		arguments := otherwise.ReplaceAllString(argumentsAt(text, from), "")
		if l.powershell() {
			list = append(list, psWords.FindAllString(arguments, 12)...)
			list = append(list, psWords.FindAllString(text[:at[0]], 12)...)
		}
		list = append(list, commas(arguments)...)
		if before := receiver.FindString(text[:at[0]]); before != "" {
			list = append(list, before)
		}
		if m := printsTo.FindStringSubmatch(text[at[0]:at[1]]); m != nil {
			list = append(list, m[1])
		}
	}
	return list
}

// psWords are the words of a command of PowerShell, receiver what a method is called on.
var (
	psWords   = lazydfa.New(`"[^"]*"|'[^']*'|\$[\w:.]+(?:[\\/][\w.-]+)*|\([^()]*\)`)
	receiver  = lazydfa.New(`[$@]?[A-Za-z_]\w*$`)
	otherwise = lazydfa.New(`\s+(?:or|\|\|)\s+(?:die|return|next|exit|croak|warn|last|do)\b.*`)
	printsTo  = lazydfa.New(`^\s*(?:print|printf|say)\s*\{?\s*(\$[A-Za-z_]\w*)`)
	plain     = lazydfa.New(`^\s*[&*$@]*(?:mut\s+)?([A-Za-z_]\w*)\s*$`)
)

// placeKeys are the keys of a file that an expression names.
func (l *program) placeKeys(s statement, expression string) []string {
	if m := plain.FindStringSubmatch(expression); m != nil {
		keys := []string{s.within + ":" + m[1]}
		if l.texts[keys[0]] == "" {
			keys = append(keys, ":"+m[1])
		}
		for _, key := range slices.Clone(keys) {
			keys = merged(keys, l.alias[key])
		}
		if text := l.resolved(s, holeBegin+m[1]+holeEnd, ""); placeLike(text) {
			keys = append(keys, "="+strings.ToLower(text))
		}
		return keys
	}
	text := l.putTogether(s, expression, false)
	keys := []string{}
	for _, one := range []string{text, l.resolved(s, text, "*")} {
		if placeLike(one) {
			keys = append(keys, "="+strings.ToLower(one))
		}
	}
	return keys
}

// placeLike reports whether a text can be the name of a file.
func placeLike(text string) bool {
	return len(text) > 2 && len(text) < 300 && !strings.Contains(text, "://") && !strings.ContainsAny(text, "\n<>|;") && strings.ContainsAny(text, `/\.`)
}

// opened are the keys of the files that a call opens.
func (l *program) opened(s statement, text string) []string {
	if l.read {
		return nil
	}
	var keys []string
	for _, at := range l.words.opens.FindAllStringIndex(text, 2) {
		for _, one := range commas(otherwise.ReplaceAllString(argumentsAt(text, at[1]), "")) {
			keys = merged(keys, l.placeKeys(s, one))
		}
	}
	return keys
}

// written has files hold what is written into them.
func (l *program) written(s statement, text string) {
	// open(my $h, '>', $path)
	for _, m := range l.grammar.into.FindAllStringSubmatch(text, 3) {
		if keys := l.opened(s, text); m[1] != "" && len(keys) > 0 {
			key := s.within + ":" + m[1]
			l.alias[key] = merged(l.alias[key], keys)
		}
	}
	if at := l.words.opens.FindStringIndex(text); at != nil {
		if keys := l.opened(s, text); len(keys) > 0 {
			for _, m := range blockName.FindAllStringSubmatch(text[at[1]:], 2) {
				key := s.within + ":" + m[1] + m[2] + m[3]
				l.alias[key] = merged(l.alias[key], keys)
			}
		}
	}
	if !l.words.writes.MatchString(text) {
		return
	}
	from := foreignOnes(l.sources(s, text))
	if len(from) == 0 {
		return
	}
	for _, one := range append(l.targets(text, l.words.writes), l.targets(text, l.words.opens)...) {
		for _, key := range l.placeKeys(s, one) {
			l.put(l.files, "\x02", key, from)
		}
	}
}
