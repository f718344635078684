package loose

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// What a program of a language without a reader writes: to places that last, and programs
// that answer to the visitors of a page.

// isPage is the begin of a program that a server runs.
var isPage = lazydfa.New(`<\?(?:php|=)|<%[@=]?\s|#!/usr/bin/(?:env )?(?:perl|php|ruby)`)

// writes tells what a statement writes to a place that may last, and looks into programs
// that it writes.
func (l *program) writes(s statement) {
	text := s.text
	if !l.words.writes.MatchString(text) && !l.words.opens.MatchString(text) {
		return
	}
	if onlyReads.MatchString(text) && !l.words.writes.MatchString(text) {
		return
	}
	for _, one := range l.piece(text).texts {
		if isPage.MatchString(one) && l.deep < maxWritten {
			l.page(s, one)
		}
	}
	list := append(l.targets(text, l.words.writes), l.targets(text, l.words.opens)...)
	var places []string
	for _, one := range list {
		for _, key := range l.placeKeys(s, one) {
			if place, ok := strings.CutPrefix(key, "="); ok && (place[0] == '~' || place[0] == '/' || strings.HasPrefix(place, "$env:")) && !strings.Contains(place, holeBegin) {
				places = merged(places, []string{place})
			}
		}
	}
	if len(places) == 0 {
		return
	}
	if len(l.found.Writes) >= way.MaxStarted {
		l.found.Cut = true
		return
	}
	var put []string
	for _, one := range list {
		if known := l.resolved(s, l.putTogether(s, one, false), "$value"); known != "" && !placeLike(known) || strings.Contains(known, " ") {
			put = append(put, known)
		}
	}
	for _, one := range list {
		if said := l.saidIn(s, one); said != "" {
			put = append(put, said)
		}
	}
	var hosts []string
	for _, one := range append(foreignOnes(l.sources(s, text)), l.filed(s, text)...) {
		if one.Kind == way.Network {
			hosts = merged(hosts, one.Hosts)
		}
	}
	for _, place := range places {
		l.found.Writes = append(l.found.Writes, way.Write{
			Place: strings.ReplaceAll(place, `\`, "/"), Text: strings.NewReplacer(`\n`, "\n", `\"`, `"`).Replace(strings.Join(put, "\n")), Call: cleanCall(l.words.writes.FindString(text) + l.words.opens.FindString(text)), Shown: shownOf(s),
			Append: appends.MatchString(text), Hosts: hosts, File: l.text.File, Span: l.span(s),
		})
	}
}

// onlyReads opens a file to read it.
var onlyReads = lazydfa.New(`,\s*["'](?:<(?::[^"']*)?|r[bt]?)["']`)

var appends = lazydfa.New(`(?i)["']a[+b]?["']|FILE_APPEND|O_APPEND|append|>>|add-content`)

// page looks through a program that is written into a file: what it does for a visitor is
// what the statement that writes it does.
func (l *program) page(s statement, source string) {
	source = strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\'`, "'", `\$`, "$", `\\`, `\`).Replace(source)
	span := l.span(s)
	inner := newProgram(way.Text{File: l.text.File, Source: []byte(source), Language: "php", Span: &span}, l.left)
	inner.deep = l.deep + 1
	inner.all()
	l.found.Cut = l.found.Cut || inner.found.Cut
	for _, c := range inner.found.Chains {
		if c.Source.Kind == way.Requested {
			l.tell(c.Source, c.Sink)
		}
	}
}
