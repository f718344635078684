package beside

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// kept is what a statement reads.
type kept struct{ kind, name string }

// public are the halves of keys that everybody may have, and files that only show how
// another one is written.
var public = lazydfa.New(`\.(?:pub|example|sample|template|dist)\b|known_hosts|authorized_keys|\.ssh/config|\.(?:claude|codex|openclaw|cursor)/(?:skills|plugins|commands|rules|agents/?$)`)

// wholeEnvironment is where Python and JavaScript name all variables.
var wholeEnvironment = lazydfa.New(`\b(?:os\.environb?|process\.env|import\.meta\.env|Bun\.env)\b`)

// stores are those that a statement reads.
func (p *program) stores(s *statement) []kept {
	t := tables()
	if !t.marks.MatchString(s.code) || t.shows.MatchString(s.code) && !t.sends.MatchString(s.code) || imports.MatchString(s.code) {
		return nil
	}
	if p.language == "shell" && t.keeps.MatchString(s.code) {
		return nil
	}
	var found []kept
	add := func(kind, name string) {
		name = strings.ToValidUTF8(name[:min(len(name), 80)], "")
		if !slices.ContainsFunc(found, func(f kept) bool { return f.kind == kind }) {
			found = append(found, kept{kind, strings.TrimSpace(name)})
		}
	}
	for _, text := range p.paths(s) {
		if len(text) > 300 || strings.Contains(text, "://") || public.MatchString(text) || strings.Contains(text, `\.`) || strings.Contains(text, `\b`) {
			continue
		}
		slashed := strings.ReplaceAll(strings.ReplaceAll(text, `\\`, "/"), `\`, "/")
		for i := range t.places {
			if place := &t.places[i]; place.match.MatchString("/"+strings.TrimLeft(slashed, "/~")) || place.match.MatchString(slashed) {
				add(place.Kind, text)
				break
			}
		}
		for i := range t.Names {
			if one := &t.Names[i]; one.match.MatchString(text) {
				add(one.Kind, text)
			}
		}
	}
	for i := range t.Calls {
		if one := &t.Calls[i]; !(one.Kind == "environment" && p.handsOn(s)) {
			if shown := one.match.Compiled().FindString(s.code); shown != "" {
				add(one.Kind, shown)
			}
		}
	}
	commands := s.texts
	if p.language == "shell" {
		commands = []string{s.code}
	}
	for _, text := range commands {
		for i := range t.Commands {
			if one := &t.Commands[i]; (p.language == "shell" || started.MatchString(s.code)) && one.match.MatchString(text) {
				add(one.Kind, "env")
			}
		}
	}
	if shown := p.environment(s); shown != "" {
		add("environment", shown)
	}
	return found
}

// started is how programs in other languages start one.
var started = lazydfa.New("\\b(?:system|popen|exec\\w*|spawn\\w*|check_output|getoutput|subprocess|Command|shell_exec|passthru|qx|Process)\\b|`|%x")

// paths are the texts of a statement that may name a file: each, what they are put together,
// and of a shell its words.
func (p *program) paths(s *statement) []string {
	split := func(r rune) bool { return strings.ContainsRune(" \t\n\"'()=;|<>&`,{}@", r) }
	var list []string
	if p.language == "shell" || p.language == "powershell" {
		list = strings.FieldsFunc(s.code, split)
	}
	for _, text := range s.texts {
		list = append(list, text)
		if strings.ContainsAny(text, " \n") && started.MatchString(s.code) {
			list = append(list, strings.FieldsFunc(text, split)...)
		}
	}
	if len(s.texts) > 1 && len(s.texts) < 12 {
		list = append(list, strings.Join(s.texts, "/"))
	}
	for _, m := range listed.FindAllStringSubmatch(s.code, 5) {
		list = append(list, strings.Fields(m[1]+m[2]+m[3])...)
	}
	return list
}

// listed are lists of words without quotation marks, of Ruby and Perl.
var listed = lazydfa.New(`%[wW]\[([^\]]*)\]|%[wW]\(([^)]*)\)|\bqw[(/]([^)/]*)[)/]`)

// environment is how a statement names all variables of the environment, "" where it does
// not, or where it only gives them to a program that it starts.
func (p *program) environment(s *statement) string {
	for _, at := range wholeEnvironment.FindAllStringIndex(s.code, 10) {
		rest := s.code[at[1]:]
		switch {
		case strings.HasPrefix(rest, "["), strings.HasPrefix(rest, "?."):
			continue
		case strings.HasPrefix(rest, "."):
			if !all.MatchString(rest) {
				continue
			}
		case in.MatchString(s.code[:at[0]]) && !each.MatchString(s.code[:at[0]]):
			continue // whether there is one
		}
		if p.handsOn(s) {
			continue
		}
		return s.code[at[0]:at[1]]
	}
	return ""
}

var (
	all  = lazydfa.New(`^\.(?:items|copy|values|keys|toString)\(`)
	in   = lazydfa.New(`\b(?:in|of)\s+$`)
	each = lazydfa.New(`\bfor\b[^\n]*$`)
)

// maxKept is how many environments that have a name are looked for in the whole program.
const maxKept = 200

// handsOn reports whether the environment of a statement is for a program that is started:
// it is given as such, or is kept by a name that is only used so.
func (p *program) handsOn(s *statement) bool {
	t := tables()
	if t.handed.MatchString(s.bare) {
		return true
	}
	if m := forms().assign.FindStringSubmatch(s.bare); m != nil && !strings.Contains(m[1], "(") {
		list := forms().name.FindAllString(m[1], 4)
		if len(list) == 0 {
			return false
		}
		name := list[len(list)-1]
		if i := slices.IndexFunc(list, func(n string) bool { return !forms().key.MatchString(n) }); i >= 0 {
			name = list[i]
		}
		if !strings.Contains(strings.ToLower(name), "env") {
			return false
		}
		kept := regexp.MustCompile(`\b(?:` + strings.Join(t.Handles, "|") + `)\s*[=:]\s*` + regexp.QuoteMeta(name) + `\b|\b` + regexp.QuoteMeta(name) + `\s*(?:\[|\.\w+\s*=|\.(?:update|pop|setdefault|get)\()|[({,]\s*` + regexp.QuoteMeta(name) + `\s*[,}]|\bcmd\.Env\b|\*\*` + regexp.QuoteMeta(name) + `\b|\.\.\.` + regexp.QuoteMeta(name) + `\b`)
		use := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
		if p.kept++; p.kept > maxKept {
			return false // so many names are asked about rather than looked for
		}
		for _, other := range p.statements {
			if other == s || !strings.Contains(other.bare, name) {
				continue
			}
			if left := kept.ReplaceAllString(other.bare, ""); use.MatchString(left) {
				return false
			}
		}
		return true
	}
	return false
}
