package flow

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of addresses that a program gives a name: how many of them are put into its sentences, and
// how many lines are looked at for each.
const (
	maxGiven      = 16
	maxGivenLines = 200
)

// givenForm finds a line by which a name stands for an address.
var givenForm = lazydfa.New(`(?m)^[ \t]*(?:(?:export|const|let|var|readonly|local|final|static|public|private|my|our|def|val|String|string|auto)\s+)*\$?([A-Za-z_]\w*)(?:\s*:\s*[\w.&']+)?\s*(?::=|\?=|=)\s*[fbr]?["'` + "`" + `]?(https?://[^\s"'` + "`" + `<>;]+)["'` + "`" + `]?\s*[;,]?[ \t]*(?:#.*|//.*)?$`)

// addressNames are the names that stand for addresses, with them.
type addressNames [][2]string

func givenAddresses(text []byte) addressNames {
	var found addressNames
	for _, m := range givenForm.FindAllSubmatchIndex(text, maxGiven) {
		found = append(found, [2]string{string(text[m[2]:m[3]]), string(text[m[4]:m[5]])})
	}
	return found
}

// said are the lines that have one of the names in or beside a string, as they are read where the
// address stands in its place: f"… {DESK}", "… " + DESK, "…", DESK, "… $DESK".
func (x addressNames) said(text []byte) []utterance {
	var found []utterance
	for _, one := range x {
		for off, n := 0, 0; n < maxGivenLines; n++ {
			i := bytes.Index(text[off:], []byte(one[0]))
			if i < 0 {
				break
			}
			begin, end := prose.LineAt(text, off+i)
			off = max(end, off+i+len(one[0]))
			if said := placedIn(string(text[begin:end]), one[0], one[1]); said != "" {
				found = append(found, utterance{begin, end, spelledOut(said)})
			}
		}
	}
	return found
}

// placedIn is what the strings of a line say with an address in the place of its name, "" where the
// name is in none.
func placedIn(line, name, address string) string {
	if remarked([]byte(line)) {
		return ""
	}
	for _, form := range []string{"${" + name + "}", "#{" + name + "}", "{" + name + "}", "$" + name} {
		line = strings.ReplaceAll(line, form, address)
	}
	line = joined(line, name, address)
	said := ""
	for _, one := range stringIn.FindAllString(line, -1) {
		if one = one[1 : len(one)-1]; strings.Contains(one, address) {
			said += one
		}
	}
	return said
}

// joined is a line in which a name that is put behind a string stands in that string.
func joined(line, name, address string) string {
	i := strings.Index(line, name)
	if i < 0 || !apartIn(line, i, len(name)) {
		return line
	}
	before, behind := strings.TrimRight(line[:i], " \t"), strings.TrimLeft(line[i+len(name):], " \t")
	before = strings.TrimRight(before, " \t(%+,.")
	mark := strings.LastIndexAny(before, "\"'`")
	if mark < 0 || mark != len(before)-1 {
		return line
	}
	text, quote := before[:mark], before[mark:]
	if at := strings.LastIndex(text, "%s"); at >= 0 {
		text = text[:at] + address + text[at+len("%s"):]
	} else {
		text += " " + address
	}
	if rest, more := strings.CutPrefix(strings.TrimLeft(behind, "+,. \t"), quote); more {
		return text + rest
	}
	return text + quote + behind
}

// apartIn reports whether a part of a line is a word of its own.
func apartIn(line string, at, n int) bool {
	word := func(c byte) bool { return c == '_' || prose.IsLetter(c) || '0' <= c && c <= '9' }
	return (at == 0 || !word(line[at-1])) && (at+n == len(line) || !word(line[at+n]))
}
