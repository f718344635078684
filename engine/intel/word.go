package intel

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/hostname"
)

// A word is what may be the name of a host, with what stands right before and behind it:
// in languages that write no spaces, and in markup, a name has no edges of its own.
//
// Work is linear in the text: of a word the last characters are looked at, as many as a
// name may have.

// letter is a character of a word, of size bytes from at on.
type letter struct {
	r        rune
	at, size int
}

// inWord reports whether a character may stand in the name of a host as clients read it:
// they map many to letters and dots.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' || r == '_'
	}
	return hostname.Dot(r) || unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.So)
}

// unseen reports whether clients leave a character out of a name: soft hyphens, joiners,
// selectors of variants.
func unseen(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return false
	case r == 0xad, r == 0x34f, 0x200b <= r && r <= 0x200d, r == 0x2060, r == 0xfeff, 0x180b <= r && r <= 0x180d, 0xfe00 <= r && r <= 0xfe0f:
		return true
	}
	return false
}

// foreign reports whether a letter is of another script than Latin.
func foreign(r rune) bool {
	return r >= utf8.RuneSelf && !hostname.Dot(r) && !unicode.In(r, unicode.Latin, unicode.M, unicode.N)
}

// unspaced reports whether a letter is of a script in which words stand side by side
// without spaces, or with parts of grammar behind them, or is a sign.
func unspaced(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.So)
}

// words looks at every word that may be the name of a host or an IPv4 address, and at
// what stands around it.
func (f *finder) words(r *reading) {
	var word []letter
	dots, wide := 0, false
	end := func() {
		if len(word) > 0 {
			if dots > 0 || wide || behindSlashes(r.text, word[0].at) {
				f.word(r, word, wide)
			}
			word, dots, wide = word[:0], 0, false
		}
	}
	for i := 0; i < len(r.text); {
		c, size := rune(r.text[i]), 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(r.text[i:])
		}
		switch {
		case size == 1 && c == utf8.RuneError:
			end()
		case unseen(c):
			wide = wide || len(word) > 0
		case inWord(c):
			word = append(word, letter{c, i, size})
			if c == '.' {
				dots++
			}
			wide = wide || c >= utf8.RuneSelf
		default:
			end()
		}
		i += size
	}
	end()
}

// behindSlashes reports whether a place is where an address has its host.
func behindSlashes(text []byte, at int) bool {
	return at > 0 && text[at-1] == '@' || at > 1 && (text[at-1] == '/' || text[at-1] == '\\') && (text[at-2] == '/' || text[at-2] == '\\')
}

// word looks at a word as a whole, and at the parts of it that are written in other
// letters than what stands around them.
func (f *finder) word(r *reading, word []letter, wide bool) {
	f.name(r, word)
	if !wide {
		return
	}
	for _, edge := range []func(rune) bool{foreign, unspaced} {
		for from := 0; from < len(word); {
			n := slices.IndexFunc(word[from:], func(l letter) bool { return edge(l.r) })
			if n < 0 {
				n = len(word) - from
			}
			if 0 < n && n < len(word) {
				f.name(r, word[from:from+n])
			}
			from += n + 1
		}
	}
}

// name looks at a word without what cannot be at the ends of a name. An underscore is in
// no last label, but stands there in markup.
func (f *finder) name(r *reading, word []letter) {
	edge := func(l letter) bool { return l.r == '-' || hostname.Dot(l.r) }
	word = trim(word, edge)
	f.host(r, word)
	marked := trim(word, func(l letter) bool { return l.r == '_' || edge(l) })
	for i := len(marked) - 1; i >= 0 && !hostname.Dot(marked[i].r); i-- {
		if marked[i].r == '_' {
			marked = trim(marked[:i], func(l letter) bool { return l.r == '_' || edge(l) })
			i = len(marked)
		}
	}
	if len(marked) < len(word) {
		f.host(r, marked)
	}
}

func trim(word []letter, edge func(letter) bool) []letter {
	for len(word) > 0 && edge(word[0]) {
		word = word[1:]
	}
	for len(word) > 0 && edge(word[len(word)-1]) {
		word = word[:len(word)-1]
	}
	return word
}

// host looks at what may be the name of a host.
func (f *finder) host(r *reading, word []letter) {
	if len(word) == 0 {
		return
	}
	word = word[max(0, len(word)-hostname.MaxName):]
	var written strings.Builder
	for _, l := range word {
		written.WriteRune(l.r)
	}
	last := word[len(word)-1]
	begin, end := word[0].at, last.at+last.size
	from, to := r.place(begin), r.place(end)
	name := hostname.Lenient(written.String())
	if f.work += len(name); name == "" {
		return
	}
	x := &f.bundle.index
	if c := name[len(name)-1]; len(x.nets) > 0 && ('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || c == 'x') {
		if strings.Count(name, ".") == 3 || behindSlashes(r.text, begin) {
			for _, addr := range hostname.Addrs(name) {
				f.note(x.net(addr), from, to)
			}
		}
	}
	for at := suffix(name, x.labels); at >= 0; at = next(name, at) {
		f.work += len(name) - at
		f.note(x.domains[name[at:]], from, to)
	}
	if host := strings.TrimPrefix(name, "www."); x.hosts[host] {
		f.path(r, host, begin, end)
	}
	if len(x.mails) > 0 && begin > 0 && r.text[begin-1] == '@' {
		f.mail(r, name, begin, to)
	}
}

// suffix is where the last labels of a name begin, at most so many; next where the labels
// behind the first one do, -1 when that was the last.
func suffix(name string, labels int) int {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] != '.' {
			continue
		}
		if labels--; labels <= 0 {
			return i + 1
		}
	}
	return 0
}

func next(name string, at int) int {
	i := strings.IndexByte(name[at:], '.')
	if i < 0 {
		return -1
	}
	return at + i + 1
}

// maxLocal is how long the part of a mail address before the @ is at most (RFC 5321).
const maxLocal = 64

// mail looks at what stands before the @ and the host of a mail address. What is behind a
// plus is for the account, too.
func (f *finder) mail(r *reading, host string, at, to int) {
	end := at - 1
	begin := end
	for begin > 0 && end-begin < maxLocal && (inWord(rune(r.text[begin-1])) || r.text[begin-1] == '+' || r.text[begin-1] >= utf8.RuneSelf) {
		begin--
	}
	plain := end
	for plain > begin && r.text[plain-1] < utf8.RuneSelf {
		plain--
	}
	for _, from := range []int{begin, plain} {
		for from < end && strings.IndexByte(".-_", r.text[from]) >= 0 {
			from++
		}
		local := strings.ToLower(string(r.text[from:end]))
		account, _, _ := strings.Cut(local, "+")
		f.work += len(local) + len(host)
		f.note(f.bundle.index.mails[local+"@"+host], r.place(from), to)
		f.note(f.bundle.index.mails[account+"@"+host], r.place(from), to)
	}
}
