package loose

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// give has a name of a function hold some sources, and name some hosts.
func (l *program) give(key string, list []way.Source, to []string) {
	l.put(l.held, "\x00", key, list)
	if under := l.under[key]; under != "" {
		l.put(l.held, "\x00", under, list)
	}
	for _, host := range to {
		if mark := key + "\x01" + host; !l.known[mark] && len(l.at[key]) < maxHeld {
			l.known[mark], l.at[key] = true, append(l.at[key], host)
		}
	}
}

// put adds sources to those of a name.
func (l *program) put(table map[string][]way.Source, sign, key string, list []way.Source) {
	for _, one := range list {
		if mark := key + sign + one.Kind + one.Name; !l.known[mark] && len(table[key]) < maxHeld {
			l.known[mark], table[key] = true, append(table[key], one)
		}
	}
}

// hold has a name hold what is behind it: the sources and the hosts of that, and the files
// that it names.
func (l *program) hold(s statement, key, behind string) {
	l.give(key, l.sources(s, behind), l.hosts(s, behind))
	l.put(l.files, "\x02", key, l.filed(s, behind))
}

// filed are the sources of what stands in the files that a text names.
func (l *program) filed(s statement, text string) []way.Source {
	if l.read {
		return nil
	}
	var found []way.Source
	for _, name := range l.piece(text).names {
		found = append(append(found, l.files[s.within+":"+name]...), l.files[":"+name]...)
	}
	return found
}

// follow goes through a statement once.
func (l *program) follow(s statement) {
	if !l.may(statementUnits + pieceByte*len(s.text)) {
		return
	}
	scope, text := s.within+":", s.text
	if !l.read {
		text = unpackedNames.ReplaceAllString(text, "$1")
		text = l.grammar.before.ReplaceAllString(text, "")
	}
	l.joins(s, text)
	if m := l.grammar.returns.FindStringSubmatch(text); m != nil {
		l.hold(s, ":"+s.within, m[1])
		return
	}
	comment := strings.HasPrefix(strings.TrimSpace(text), "#") || strings.HasPrefix(strings.TrimSpace(text), "//")
	if m := l.grammar.assigns.FindStringSubmatch(strings.ReplaceAll(text, "\n", " ")); m != nil && !comment {
		l.assign(s, m[1], m[2])
	} else if m := l.grammar.loops.FindStringSubmatch(text); m != nil {
		l.named(s, m[1], m[2])
	} else if m := l.grammar.opensAs.FindStringSubmatch(text); m != nil {
		l.give(scope+m[2], l.sources(s, m[1]), l.hosts(s, m[1]))
	} else if m := l.grammar.method.FindStringSubmatch(text); m != nil && !asksFor(text) {
		l.give(scope+m[1], l.sources(s, l.heard(s)), nil)
	}
	if !l.read && !comment {
		l.asides(s, text)
		l.poured(s, text)
		l.into(s, text)
		l.loop(s, text)
		l.written(s, text)
	}
	// What is opened or read into a name: open(my $h, …), json.Unmarshal(text, &into).
	for _, m := range l.grammar.into.FindAllStringSubmatch(text, 5) {
		l.give(scope+m[1]+m[2], l.sources(s, text), nil)
	}
	// What a function is called with comes to its parameters.
	for _, name := range l.piece(text).names {
		if params := l.params[name]; len(params) > 0 && (name != s.within || !l.read) { // behind the last function, its calls stand in it
			_, behind, _ := strings.Cut(text, name)
			for _, p := range params {
				l.hold(s, name+":"+p, behind)
			}
			l.handsOn(s, name, params, behind)
			l.calledWith(s, name, params, behind)
		}
	}
}

// into has what a call is given hold what the others of it are: what is drawn into a
// picture, what a picture is saved to.
func (l *program) into(s statement, text string) {
	if strings.Contains(text, "=") {
		return
	}
	list := slices.DeleteFunc(l.sources(s, text), func(one way.Source) bool { return !noService(one.Kind) })
	if len(list) == 0 {
		return
	}
	for _, m := range variableName.FindAllStringSubmatch(text, 6) {
		l.give(s.within+":"+m[1], list, nil)
		if s.within == "" {
			l.give(":"+m[1], list, nil)
		}
	}
}

// variableName is a variable of a language that marks them.
var variableName = lazydfa.New(`\$([A-Za-z_]\w*)`)

// named gives some names what a list has.
func (l *program) named(s statement, names, list string) {
	for _, name := range l.grammar.name.FindAllString(names, 6) {
		if !keyword(name) {
			l.hold(s, s.within+":"+name, list)
			l.oneOf(s, s.within+":"+name, list)
		}
	}
}

// loop gives the names of a loop, or of a block, what it goes over.
func (l *program) loop(s statement, text string) {
	if m := l.grammar.ranges.FindStringSubmatch(text); m != nil {
		l.named(s, m[1], m[2])
		l.named(s, m[4], m[3])
		l.named(s, m[5], m[6])
		l.named(s, m[7], m[8])
		l.named(s, m[9], m[10])
	}
	if m := l.grammar.each.FindStringSubmatch(text); m != nil {
		l.named(s, m[2], m[1])
		l.named(s, m[4], m[3])
		l.named(s, m[6], m[5])
	}
}

// assign gives the names on the left of an assignment what is on its right.
func (l *program) assign(s statement, left, right string) {
	list, to, files := l.sources(s, right), l.hosts(s, right), l.filed(s, right)
	aliases := l.opened(s, right)
	value, one := "", false
	if !l.read {
		value, one = l.value(s, right)
		one = one && !l.words.reads.MatchString(right) && !slices.ContainsFunc(l.piece(right).stores, func(of [2]string) bool { return of[0] == "variable" })
	}
	leads := l.leads(s, right)
	coded := !l.read && l.writesCode(right)
	if !l.read && l.lasting {
		if name := l.grammar.name.FindString(strings.TrimLeft(left, "( ")); name != "" && !keyword(name) {
			keys := []string{s.within + ":" + name}
			if s.within == "" {
				keys = []string{":" + name}
			}
			l.say(s, keys, left, right)
		}
	}
	if len(list)+len(to)+len(files)+len(aliases)+len(leads) == 0 && !one && !coded {
		return
	}
	for _, part := range strings.Split(left, ",") {
		if typed := typedName.FindStringSubmatch(part); typed != nil && !l.read {
			part = typed[1]
		}
		for _, name := range l.grammar.name.FindAllString(part, 6) {
			if keyword(name) {
				continue
			}
			keys := []string{s.within + ":" + name}
			if s.within == "" || strings.ContainsAny(part, "@") {
				keys = append(keys, ":"+name)
			}
			l.feedsTo(keys, leads)
			for _, key := range keys {
				l.give(key, list, to)
				l.put(l.files, "\x02", key, files)
				if one && len(value) < 2000 {
					l.texts[key] = value
				}
				l.alias[key] = merged(l.alias[key], aliases)
				l.codes[key] = l.codes[key] || coded
			}
			break // of req.body it is req
		}
	}
}

// unpackedNames are names that a pattern takes out of what may not be there: Ok(mut s).
var unpackedNames = lazydfa.New(`\b(?:Ok|Some)\s*\(\s*(?:mut\s+)?([a-z_]\w*)\s*\)`)

// typedName is a name behind its type: InputStream in = …
var typedName = lazydfa.New(`^\s*(?:(?:public|private|protected|static|final|readonly)\s+)*[A-Z][\w.<>\[\]]*\s+([a-z_]\w*)\s*$`)

// merged is a list with what is new of another one.
func merged(list, more []string) []string {
	for _, one := range more {
		if !slices.Contains(list, one) && len(list) < maxHeld {
			list = append(list, one)
		}
	}
	return list
}

// end tells that a statement sends what is secret.
func (l *program) end(s statement) {
	call := l.words.sends.FindString(s.text)
	if call == "" && !l.read && blockName.MatchString(s.text) { // a block fills the request in
		call = l.words.fetches.FindString(s.text)
	}
	if l.asked(s) || call == "" {
		return
	}
	to := l.hosts(s, s.text)
	if len(to) == 0 {
		for _, one := range l.grammar.address.FindAll(l.text.Source, 4) {
			if host := addressed(string(one)); host != "" && !slices.Contains(to, host) {
				to = append(to, host)
			}
		}
		if len(to) != 1 { // which one is not known
			return
		}
	}
	channel := l.channels(s)
	for _, one := range secretOnes(append(append(l.sources(s, l.heard(s)), l.filledIn(s)...), l.near[s.within]...)) {
		l.tell(one, way.Sink{Kind: "send", Call: strings.Trim(call, ".>-( "), Channel: channel(one), Hosts: to, File: l.text.File, Span: l.span(s)})
	}
}

// heard is a statement as far as it is believed: where there is a reader, without the
// texts that a request is given.
func (l *program) heard(s statement) string {
	if l.read {
		if at := l.words.sends.FindStringIndex(s.text); at != nil {
			return s.text[:at[1]] + l.grammar.text.ReplaceAllString(s.text[at[1]:], `""`)
		}
	}
	return s.text
}
