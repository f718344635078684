package chain

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Where a program keeps what was fetched, which command it starts, and what code it runs.

// powershell reports whether a language has commands as a shell does.
func (l *looseProgram) powershell() bool {
	return slices.Contains([]string{"powershell", "ps1", "pwsh", "ps"}, strings.ToLower(l.text.Language))
}

// targets are the arguments of the calls of a pattern, each by itself, and what the calls
// are of.
func (l *looseProgram) targets(text string, calls *lazydfa.Regexp) []string {
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
func (l *looseProgram) placeKeys(s statement, expression string) []string {
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
func (l *looseProgram) opened(s statement, text string) []string {
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
func (l *looseProgram) written(s statement, text string) {
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

// runs tells which commands a statement starts.
func (l *looseProgram) runs(s statement) {
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
func (l *looseProgram) called(s statement) string {
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
func (l *looseProgram) dispatch(s statement, call string) {
	if mark := "dispatch\x00" + call; !l.known[mark] && len(l.found.Accesses) < way.MaxChains {
		l.known[mark] = true
		l.found.Accesses = append(l.found.Accesses, way.Access{Kind: "dispatch", Name: cleanCall(call), Hosts: []string{}, File: l.text.File, Span: l.span(s)})
	}
}

// started notes a command that is started.
func (l *looseProgram) started(s statement, call, command, arguments string) {
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
func (l *looseProgram) noted(s statement, command string) {
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
func (l *looseProgram) listed(s statement, arguments string) string {
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
func (l *looseProgram) saidBy(s statement, argument string) []way.Source {
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

// tellFile tells that a file is run that was fetched.
func (l *looseProgram) tellFile(s statement, word string, sink way.Sink) bool {
	sink.Kind, sink.Channel = "evaluate", "file"
	keys := []string{"=" + strings.ToLower(word), "=" + strings.ToLower(l.resolved(s, word, "*"))}
	if names := holesOf(word); len(names) == 1 && word == holeBegin+names[0]+holeEnd {
		keys = append(keys, s.within+":"+names[0], ":"+names[0])
	}
	told := false
	for _, key := range keys {
		for _, one := range l.files[key] {
			l.tell(one, sink)
			told = true
		}
	}
	return told
}

// tellValue tells that a command is run that was fetched.
func (l *looseProgram) tellValue(s statement, name string, sink way.Sink) {
	for _, key := range []string{s.within + ":" + name, ":" + name} {
		for _, one := range foreignOnes(l.held[key]) {
			l.tell(one, sink)
		}
	}
}

// interpreted tells that an interpreter is given what was fetched.
func (l *looseProgram) interpreted(s statement, words []string, sink way.Sink) {
	code := false
	for _, word := range words {
		word = strings.Trim(word, `"'`)
		if l.tellFile(s, word, sink) {
			return
		}
		if code = code || codeOption.MatchString(word); !code {
			continue
		}
		for _, name := range holesOf(word) {
			l.tellValue(s, name, sink)
		}
	}
}

// sent tells that a command sends what is secret, and keeps what it is fed.
func (l *looseProgram) sent(s statement, call, program string, words []string, arguments string) {
	line := l.resolved(s, strings.Join(words, " "), "")
	hosts := slices.Clone(l.piece(line).hosts)
	for _, word := range strings.Fields(line) {
		if m := hostWord.FindStringSubmatch(strings.Trim(word, `"'`)); m != nil && len(hosts) < maxHeld && !strings.Contains(program, "-") {
			hosts = merged(hosts, []string{m[1]})
		}
	}
	if hosts = merged(hosts, l.hosts(s, arguments)); len(hosts) == 0 {
		return
	}
	sink := way.Sink{Kind: "send", Call: program, Channel: "body", Hosts: hosts, File: l.text.File, Span: l.span(s)}
	for _, name := range holesOf(strings.Join(words, " ")) {
		for _, key := range []string{s.within + ":" + name, ":" + name} {
			for _, one := range secretOnes(l.held[key]) {
				l.tell(one, sink)
			}
		}
	}
	if !l.words.feeds.MatchString(s.text) {
		return
	}
	if m := l.grammar.assigns.FindStringSubmatch(strings.ReplaceAll(s.text, "\n", " ")); m != nil {
		if name := l.grammar.name.FindString(strings.TrimLeft(m[1], "( ")); name != "" {
			for _, one := range l.grammar.name.FindAllString(m[1], 6) {
				if !keyword(one) {
					l.feeds[s.within+":"+one] = hosts
				}
			}
		}
	}
	for _, m := range handle.FindAllStringSubmatch(s.text, 3) {
		l.feeds[s.within+":"+m[1]+m[2]] = hosts
	}
	for _, one := range secretOnes(l.sources(s, s.text)) { // Open3.capture2("curl …", stdin_data: text)
		l.tell(one, sink)
	}
}

// handle is what an open pipe is called: open(my $p, "|…"), IO.popen(…) do |p|.
var handle = lazydfa.New(`\bopen\s*\(?\s*(?:my\s+)?\$?([A-Za-z_]\w*)\s*,|(?:do|\{)\s*\|(\w+)`)

// fed tells that a command which sends is fed what is secret.
func (l *looseProgram) fed(s statement) {
	if l.read || !l.connecting && len(l.feeds) == 0 || !l.words.writes.MatchString(s.text) && !l.words.pours.MatchString(s.text) && !feeding.MatchString(s.text) {
		return
	}
	if at := l.words.pours.FindStringIndex(s.text); at != nil && l.connecting && strings.Contains(strings.ToLower(s.text[at[0]:at[1]]), "to") { // sendto: it says where
		if hosts := hostsOf(s.text[at[1]:]); len(hosts) > 0 {
			for _, one := range secretOnes(l.sources(s, s.text)) {
				l.tell(one, way.Sink{Kind: "send", Call: cleanCall(s.text[at[0]:at[1]]), Channel: "body", Hosts: hosts, File: l.text.File, Span: l.span(s)})
			}
		}
	}
	for _, name := range l.piece(s.text).names {
		hosts := l.feeds[s.within+":"+name]
		if len(hosts) == 0 {
			hosts = l.feeds[":"+name]
		}
		if len(hosts) == 0 {
			continue
		}
		for _, one := range secretOnes(l.sources(s, s.text)) {
			l.tell(one, way.Sink{Kind: "send", Call: name, Channel: "body", Hosts: hosts, File: l.text.File, Span: l.span(s)})
		}
	}
}

var feeding = lazydfa.New(`(?i)stdin|<<|^\s*(?:print|say|printf)\b|->print\(|:write\(|\.(?:puts|write|print|syswrite|send)\b`)

// evaluates tells that a statement runs as code what was fetched, decoded or asked for.
func (l *looseProgram) evaluates(s statement) {
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
