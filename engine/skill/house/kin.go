package house

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/flow/tenant"
)

// Kin is a name in the package that has a word of another one as a part: the project
// "larch-analytics" of the host "larch.example". A package in which parts that have nothing to do
// with each other are called so is that house's own.
type Kin struct {
	// Word is the part, in lower case; Name is how the whole one is written.
	Word string `json:"word"`
	Name string `json:"name"`
	File string `json:"file"`
	// First and Last are the lines of the section that it stands in, 0 and 0 for all of the file.
	First int `json:"first"`
	Last  int `json:"last"`
}

const (
	// minKin is the length of the shortest word that is looked for: a shorter one is part of
	// too many names.
	minKin = 4
	// maxKinWords is how many words are looked for, maxKin how many names are told of each: of
	// others none are, which weighs against them.
	maxKinWords = 40
	maxKin      = 24
	// maxKinHits is how many places of a word are looked at in a file: one that has more of them
	// is about that word, which is taken for common.
	maxKinHits = 2000
)

// Kindred finds the names that have a part of the address of a contact, or of an account that
// something is sent to. A word that a document has as any other is nobody's name.
func Kindred(documents map[string][]byte, contacts []sentence.Contact, sends []beside.Send, parties []sentence.Party) []Kin {
	found := []Kin{}
	words := kinWords(contacts, sends, parties)
	if len(words) == 0 {
		return found
	}
	files := slices.Sorted(maps.Keys(documents))
	texts := map[string][]byte{}
	for _, file := range files {
		texts[file] = bytes.ToLower(documents[file])
	}
	for _, word := range words {
		var list []Kin
		plain := false
		for _, file := range files {
			named, common := kinIn(documents[file], texts[file], file, word)
			list, plain = append(list, named...), plain || common
		}
		if !plain {
			found = append(found, list[:min(len(list), maxKin)]...)
		}
	}
	return found
}

// kinWords are the words that are looked for: the label of a domain as a whole and the first word of
// it, each part of the name of an account, and whose house a mailbox or a project is of.
func kinWords(contacts []sentence.Contact, sends []beside.Send, parties []sentence.Party) []string {
	var words []string
	add := func(word string) {
		if word = strings.ToLower(word); len(word) >= minKin && len(words) < maxKinWords && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	for i := range contacts {
		label, _, _ := strings.Cut(lastLabels(hostOf(contacts[i].Address)), ".")
		add(label)
		if first, _, several := strings.Cut(label, "-"); several {
			add(first)
		}
	}
	for i := range sends {
		addParts(sends[i].Tenants, add)
	}
	for i := range contacts {
		addParts(contacts[i].Tenants, add)
	}
	for i := range parties {
		add(houseOf(parties[i].Key))
	}
	return words
}

// addParts adds each part of the names of accounts.
func addParts(list []tenant.Tenant, add func(string)) {
	for _, to := range list {
		for _, word := range strings.FieldsFunc(to.Name, func(c rune) bool { return !unicode.IsLetter(c) }) {
			add(word)
		}
	}
}

// hostOf is the host of an address of the web or of mail, in lower case.
func hostOf(address string) string {
	if _, rest, scheme := strings.Cut(address, "://"); scheme {
		address = rest
	}
	if i := strings.IndexAny(address, "/?#"); i >= 0 {
		address = address[:i]
	}
	address = address[strings.LastIndexByte(address, '@')+1:]
	address, _, _ = strings.Cut(address, ":")
	return strings.ToLower(address)
}

// kinIn are the names in a text that have a word as a part, each once for a section; common says
// that a sentence has the word as any other.
func kinIn(text, lower []byte, file, word string) (found []Kin, common bool) {
	if len(text) != len(lower) {
		return nil, false // a letter is longer in lower case: no place in the one is one of the other
	}
	ext := path.Ext(file)
	document := ext == ".md" || ext == ".txt"
	var at sections
	for from, hits := 0, 0; len(found) < maxKin; {
		i := bytes.Index(lower[from:], []byte(word))
		if i < 0 {
			break
		}
		if hits++; hits > maxKinHits {
			return nil, true
		}
		begin := from + i
		end := begin + len(word)
		from = end
		if before, _ := utf8.DecodeLastRune(text[:begin]); unicode.IsLetter(before) {
			continue
		}
		if behind, _ := utf8.DecodeRune(text[end:]); unicode.IsLetter(behind) {
			continue
		}
		name := string(text[nameBegin(text, begin):nameEnd(text, end)])
		if len(name) == len(word) && !within(text, lower, begin) {
			common = common || document && !at.code(text, begin) && text[begin] == lower[begin]
			continue
		}
		one := Kin{Word: word, Name: strings.ToValidUTF8(name, ""), File: file}
		if document {
			one.First, one.Last = at.around(text, begin)
		}
		if !slices.Contains(found, one) {
			found = append(found, one)
		}
	}
	return found, common
}

// within reports whether a word has a capital though no sentence begins with it.
func within(text, lower []byte, begin int) bool {
	return text[begin] != lower[begin] && begin > 1 && text[begin-1] == ' ' && 'a' <= lower[begin-2] && lower[begin-2] <= 'z'
}

// nameBegin and nameEnd are where the name ends that a place of a text is in.
func nameBegin(text []byte, at int) int {
	for at > 0 && inName(text[at-1]) {
		at--
	}
	return at
}

func nameEnd(text []byte, at int) int {
	for at < len(text) && inName(text[at]) {
		at++
	}
	for at > 0 && (text[at-1] == '.' || text[at-1] == '-') {
		at-- // it ends a sentence
	}
	return at
}

func inName(c byte) bool { return c == '_' || c == '@' || inHost(c|0x20) || inHost(c) }

// sections says of places of a document, one behind the other, which section they are in.
type sections struct {
	begins  []int
	fences  []int
	total   int // lines
	scanned bool
	// line is that of the place that was asked for last, which is at last.
	line, last int
}

// at is the line of a place that is not before the one asked for last.
func (x *sections) at(text []byte, offset int) int {
	x.line += bytes.Count(text[x.last:offset], []byte("\n"))
	x.last = offset
	return 1 + x.line
}

// Sections are the lines that the sections of a document begin in, without those that have no more
// than a heading.
func Sections(text []byte) []int {
	var x sections
	x.scan(text)
	found := []int{}
	for line, at := range lines(text) {
		i, heads := slices.BinarySearch(x.begins, line)
		if heads || i == 0 || len(bytes.TrimSpace(at)) == 0 || slices.Contains(found, x.begins[i-1]) {
			continue
		}
		found = append(found, x.begins[i-1])
	}
	return found
}

func (x *sections) scan(text []byte) {
	if x.scanned {
		return
	}
	x.scanned, x.total = true, 1+bytes.Count(text, []byte("\n"))
	fenced := false
	for line, at := range lines(text) {
		switch trimmed := bytes.TrimLeft(at, " \t>"); {
		case bytes.HasPrefix(trimmed, []byte("```")), bytes.HasPrefix(trimmed, []byte("~~~")):
			fenced = !fenced
			x.fences = append(x.fences, line)
		case !fenced && bytes.HasPrefix(at, []byte("#")):
			x.begins = append(x.begins, line)
		}
	}
}

// lines are the lines of a text with their numbers, from 1.
func lines(text []byte) func(func(int, []byte) bool) {
	return func(yield func(int, []byte) bool) {
		n := 0
		for line := range bytes.Lines(text) {
			if n++; !yield(n, line) {
				return
			}
		}
	}
}

// around are the first and the last line of the section of a place.
func (x *sections) around(text []byte, offset int) (first, last int) {
	x.scan(text)
	line := x.at(text, offset)
	i, found := slices.BinarySearchFunc(x.begins, line, cmp.Compare[int])
	if found {
		i++
	}
	first, last = 1, x.total
	if i > 0 {
		first = x.begins[i-1]
	}
	if i < len(x.begins) {
		last = x.begins[i] - 1
	}
	return first, last
}

// code reports whether a place is in a block of code, or between marks of code in its line.
func (x *sections) code(text []byte, offset int) bool {
	x.scan(text)
	begin := bytes.LastIndexByte(text[:offset], '\n') + 1
	line := x.at(text, offset)
	i, _ := slices.BinarySearchFunc(x.fences, line, cmp.Compare[int])
	return i%2 == 1 || bytes.Count(text[begin:offset], []byte("`"))%2 == 1
}

// houseOf is the name of the domain of a mailbox, or of the project of a member of a cloud: "acme" of
// "a@mail.acme.co.uk" and of "b@acme-prod.iam.gserviceaccount.com". "" is for none.
func houseOf(key string) string {
	_, host, ok := strings.Cut(key, "@")
	if !ok {
		return ""
	}
	labels := strings.Split(host, ".")
	if strings.HasSuffix(host, ".iam.gserviceaccount.com") {
		name, _, _ := strings.Cut(labels[0], "-")
		return name
	}
	for n := len(labels) - 2; n >= 0; n-- {
		if len(labels[n]) > 3 || n == 0 {
			return labels[n]
		}
	}
	return ""
}
