package secret

import (
	"cmp"
	"hash/crc32"
	"math"
	"strings"
	"unicode"
)

// Key is what is so about a text that has the form of a key, without the key itself.
type Key struct {
	// Begin is how it begins: what all keys of the kind have, and no more than
	// maxBegin bytes.
	Begin string `json:"begin"`
	// Length is that of the key in bytes; of a private key, of what is between its marks.
	Length int `json:"length"`
	// Entropy is how evenly its characters are mixed, from 0 (one only) to 1 (as many
	// different ones as its length and their alphabet allow).
	Entropy float64 `json:"entropy"`
	Digits  int     `json:"digits"`
	Letters int     `json:"letters"`
	// Run is the longest row of characters that are the same, or each the one after
	// the one before it, of all or of the letters or digits alone: "xxxx", "1a2b3c".
	Run int `json:"run"`
	// Checksum is "right" or "wrong" where the end of a key of the kind follows from the
	// rest of it, "" elsewhere.
	Checksum string `json:"checksum"`
	// Word is one of the words of the table that stand in examples and in no key.
	Word string `json:"word"`
}

const (
	// maxBegin is how much of a key is shown: less than any of it that is secret.
	maxBegin = 4
	// alphabet is how many characters keys are made of where that is not known.
	alphabet = 64
)

// FindKeys returns the texts that are keys by their form alone, whatever is around
// them, in order and none within another.
func (f *Forms) FindKeys(text string) []Found {
	if len(text) < minSecret {
		return nil
	}
	return f.find(text, func(t *form) bool { return t.Key })
}

// Key says what is so about a key that was found in a text.
func (f *Forms) Key(found Found, text string) Key {
	value := text[found.From:found.To]
	key := Key{Begin: begin(found, text)}
	if body, ok := privateBody(value); ok {
		key.Begin, value = "", body
	} else {
		lower := strings.ToLower(value)
		if found.apart() {
			lower = strings.ToLower(text[found.body[0]:found.body[1]])
		}
		for _, word := range f.examples {
			if strings.Contains(lower, word) {
				key.Word = word
				break
			}
		}
		key.Length = len(value)
		key.Checksum = sum(found, text)
		if value = value[len(key.Begin):]; found.apart() {
			value = text[found.body[0]:found.body[1]]
		}
	}
	key.Length = cmp.Or(key.Length, len(value))
	key.measure(value, found.alphabet())
	return key
}

// apart reports whether it is known which part differs from key to key.
func (f Found) apart() bool {
	return f.body[0] >= f.From && f.body[1] <= f.To && f.body[0] < f.body[1] && f.body != [2]int{f.From, f.To}
}

func (f Found) alphabet() int {
	if f.form == nil || f.form.Alphabet == 0 {
		return alphabet
	}
	return f.form.Alphabet
}

// begin is what all keys of the kind begin with; nothing of what differs.
func begin(found Found, text string) string {
	most := found.To - found.From
	switch {
	case found.named:
		most = 0
	case found.apart():
		most = found.body[0] - found.From
	}
	return text[found.From : found.From+min(maxBegin, most)]
}

// sum compares the last characters of a key with what they follow from: the
// CRC-32 of all before them, in base 62 and with leading zeros ("crc32-base62").
func sum(found Found, text string) string {
	if found.form == nil || found.form.Checksum != "crc32-base62" {
		return ""
	}
	body := text[found.body[0]:found.body[1]]
	if len(body) <= sumLength {
		return "wrong"
	}
	random, end := body[:len(body)-sumLength], body[len(body)-sumLength:]
	digits := make([]byte, sumLength)
	n := crc32.ChecksumIEEE([]byte(random))
	for i := range digits {
		digits[sumLength-1-i] = base62[n%62]
		n /= 62
	}
	if string(digits) != end {
		return "wrong"
	}
	return "right"
}

// The digits of the sum, and how many there are.
const (
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sumLength = 6
)

// privateBody is what is between the marks of a private key, without blanks; "" where
// the second is not there.
func privateBody(value string) (string, bool) {
	rest, ok := strings.CutPrefix(value, "-----BEGIN")
	if !ok {
		return "", false
	}
	_, rest, _ = strings.Cut(rest, "-----")
	body, _, ended := strings.Cut(rest, "-----END")
	if !ended {
		return "", true
	}
	// In the strings of programs, lines end in \n.
	return strings.Join(strings.Fields(strings.ReplaceAll(body, `\n`, " ")), ""), true
}

// measure fills in what follows from the characters.
func (k *Key) measure(value string, alphabet int) {
	counts, n := map[rune]int{}, 0
	var all, letters, digits row
	for _, c := range value {
		counts[c]++
		n++
		all.add(c)
		switch {
		case unicode.IsDigit(c):
			k.Digits++
			digits.add(c)
		case unicode.IsLetter(c):
			k.Letters++
			letters.add(unicode.ToLower(c))
		}
	}
	k.Run = max(all.longest, letters.longest, digits.longest)
	if n < 2 {
		return
	}
	var bits float64
	for _, count := range counts {
		p := float64(count) / float64(n)
		bits -= p * math.Log2(p)
	}
	k.Entropy = math.Round(100*bits/math.Log2(float64(min(n, alphabet)))) / 100
}

// row counts characters that are the same, or each the one after the one before it.
type row struct {
	last              rune
	same, up, longest int
}

func (r *row) add(c rune) {
	if r.same++; c != r.last {
		r.same = 1
	}
	if r.up++; c != r.last+1 {
		r.up = 1
	}
	r.last, r.longest = c, max(r.longest, r.same, r.up)
}
