package loose

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// runs tells which commands a statement starts.
func (l *program) runs(s statement) {
	trimmed := strings.TrimSpace(s.text)
	if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "*") {
		return
	}
	text := startInfo.ReplaceAllString(builders.ReplaceAllString(l.called(s), ", "), "")
	for _, at := range l.words.runs.FindAllStringIndex(text, 4) {
		from := at[1]
		if last := text[from-1]; last != '(' && last != ' ' && strings.IndexByte("\"'$@[", last) >= 0 {
			from--
		} else if quote := strings.LastIndexAny(text[at[0]:from], `"'`); quote >= 0 && (last == '|' || last == '-') { // open(my $p, "|-", …)
			from = at[0] + quote
		}
		call := cleanCall(text[at[0]:at[1]])
		arguments := argumentsAt(text, from)
		command := l.putTogether(s, arguments, l.powershell())
		l.started(s, call, command, arguments)
		if !strings.Contains(call, "Process.Start") && !strings.Contains(call, "ProcessStartInfo") { // these are given one text with all words
			command = cmp.Or(l.listed(s, arguments), command)
		}
		l.noted(s, command)
	}
	if l.words.backticks[strings.ToLower(l.text.Language)] {
		for _, m := range backticked.FindAllStringSubmatch(text, 4) {
			inner := m[1] + m[2] + m[3] + m[4]
			var b strings.Builder
			l.quoted(s, &b, inner, '"')
			l.started(s, "`", b.String(), inner)
			l.noted(s, b.String())
		}
	}
}

var (
	// builders are calls that add a word to a command: Command::new("curl").arg("-s").
	builders = lazydfa.New(`\)\s*\.(?:args?|command)\(\s*&?\[?`)
	// startInfo is what a program of .NET says of a command beside its words.
	startInfo  = lazydfa.New(`\bnew\s+(?:System\.Diagnostics\.)?ProcessStartInfo\s*(?:\(\s*\)\s*)?\{\s*|\b(?:FileName|Arguments)\s*=\s*|,?\s*\b\w+\s*=\s*(?:true|false)\b`)
	backticked = lazydfa.New("`([^`]+)`" + `|%x[\[({<]([^\])}>]+)[\])}>]|\bqx\s*[\[({/]([^\])}/]+)[\])}/]|%x([!|/][^!|/]+)`)
	// byName is a call of what a text names, variableCall one of what a variable does, and
	// commandName one of PowerShell.
	byName       = lazydfa.New(`(?:[A-Z]\w*|self)?\.?\b(?:public_send|__send__|send|call_user_func(?:_array)?)\s*\(?\s*[:"'](\w+)["']?\s*,\s*`)
	variableCall = lazydfa.New(`\$(\w+)\s*\(`)
	commandName  = lazydfa.New(`(?i)(?:^|[;|({=]\s*)[&.]\s*\(?\s*(?:["']([\w-]+)["']\s*\)?|\$(\w+)\b)`)
	// listLiteral is a list of words: new String[]{"sh", "-c", x}, List.of(…), [ … ].
	listLiteral = lazydfa.New(`^\s*(?:(?:new\s+\w+\s*\[\s*\]\s*|(?:&?vec!|List\.of|Arrays\.asList|listOf|arrayOf|array)\s*)[\[{(]|[\[{])(.*?)[\]})]\s*\)?\s*$`)
	optionName  = lazydfa.New(`^:?\w+\s*(?::|=>)`)
	divided     = lazydfa.New(`\s*(?:&&|\|\||[;|\n]|&\s|&$)\s*`)
	codeOption  = lazydfa.New(`(?i)^(?:-[a-z]*[cer]|--?eval|-c(?:ommand)?|-e(?:nc\w*)?|/c|-)$`)
	hostWord    = lazydfa.New(`^(?:[\w.-]+@)?((?:[\w-]+\.)+[a-z]{2,}|\d+\.\d+\.\d+\.\d+)(?::|$)`)
)

// called is a statement in which a call by a name that is known is one of that name.
func (l *program) called(s statement) string {
	text := l.rejoined(s.text)
	runs := func(name string) bool {
		return l.words.runs.MatchString(name+"(") || l.words.evaluates.MatchString(name+"(") || l.words.evaluates.MatchString(name+" ")
	}
	if m := byName.Compiled().FindStringSubmatchIndex(text); m != nil && runs(text[m[2]:m[3]]) {
		l.dispatch(s, text[m[0]:m[1]])
		text = text[:m[0]] + text[m[2]:m[3]] + "(" + text[m[1]:]
	}
	for _, m := range variableCall.FindAllStringSubmatchIndex(text, 4) {
		if name := l.resolved(s, holeBegin+text[m[2]:m[3]]+holeEnd, ""); name != "" && runs(name) {
			l.dispatch(s, text[m[0]:m[1]])
			text = text[:m[0]] + name + "(" + text[m[1]:]
			break
		}
	}
	if m := commandName.FindStringSubmatchIndex(text); m != nil && l.powershell() {
		var name string
		if m[2] >= 0 {
			name = text[m[2]:m[3]]
		} else {
			name = l.resolved(s, holeBegin+text[m[4]:m[5]]+holeEnd, "")
		}
		if strings.EqualFold(name, "iex") || strings.EqualFold(name, "invoke-expression") {
			l.dispatch(s, text[m[0]:m[1]])
			text = text[:m[0]] + " " + name + " " + text[m[1]:]
		}
	}
	return text
}

// dispatch tells that a program calls what a text names.
func (l *program) dispatch(s statement, call string) {
	if mark := "dispatch\x00" + call; !l.known[mark] && len(l.found.Accesses) < way.MaxChains {
		l.known[mark] = true
		l.found.Accesses = append(l.found.Accesses, way.Access{Kind: "dispatch", Name: cleanCall(call), Hosts: []string{}, File: l.text.File, Span: l.span(s)})
	}
}

// started notes a command that is started.
func (l *program) started(s statement, call, command, arguments string) {
	if strings.TrimSpace(command) == "" || strings.HasPrefix(strings.TrimSpace(call), "open") && !strings.ContainsAny(command, "|-") {
		return
	}
	sink := way.Sink{Kind: "run", Call: call, Channel: "command", Hosts: []string{}, File: l.text.File, Span: l.span(s)}
	for _, one := range l.saidBy(s, commas(arguments)[0]) {
		l.tell(one, sink)
	}
	for _, part := range divided.Compiled().Split(command, 12) {
		words := strings.Fields(part)
		for len(words) > 0 && (l.words.wrappers[strings.ToLower(words[0])] || strings.Contains(words[0], "=") || strings.EqualFold(words[0], "-filepath") || words[0] == "-") {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		program := strings.Trim(words[0], `"'`)
		if l.tellFile(s, program, sink) {
			continue
		}
		for _, name := range holesOf(program) {
			if strings.HasPrefix(program, holeBegin) {
				l.tellValue(s, name, sink)
			}
		}
		base := strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(l.resolved(s, program, ""), `\`, "/"))), ".exe")
		if l.feedsOn(base, words[1:]) {
			l.listens(s, call, sink)
		}
		switch {
		case l.words.interpreters[base]:
			l.interpreted(s, words[1:], sink)
		case codeOption.MatchString(program): // the words of one that is named elsewhere
			l.interpreted(s, words, sink)
		}
		if l.words.senders[base] {
			l.sent(s, call, base, words[1:], arguments)
		}
	}
}

// noted keeps a command for the reader of shells.
func (l *program) noted(s statement, command string) {
	text := l.resolved(s, command, "${value}")
	if !strings.Contains(strings.TrimSpace(text), " ") {
		return
	}
	text = unquotedCommands(text)
	if len(l.found.Runs) >= way.MaxStarted {
		// Another place of a command that is told already says nothing more.
		l.found.Cut = l.found.Cut || !slices.ContainsFunc(l.found.Runs, func(r way.Run) bool { return r.Text == text })
		return
	}
	l.found.Runs = append(l.found.Runs, way.Run{Text: text, Shown: shownOf(s), File: l.text.File, Span: l.span(s)})
}

// listed is the command of a call that is given its words one by one, each as a shell reads
// it as one: what one of them says is for the program that gets it, such as the shell of
// another machine. It is "" for a call of another form.
func (l *program) listed(s statement, arguments string) string {
	if m := listLiteral.FindStringSubmatch(arguments); m != nil {
		arguments = m[1]
	}
	parts := commas(arguments)
	if l.powershell() || len(parts) < 2 || strings.ContainsAny(strings.Trim(strings.TrimSpace(parts[0]), `"'`), " \"'[({") {
		return ""
	}
	var words []string
	for _, part := range parts {
		switch part = strings.TrimSpace(part); {
		case part == "":
		case optionName.MatchString(part):
		default:
			word := l.resolved(s, l.putTogether(s, part, false), "${value}")
			if word != "${value}" { // one that is known is a word, whatever is in it
				word = way.Quoted(word)
			}
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// saidBy are the sources that an argument has by itself where it is a command: it is asked
// for, fetched or decoded right there.
func (l *program) saidBy(s statement, argument string) []way.Source {
	p := l.piece(argument)
	if strings.HasPrefix(strings.TrimLeft(argument, " \"'"), "curl") || p.fetches+p.requests != "" && slices.ContainsFunc(p.texts, func(text string) bool { return strings.Contains(strings.TrimSpace(text), " ") }) {
		return nil // a command with a part that is filled in
	}
	var found []way.Source
	add := func(kind, call string, hosts []string) {
		found = append(found, way.Source{Kind: kind, Name: cleanCall(call), Hosts: hosts, File: l.text.File, Span: l.span(s)})
	}
	if p.requests != "" {
		add(way.Requested, p.requests, []string{})
	}
	if p.fetches != "" && !strings.HasPrefix(strings.TrimSpace(argument), p.fetches+" -") {
		add(way.Network, p.fetches, append([]string{}, l.hosts(s, argument)...))
	}
	if p.decodes != "" && l.writes64(p.texts) {
		add(way.Coded, p.decodes, []string{})
	}
	return found
}

// unquotedCommands is a command in which what others print stands in no quotation marks.
func unquotedCommands(text string) string {
	return strings.NewReplacer("'$(", "$(", ")'", ")").Replace(text)
}

// evaluates tells that a statement runs as code what was fetched, decoded or asked for.
func (l *program) evaluates(s statement) {
	trimmed := strings.TrimSpace(s.text)
	if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "*") {
		return
	}
	if found := l.words.dispatches.FindString(s.text); found != "" {
		l.dispatch(s, found)
	}
	text := l.called(s)
	at := l.words.evaluates.FindStringIndex(text)
	if at == nil {
		return
	}
	call := cleanCall(text[at[0]:at[1]])
	sink := way.Sink{Kind: "evaluate", Call: call, Channel: "code", Hosts: []string{}, File: l.text.File, Span: l.span(s)}
	from := foreignOnes(l.sources(s, text))
	if strings.HasPrefix(call, "include") || strings.HasPrefix(call, "require") || strings.HasPrefix(call, "load") {
		sink.Channel = "file"
	}
	for _, one := range from {
		l.tell(one, sink)
	}
	sink.Channel = "file"
	for _, one := range l.filed(s, text) {
		l.tell(one, sink)
	}
}
