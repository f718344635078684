package clause

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// tongueTable is policies/tables/tongues.json.
type tongueTable struct {
	// words has the languages of each word of grammar, as bits; English is the first.
	words     map[string]uint32
	languages int
}

const english = 1

var tongues = sync.OnceValue(func() *tongueTable {
	var written struct {
		English []string            `json:"english"`
		Other   map[string][]string `json:"other"`
	}
	policies.Table("tongues", &written)
	t := &tongueTable{words: map[string]uint32{}}
	for _, list := range written.Other {
		t.languages++
		for _, word := range list {
			t.words[word] |= 1 << t.languages
		}
	}
	for _, word := range written.English {
		if t.words[word] == 0 {
			t.words[word] = english
		} else {
			t.words[word] = 0 // what both have tells nothing
		}
	}
	return t
})

// The least that says in which language a text is: its letters, its words, and how many
// different words of grammar of one language it has.
const (
	fewLetters = 8
	fewWords   = 5
	fewGrammar = 3
)

// addressed is what belongs to no language: addresses, and paths. In a language without blanks
// the words go on right behind them.
var addressed = lazydfa.New(`[!-~]*(?:://|@|/)[!-~]*`)

// Tongue says whether a text is in English, or in a language that [Read] does not read: one
// with other letters than Latin ones, or with words of grammar of another language. Of a
// text that is too short, or has too few such words, neither is said. What it quotes, and
// addresses, do not count.
func Tongue(text string) (isEnglish, foreign bool) {
	found := spoken().of(text, tongueOf)
	return found[0], found[1]
}

var spoken = sync.OnceValue(func() *memory[[2]bool] { return &memory[[2]bool]{} })

func tongueOf(text string) [2]bool {
	isEnglish, foreign := tongue(text)
	return [2]bool{isEnglish, foreign}
}

func tongue(text string) (isEnglish, foreign bool) {
	letters, other, marked := 0, 0, false
	text = addressed.ReplaceAllString(strings.ReplaceAll(quoted(text), "\x00", " "), " ")
	for _, c := range text {
		if c < 0x80 && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			letters++
		} else if c >= 0x80 && unicode.IsLetter(c) {
			letters++
			if !unicode.Is(unicode.Latin, c) {
				other++
			} else if unicode.IsLower(c) {
				marked = true
			}
		}
	}
	if letters >= fewLetters && other*2 > letters {
		return false, true
	}
	t := tongues()
	words, own := 0, 0
	count, different := make([]int, t.languages+1), make([]map[string]bool, t.languages+1)
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		words++
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(first) && words > 1 {
			continue // the name of a place, or of a person
		}
		word = strings.ToLower(word)
		bits := t.words[word]
		if bits == english {
			own++
			continue
		}
		for i := 1; bits != 0 && i <= t.languages; i++ {
			if bits&(1<<i) != 0 {
				if different[i] == nil {
					different[i] = map[string]bool{}
				}
				count[i]++
				different[i][word] = true
			}
		}
	}
	// A short order has few words of grammar; letters that English does not write tell as well.
	few := fewGrammar
	if marked && own == 0 {
		few--
	}
	for i := range count {
		if words >= fewWords && len(different[i]) >= few && count[i]*6 >= words && count[i] > 2*own {
			return false, true
		}
	}
	return own > 1, false
}
