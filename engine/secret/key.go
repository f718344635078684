package secret

import (
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
	// Word is one of the words of the table that stand in examples and in no key.
	Word string `json:"word"`
}

const (
	// maxBegin is how much of a key is shown: less than any of it that is secret.
	maxBegin = 4
	// alphabet is how many characters keys are made of, at most.
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
	key := Key{Begin: value[:min(maxBegin, len(value))]}
	if body, ok := privateBody(value); ok {
		key.Begin, value = "", body
	} else {
		lower := strings.ToLower(value)
		for _, word := range f.examples {
			if strings.Contains(lower, word) {
				key.Word = word
				break
			}
		}
		value = value[len(key.Begin):]
	}
	key.Length = len(key.Begin) + len(value)
	key.measure(value)
	return key
}

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
func (k *Key) measure(value string) {
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
