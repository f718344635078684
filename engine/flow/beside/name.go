package beside

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// function is one of a program.
type function struct {
	name    string
	params  []string
	outer   *function
	indent  int
	head    *statement
	returns []*statement
	body    []*statement
	defines map[string]bool
}

// wordsOf are the forms in which languages define and assign.
type wordsOf struct {
	name, sigil, define, arrow, shell, method, param, class, assign, assignShell, declare, receiver, bare, test, put, loop, with, out, key *lazydfa.Regexp
}

var forms = sync.OnceValue(func() *wordsOf {
	return &wordsOf{
		name:   lazydfa.New(`[A-Za-z_]\w*`),
		sigil:  lazydfa.New(`(?:\$\{?|[$@%]\{?)[A-Za-z_@*0-9#][\w:]*`),
		define: lazydfa.New(`(?i)^\s*(?:(?:export|default|pub(?:\(\w+\))?|public|private|protected|internal|static|async|final|override|suspend|unsafe)\s+)*(?:func|def|function\*?|sub|fn|fun)\s+(?:\([^)]*\)\s*)?(?:[\w.]+\.|\w+:)?([A-Za-z_][\w-]*[?!]?)\s*(?:<[^>]*>)?\s*(\([^)]*\))?`),
		arrow:  lazydfa.New(`^\s*(?:export\s+)?(?:(?:const|let|var)\s+)?([A-Za-z_]\w*)\s*[=:]\s*(?:async\s*)?(?:function\b\s*\w*\s*)?(\((?:[^()]|\([^()]*\))*\)|\w+)\s*(?::[^=]+)?=?[>{]`),
		shell:  lazydfa.New(`^\s*([\w-]+)\s*\(\)\s*(\{?)`),
		method: lazydfa.New(`^\s*(?:(?:public|private|protected|internal|static|async|override|final|get|set|readonly|virtual)\s+)*(?:[\w<>\[\],.?]+\s+)?([A-Za-z_]\w*)\s*(\((?:[^()]|\([^()]*\))*\))[^;=]*\{\s*$`),
		param:  lazydfa.New(`(?:\|([^|]*)\||\(([^()]*)\)\s*(?::[^=]+)?=>|\b(\w+)\s*=>|\blambda\s+([^:]*):|\bfunc(?:tion)?\s*\(([^()]*)\))`),
		class:  lazydfa.New(`^\s*(?:(?:export|default|public|abstract|final|pub)\s+)*(?:class|struct|object|impl)\s+([A-Za-z_]\w*)`),
		assign: lazydfa.New(`^\s*((?:(?:export|public|private|protected|static|final|readonly|const|let|var|my|our|local|declare|mut|val|auto|\w+(?:<[^=]*>)?(?:\[\])?)\s+)*[$@%&*({\[]*[A-Za-z_][^=!<>(){}]*?[\])}]*(?:\s*:\s*[^=(]+?)?)\s*(?::=|\+=|\.=|<<=?|\?\?=|\?=|\|\|=|\|=|=)\s*(?:[^=~>]|$)`),
		// In a shell the name stands alone before the sign, as a word of its own.
		assignShell: lazydfa.New(`(?:^|[\s;&|({"'])([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=`),
		declare:     lazydfa.New(`^\s*(?:export\s+)?(?:const|let|var|my|our|local|declare|val|auto|final)\s|:=`),
		receiver:    lazydfa.New(`([$@]?[A-Za-z_]\w*)(?:\)|\[[^\]]*\])?\s*(?:(?:\.|->|::)[\w.]+[!?]?\s*(?:\(\s*[^)\s]|=[^=]|\+=|\.=)|<<|<-)`),
		bare:        lazydfa.New(`([$@]?[A-Za-z_]\w*)\s*(?:\.|->)\w+[!?]?\s+["'$@:\w]`),
		test:        lazydfa.New(`^\s*(?:\}\s*)?(?:if|elif|else if|elsif|unless|while|until|switch|case|when)\b[^\n]*(?:[:{]|\bthen)?\s*$`),
		put:         lazydfa.New(`([$@%]?[A-Za-z_]\w*)\s*(?:\[[^\]]*\]|\{[^}]*\})\s*(?:=[^=~>]|\+=|<<)`),
		loop:        lazydfa.New(`\bfor(?:each)?\b\s*(?:await\s*)?\(?\s*(?:(?:const|let|var|my|final|auto)\s+)?[(\[]?([\w$@%, &]+?)[)\]]?\s*(?:\bin\b|\bof\b|:=\s*range\b|:|\s\()|\bforeach\s*\([^)]*\bas\s+([^)]*)\)`),
		with:        lazydfa.New(`\bas\s+([A-Za-z_]\w*)|\bcatch\s*\(?\s*(?:\w+\s+)?([A-Za-z_]\w*)`),
		out:         lazydfa.New(`\bopen\s*\(?\s*(?:my\s+)?\$?([A-Za-z_]\w*)\s*,|[(,]\s*&(?:mut\s+)?([A-Za-z_]\w*)\s*[,)]|\bread\s+(?:-\w+\s+)*([A-Za-z_]\w*)`),
		key:         lazydfa.New(`^(?:and|as|async|await|begin|break|case|catch|class|const|continue|def|default|defer|del|do|done|echo|elif|else|elsif|end|esac|except|export|extends|fi|finally|fn|for|foreach|from|func|function|go|if|import|in|is|lambda|let|local|match|my|new|nil|None|not|null|of|or|our|pass|private|protected|public|pub|range|return|raise|self|static|sub|super|switch|then|this|throw|throws|True|true|False|false|try|type|undefined|unless|until|use|using|val|var|void|while|with|yield|string|String|int|bool|byte|err|ok|mut|final|declare|auto|_)$`),
	}
})

// names are the variables and functions that some code names. Where variables have a mark,
// what has none may be a function.
func names(code string, isMarked bool, functions map[string][]*function) []string {
	f := forms()
	var found []string
	add := func(name string) {
		if name != "" && !f.key.MatchString(name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	for _, at := range f.name.FindAllStringIndex(code, 400) {
		name := code[at[0]:at[1]]
		if isMarked && (at[0] == 0 || strings.IndexByte("$@%{:", code[at[0]-1]) < 0) && len(functions[name]) == 0 {
			continue
		}
		add(name)
	}
	if isMarked {
		for _, one := range f.sigil.FindAllString(code, 100) {
			one = strings.TrimLeft(one, "$@%{")
			if one == "@" || one == "*" || one == "args" || one == "_" || one != "" && '0' <= one[0] && one[0] <= '9' {
				add("\x00given") // what the function is called with
			}
		}
	}
	return found
}

// given are the names that a statement gives a value, whether it declares them, and those
// of which it changes a part.
func given(s *statement, language string) (list, changed []string, declared bool) {
	f := forms()
	add := func(to *[]string, text string) {
		for _, name := range f.name.FindAllString(text, 30) {
			if !f.key.MatchString(name) && !slices.Contains(*to, name) {
				*to = append(*to, name)
			}
		}
	}
	if language == "shell" { // "--wait=false" gives nothing a value
		for _, m := range f.assignShell.FindAllStringSubmatch(s.bare, 10) {
			add(&list, m[1])
			declared = f.declare.MatchString(s.bare)
		}
	} else if m := f.assign.FindStringSubmatch(s.bare); m != nil {
		add(&list, m[1])
		declared = f.declare.MatchString(s.bare)
	}
	for _, m := range f.loop.FindAllStringSubmatch(s.bare, 5) {
		add(&list, m[1]+" "+m[2])
	}
	for _, m := range f.with.FindAllStringSubmatch(s.bare, 5) {
		add(&list, m[1]+" "+m[2])
	}
	for _, m := range f.put.FindAllStringSubmatch(s.bare, 10) {
		add(&changed, m[1])
	}
	if !f.test.MatchString(s.bare) { // a test changes nothing
		for _, m := range f.receiver.FindAllStringSubmatch(s.bare, 20) {
			add(&changed, m[1])
		}
		if language == "ruby" || language == "perl" {
			for _, m := range f.bare.FindAllStringSubmatch(s.bare, 20) {
				add(&changed, m[1])
			}
		}
	}
	for _, m := range f.out.FindAllStringSubmatch(s.bare, 5) {
		add(&changed, m[1]+" "+m[2]+" "+m[3])
	}
	if language == "shell" { // a program may write to the file that it is told of
		add(&changed, strings.Join(f.sigil.FindAllString(s.bare, 30), " "))
	}
	return list, changed, declared
}
