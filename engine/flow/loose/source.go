package loose

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// piece is what a part of a statement has by itself; it is looked at once.
type piece struct {
	names, texts []string
	hosts        []string
	// stores are what it reads, by kind and name.
	stores [][2]string
	// fetches, decodes and requests are the calls in it.
	fetches, decodes, requests string
	// connects is the call in it that opens a connection.
	connects string
}

// piece is what a text has.
func (l *program) piece(text string) *piece {
	if known := l.pieces[text]; known != nil {
		return known
	}
	if !l.may(pieceUnits + pieceByte*len(text)) {
		return &piece{}
	}
	p := &piece{names: l.namesIn(text)}
	l.pieces[text] = p
	for _, m := range l.grammar.text.FindAllStringSubmatch(text, 20) {
		p.texts = append(p.texts, strings.Join(m[1:], ""))
	}
	if l.powershell() {
		for _, m := range readsFile.FindAllStringSubmatch(text, 4) {
			p.texts = append(p.texts, m[1])
		}
	}
	for _, one := range l.grammar.address.FindAllString(text, 5) {
		if host := addressed(one); host != "" && !slices.Contains(p.hosts, host) {
			p.hosts = append(p.hosts, host)
		}
	}
	l.stored(p, text)
	if call, hosts := connects(text); call != "" && !l.read {
		p.connects = call
		p.hosts = merged(p.hosts, hosts)
	} else if l.connecting && !l.read {
		if at := l.words.addresses.FindStringIndex(text); at != nil {
			p.hosts = merged(p.hosts, hostsOf(text[at[0]:]))
		}
	}
	if !l.read {
		p.fetches, p.decodes, p.requests = l.words.fetches.FindString(text), l.words.decodes.FindString(text), l.words.requests.FindString(text)
	}
	return p
}

// readsFile is a command of PowerShell that reads a file whose name stands in no quotes.
var readsFile = lazydfa.New(`(?i)\b(?:gc|get-content|cat|type)\s+(?:-(?:path|raw|literalpath)\s+)*([~$][\w:\\/.{}-]+)`)

// namesIn are the names of a text: outside of its texts, and in these what is filled in.
func (l *program) namesIn(text string) []string {
	bare := l.grammar.text.ReplaceAllStringFunc(text, func(one string) string {
		kept := " "
		for i := 0; i+1 < len(one); i++ {
			if one[i] == '$' || one[i] == '{' || one[i] == '@' {
				kept += l.grammar.name.FindString(one[i:]) + " "
			}
		}
		return kept
	})
	return l.grammar.name.FindAllString(bare, 60)
}

// stored notes what a text reads by itself.
func (l *program) stored(p *piece, text string) {
	add := func(kind, name string) {
		if one := [2]string{kind, name}; !slices.Contains(p.stores, one) && len(p.stores) < 2*maxHeld {
			p.stores = append(p.stores, one)
		}
	}
	named := false
	for _, one := range l.namedPlaces(p.texts) {
		if named = l.kept(one, add) || named; named && l.read {
			continue
		}
	}
	if !named || l.read { // a place that is put together
		l.kept(strings.Join(p.texts, "/"), add)
		if !l.read && len(p.texts) > 1 && len(p.texts) < maxStatement { // a command, word by word
			l.commanded(strings.Join(p.texts, " "), add)
		}
	}
	if whole := l.words.whole.FindString(text); whole != "" {
		add("environment", strings.TrimSpace(whole))
	}
	for _, m := range l.words.variable.FindAllStringSubmatch(text, 10) {
		if store.Secret(m[1]) {
			add("variable", m[1])
		}
	}
	for call, kind := range store.Calls() {
		if kind != store.Machine && !strings.HasPrefix(call, "*") && strings.Contains(text, code.LastTwo(call)+"(") {
			add(kind, call)
		}
	}
	if l.read {
		return
	}
	for _, s := range l.words.stores {
		if found := s.match.FindString(text); found != "" {
			add(s.kind, strings.TrimSpace(found))
		}
	}
}

// namedPlaces are texts that may name a file: all, and the words of a list or of a command.
func (l *program) namedPlaces(texts []string) []string {
	var places []string
	for _, one := range texts {
		if !l.read && strings.Contains(strings.TrimSpace(one), " ") && len(one) < 2000 {
			places = append(places, strings.Fields(one)...)
		} else {
			places = append(places, one)
		}
	}
	return append(places, texts...)
}

// kept notes which store of credentials a text names, or reads as a command.
func (l *program) kept(one string, add func(kind, name string)) bool {
	found := false
	if kind := store.Answered(one); kind != "" {
		add(kind, one)
		return true
	}
	if strings.Contains(one, "://") || len(one) > 300 || store.IsSample(one) || one == "" {
		return false
	}
	if !l.read {
		one = strings.ReplaceAll(one, `\`, "/")
	}
	spaced := !l.read && strings.Contains(strings.TrimSpace(one), " ")
	rooted := "/" + strings.TrimLeft(one, "/~")
	if !store.Named(rooted) && !store.Named(one) {
		return l.commanded(one, add)
	}
	for _, place := range store.Places() {
		if (!spaced || place.Kind == "browser") && slices.ContainsFunc(place.Paths, func(re *lazydfa.Regexp) bool {
			return re.MatchString(rooted) || re.MatchString(one)
		}) {
			add(place.Kind, one)
			found = true
		}
	}
	return l.commanded(one, add) || found
}

// commanded notes which store of credentials a command reads.
func (l *program) commanded(one string, add func(kind, name string)) (found bool) {
	for i := range store.Commands() {
		if c := &store.Commands()[i]; c.Kind != store.Machine && c.Match(one) {
			add(c.Kind, one)
			found = true
		}
	}
	return found
}

// sources are those of a part of a statement: what it reads itself, and what its names hold.
func (l *program) sources(s statement, text string) []way.Source {
	var found []way.Source
	add := func(kind, name string, hosts []string) {
		found = append(found, way.Source{Kind: kind, Name: name, Hosts: hosts, File: l.text.File, Span: l.span(s)})
	}
	p := l.piece(text)
	for _, one := range p.stores {
		add(one[0], one[1], []string{})
	}
	if p.fetches != "" {
		hosts := l.hosts(s, text)
		add(way.Network, cleanCall(p.fetches), append([]string{}, hosts...))
	}
	if p.decodes != "" && (l.writes64(p.texts) || strings.Contains(p.decodes, "unpack") && l.writesLong(p.texts) || l.namesCode(s, p.names)) {
		add(way.Coded, cleanCall(p.decodes), []string{})
	} else if name := l.decoder(p.names); name != "" && (l.writes64(p.texts) || l.namesCode(s, p.names)) {
		add(way.Coded, name, []string{})
	}
	if p.requests != "" {
		add(way.Requested, cleanCall(p.requests), []string{})
	}
	if p.connects != "" {
		hosts := p.hosts
		if len(hosts) == 0 {
			hosts = l.hosts(s, text)
		}
		add(way.Connection, cleanCall(p.connects), append([]string{}, hosts...))
	}
	for _, name := range p.names {
		found = append(append(found, l.held[s.within+":"+name]...), l.held[":"+name]...)
	}
	return l.givenTo(s, text, found)
}

// writes64 reports whether a text is long enough to be a code that the package has.
func (l *program) writes64(texts []string) bool {
	return slices.ContainsFunc(texts, func(one string) bool { return len(one) >= minCode && longCode.MatchString(one) })
}

// writesLong reports whether a text is as long as a code that is not of letters alone.
func (l *program) writesLong(texts []string) bool {
	return slices.ContainsFunc(texts, func(one string) bool { return len(one) >= 2*minCode })
}

// namesCode reports whether one of some names is a text in a code that the package has.
func (l *program) namesCode(s statement, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return l.codes[s.within+":"+name] || l.codes[":"+name] || l.writes64([]string{l.texts[s.within+":"+name], l.texts[":"+name]})
	})
}

// decoder is the one of some names that is a function of the program which decodes.
func (l *program) decoder(names []string) string {
	for _, name := range names {
		if l.decoders[name] {
			return name
		}
	}
	return ""
}

// minCode is how long a text in a code is at least that says something.
const minCode = 16

// cleanCall is a call as it is told.
func cleanCall(call string) string { return strings.Trim(strings.TrimSpace(call), ".>-({[ \"'") }

// hosts are those that a statement names, itself or by its names.
func (l *program) hosts(s statement, text string) []string {
	p := l.piece(text)
	found := slices.Clone(p.hosts)
	for _, name := range p.names {
		for _, list := range [][]string{l.at[s.within+":"+name], l.at[":"+name]} {
			for _, host := range list {
				if !slices.Contains(found, host) {
					found = append(found, host)
				}
			}
		}
	}
	return found
}

// secretOnes are the sources that matter when they are sent.
func secretOnes(list []way.Source) []way.Source {
	return slices.DeleteFunc(slices.Clone(list), func(s way.Source) bool { return foreignKind(s.Kind) || s.Kind == word })
}

// foreignOnes are the sources that must not be run.
func foreignOnes(list []way.Source) []way.Source {
	return slices.DeleteFunc(slices.Clone(list), func(s way.Source) bool { return !foreignKind(s.Kind) })
}

func foreignKind(kind string) bool {
	return kind == way.Network || kind == way.Coded || kind == way.Requested || kind == way.Connection
}

// addressed is the host of an address, "" where it is not written out.
func addressed(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if host := way.HostOf(rest); strings.Contains(host, ".") && !strings.ContainsAny(host, "${}#%<>*") {
		return host
	}
	return ""
}

// longCode is a text that is nothing but a code.
var longCode = lazydfa.New(`^[A-Za-z0-9+/=_\s-]+$|^(?:\\x[0-9a-fA-F]{2})+$`)
