package provision

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// What a program keeps to itself: an address that is written in numbers, and a word that lets in
// whoever sends it.
var (
	// numbersOf are a list of numbers that may be those of letters.
	numbersOf = lazydfa.New(`(?:(?:0x[0-9a-fA-F]{2}|\d{2,3})\s*,\s*){7,}(?:0x[0-9a-fA-F]{2}|\d{2,3})`)
	aNumber   = lazydfa.New(`0x[0-9a-fA-F]{2}|\d{2,3}`)
	// spelledOut is an address that such a list spells.
	spelledOut = lazydfa.New(`(?i)^(?:[a-z][a-z0-9+.-]*://)?(?:[\w.+-]+@)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?::\d+)?(?:/\S*)?$`)
	// passWord compares a part of a request with a text that is written out.
	passWord = lazydfa.New(`(?i)(?:\bheaders?\b|getHeader|\bcookies?\b|\bquery\b|\breq(?:uest)?\.|\bparams\b|\$_(?:GET|POST|SERVER|COOKIE|REQUEST)\b)[^\n=!]{0,80}(?:===?|\.equals\(|\beq\b)\s*["']([\w.:/+-]{8,64})["']`)
	// passesOn lets somebody in, or on, in the lines behind.
	passesOn = lazydfa.New(`(?i)\b(?:admin\w*|superuser|is_?staff|root|authenticated|authori[sz]ed|bypass|impersonate)\b|\bnext\s*\(|\.ServeHTTP\(|\breturn\s+(?:true|next)\b|\breturn\s+await\s+(?:call_)?next`)
	// guardsOf says that the text is about who may get in.
	guardsOf = lazydfa.New(`(?i)\b(?:authori[sz]ation|bearer|jwt|unauthori[sz]ed|401|forbidden|403|session|login)\b`)
)

// coded finds addresses that a program writes as the numbers of their letters: To has the host, and all
// that is spelled.
func (f *finder) coded() {
	for _, m := range numbersOf.FindAllIndex(f.text, maxFound) {
		var b strings.Builder
		for _, one := range aNumber.FindAllString(string(f.text[m[0]:m[1]]), maxLine) {
			n, err := strconv.ParseInt(one, 0, 32)
			if err != nil || n < ' ' || n > '~' {
				b.Reset()
				break
			}
			b.WriteByte(byte(n))
		}
		if at := spelledOut.FindStringSubmatch(b.String()); at != nil {
			f.add(Found{Kind: Covert, Name: "numbers", To: []string{strings.ToLower(at[1]), b.String()}, From: m[0], End: m[1]})
		}
	}
}

// backDoors finds a word that lets in whoever sends it: To has it.
func (f *finder) backDoors() {
	if !guardsOf.Match(f.text) {
		return
	}
	for _, m := range passWord.FindAllSubmatchIndex(f.text, maxFound) {
		word := string(f.text[m[2]:m[3]])
		behind := f.text[m[1]:min(len(f.text), m[1]+aroundBase)]
		if !slices.ContainsFunc([]byte(word), func(c byte) bool { return '0' <= c && c <= '9' }) || !passesOn.Match(behind) || remark(f.text, m[0]) {
			continue
		}
		f.led(Found{Kind: Covert, Name: "word", To: []string{word}, From: m[0], End: m[1]})
	}
}
