package deceptive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Reading is a text as somebody takes it who does not see how it is written: without
// what is not seen, with what it says, and with plain letters for those that are only
// drawn like them.
type Reading struct {
	Text []byte
	// At has the place of each byte of Text, and of its end, in the text as it is
	// written.
	At []int
	// Spots are the places where more than the shape of a letter differs, in order.
	Spots []Spot
	// More: there are more Spots than are told.
	More bool
	// Foreign is how many words are written in another script than the Latin one.
	Foreign int
}

// Spot is a place of a text whose characters say something else than they show.
type Spot struct {
	Kind     string // one of the Spot constants
	From, To int    // in the text as it is written
	// Text is what it says, "" when nothing can be made of it; Count is how many
	// characters there are.
	Text  string
	Count int
}

// The kinds of spots.
const (
	SpotTags      = "tags"      // tag characters, each for one of ASCII
	SpotSelectors = "selectors" // variation selectors, each for a byte
	SpotBidi      = "bidi"      // what stands there is shown in another order
	SpotInvisible = "invisible" // characters without a shape, many or within a word
	SpotLookalike = "lookalike" // letters of another script in a word of Latin ones
	SpotStyled    = "styled"    // a word in full-width or mathematical letters
	SpotMarks     = "marks"     // combining marks that make no letter
)

// maxSpots is how many places of a text are told.
const maxSpots = 50_000

// Read reads a text; false when it is what it shows.
func Read(text []byte) (Reading, bool) {
	first := 0
	for first < len(text) && text[first] < utf8.RuneSelf && text[first] != 0 {
		first++
	}
	if first == len(text) {
		return Reading{}, false
	}
	r := reader{src: text, out: make([]byte, 0, len(text)), at: make([]int, 0, len(text)+1)}
	for i := 0; i < len(text); {
		i = r.next(i)
	}
	r.at = append(r.at, len(text))
	return Reading{r.out, r.at, r.spots, r.more, r.foreign}, r.changed
}

type reader struct {
	src     []byte
	out     []byte
	at      []int
	spots   []Spot
	more    bool
	changed bool
	// prev is the last character that is seen, wordEnd the end of the word that was
	// looked at, plain what is known of it.
	prev    rune
	wordEnd int
	plain   bool
	// lineEnd is the end of the line that was looked at for letters from the right.
	lineEnd   int
	fromRight bool
	foreign   int
}

// next takes what stands at a place, and says where the next begins.
func (r *reader) next(i int) int {
	c, size := utf8.DecodeRune(r.src[i:])
	switch {
	case c > 0 && c < utf8.RuneSelf, c == utf8.RuneError && size == 1:
		r.keep(c, i, size)
		return i + size
	case isTag(c):
		return r.tags(i)
	case isSelector(c):
		return r.selectors(i)
	case isInvisible(c):
		return r.invisible(i)
	case Blank(c):
		r.put(i, " ")
		r.prev = ' '
		return i + size
	case c == 0x2028, c == 0x2029, c == 0x85:
		r.put(i, "\n")
		r.prev = '\n'
		return i + size
	case unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Me, c):
		return r.mark(c, i, size)
	}
	if i >= r.wordEnd {
		r.word(i)
	}
	if shape := plainShape(c); shape != 0 {
		r.put(i, string(shape))
		r.prev = shape
		return i + size
	}
	if latin := Latin(c); latin != 0 && r.plain {
		r.put(i, string(latin))
		r.prev = c
		return i + size
	}
	r.keep(c, i, size)
	return i + size
}

func (r *reader) keep(c rune, i, size int) {
	for n := range size {
		r.out, r.at = append(r.out, r.src[i+n]), append(r.at, i+n)
	}
	r.prev = c
}

func (r *reader) put(i int, text string) {
	for n := range len(text) {
		r.out, r.at = append(r.out, text[n]), append(r.at, i)
	}
	r.changed = true
}

func (r *reader) spot(s Spot) {
	if n := len(r.spots); n > 0 && r.spots[n-1].Kind == s.Kind && r.spots[n-1].To >= s.From {
		return // of the same word
	}
	if r.more = len(r.spots) == maxSpots; !r.more {
		r.spots = append(r.spots, s)
	}
}

// said adds what the characters between two places say without being seen, so many of
// them each byte, set apart from what stands around it.
func (r *reader) said(i, end int, text string, each int) {
	r.changed = true
	if text == "" {
		return
	}
	r.put(i, " ")
	for n := range len(text) {
		r.put(i, text[n:n+1])
		for range each {
			_, size := utf8.DecodeRune(r.src[i:end])
			i += size
		}
	}
	r.put(i, " ")
	r.prev = ' '
}

// run is how far characters of a kind go on, and how many there are.
func (r *reader) run(i int, of func(rune) bool) (end, count int) {
	for end = i; end < len(r.src); count++ {
		c, size := utf8.DecodeRune(r.src[end:])
		if !of(c) {
			break
		}
		end += size
	}
	return end, count
}

// tags takes tag characters, of which those behind a black flag name its country.
func (r *reader) tags(i int) int {
	end, count := r.run(i, isTag)
	var b strings.Builder
	for _, c := range string(r.src[i:end]) {
		if c >= 0xe0020 && c <= 0xe007e {
			b.WriteByte(byte(c - 0xe0000))
		} else {
			b.WriteByte(' ')
		}
	}
	text := strings.TrimRight(b.String(), " ")
	if last := end - utf8.RuneLen(cancelTag); r.prev == blackFlag && count <= 7 && strings.HasPrefix(string(r.src[last:end]), string(cancelTag)) && !strings.ContainsFunc(text, notRegion) {
		r.changed = true
		return end
	}
	r.spot(Spot{SpotTags, i, end, strings.TrimSpace(text), count})
	r.said(i, end, text, 1)
	return end
}

const (
	blackFlag rune = 0x1f3f4
	cancelTag rune = 0xe007f
)

func notRegion(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }

// selectors takes variation selectors: one belongs to what stands before it, more are
// bytes of a message.
func (r *reader) selectors(i int) int {
	end, count := r.run(i, isSelector)
	r.changed = true
	first, _ := utf8.DecodeRune(r.src[i:])
	if count == 1 && (first < 0xe0100 || unicode.Is(unicode.Han, r.prev)) {
		return end
	}
	var bytes []byte
	for _, c := range string(r.src[i:end]) {
		if c >= 0xe0100 {
			bytes = append(bytes, byte(c-0xe0100+16))
		} else {
			bytes = append(bytes, byte(c-0xfe00))
		}
	}
	text := printable(bytes)
	r.spot(Spot{SpotSelectors, i, end, text, count})
	r.said(i, end, text, 1)
	return end
}

// manyInvisible is how many characters without a shape in a row are no accident.
const manyInvisible = 8

// invisible takes characters without a shape. They are normal where the script needs
// them, and one or two of them where a text was copied from a page.
func (r *reader) invisible(i int) int {
	end, count := r.run(i, isInvisible)
	r.changed = true
	next, _ := utf8.DecodeRune(r.src[end:])
	for _, c := range string(r.src[i:end]) {
		if reorders(c) && !r.amongRightToLeft(i) {
			r.spot(Spot{SpotBidi, i, end, "", count})
			return end
		}
	}
	switch text := bits(string(r.src[i:end])); {
	case count >= manyInvisible:
		r.spot(Spot{SpotInvisible, i, end, text, count})
		r.said(i, end, text, 8)
	case asciiLetter(r.prev) && asciiLetter(next) && string(r.src[i:end]) != "\u00ad":
		from, to := r.wordAt(i)
		r.spot(Spot{SpotInvisible, from, to, "", count})
	}
	return end
}

// amongRightToLeft reports whether a place is in a line of a script that is written
// from the right.
func (r *reader) amongRightToLeft(i int) bool {
	if i >= r.lineEnd {
		from, to := lineAt(r.src, i)
		r.lineEnd, r.fromRight = max(to, i+1), rightToLeft(r.src[from:to])
	}
	return r.fromRight
}

// mark leaves combining marks behind a letter of ASCII out that make no letter of it.
func (r *reader) mark(c rune, i, size int) int {
	if !asciiLetter(r.prev) || len(norm.NFC.String(string(r.prev)+string(c))) < 1+size {
		r.keep(c, i, size)
		return i + size
	}
	from, to := r.wordAt(i)
	r.spot(Spot{SpotMarks, from, to, "", 1})
	r.changed = true
	return i + size
}

// word looks at the word that begins at a place, or before it.
func (r *reader) word(i int) {
	from, to := r.wordAt(i)
	r.wordEnd = to
	ascii, other, alike, styled := false, 0, 0, 0
	for _, c := range string(r.src[from:to]) {
		switch {
		case asciiLetter(c):
			ascii = true
		case plainShape(c) != 0:
			styled++
		case !unicode.IsLetter(c):
		case unicode.Is(unicode.Latin, c):
		case Latin(c) != 0:
			alike++
		default:
			other++
		}
	}
	r.plain = other == 0 && (ascii || alike == 0 || !r.written(from, to))
	if !ascii && alike+other > 0 {
		r.foreign++
	}
	if ascii && alike > 0 && other == 0 {
		r.spot(Spot{SpotLookalike, from, to, "", alike})
	}
	if styled > 1 {
		r.spot(Spot{SpotStyled, from, to, "", styled})
	}
}

// written reports whether a word of look-alikes alone is one of the language around it: the
// word before it, or at the beginning of a line the one behind it, has letters that no Latin
// one looks like, and its own are those that people write ("не", "оно").
func (r *reader) written(from, to int) bool {
	for _, c := range string(r.src[from:to]) {
		if unicode.IsLetter(c) && (c < 'А' || c > 'я') && (c < 'Α' || c > 'ω') && c != 'і' && c != 'І' {
			return false
		}
	}
	before, after := r.src[max(0, from-maxAround):from], r.src[to:min(len(r.src), to+maxAround)]
	for len(before) > 0 && before[len(before)-1] != '\n' {
		c, size := utf8.DecodeLastRune(before)
		if asciiLetter(c) || unicode.IsLetter(c) && Latin(c) == 0 {
			return !unicode.Is(unicode.Latin, c)
		}
		before = before[:len(before)-size]
	}
	for len(after) > 0 && after[0] != '\n' {
		c, size := utf8.DecodeRune(after)
		if asciiLetter(c) || unicode.IsLetter(c) && Latin(c) == 0 {
			return !unicode.Is(unicode.Latin, c)
		}
		after = after[size:]
	}
	return false
}

// maxAround bounds how far letters around a word are looked for, in bytes.
const maxAround = 60

// wordAt is the word around a place: letters, digits and marks, and what is not seen.
func (r *reader) wordAt(i int) (from, to int) {
	from, to = i, i
	for from > 0 && i-from < maxWord {
		c, size := utf8.DecodeLastRune(r.src[:from])
		if !inWord(c) {
			break
		}
		from -= size
	}
	for to < len(r.src) && to-i < maxWord {
		c, size := utf8.DecodeRune(r.src[to:])
		if !inWord(c) {
			break
		}
		to += size
	}
	return from, to
}

// maxWord bounds how far a word is followed to each side, in bytes.
const maxWord = 200

func inWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c) || isInvisible(c) || isSelector(c) || c >= 0xff10 && c <= 0xff19
}
