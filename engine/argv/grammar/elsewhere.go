package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// elsewhere notes what is changed on another machine by what is copied there, and whether
// all addresses are of this one.
func (s *scan) elsewhere() {
	if s.target != nil && onAnother(*s.target) && slices.Contains(s.out.Effects, "deletes") {
		s.effect("alters")
	}
	s.out.addresses = s.addresses
	if s.addresses > 0 && s.near == s.addresses && !slices.Contains(s.out.Effects, "away") {
		s.effect("here")
	}
}

// addressed counts an address that something is asked of.
func (s *scan) addressed(w argv.Word) {
	s.addresses++
	if ofThisMachine(w) {
		s.near++
	}
}

// ofThisMachine reports whether an address is one of this machine, whatever follows its
// host: of a word that is known only when it runs the host has to end in what is known.
func ofThisMachine(w argv.Word) bool {
	text := w.Prefix
	if w.Value != nil {
		text = *w.Value
	}
	if _, rest, found := strings.Cut(text, "://"); found {
		text = rest
	}
	host, _, ended := cutAny(text, "/?#")
	if !ended && w.Value == nil || strings.ContainsAny(host, "@\\{}%") {
		return false
	}
	if strings.HasPrefix(host, "[") {
		return host == "[::1]" || strings.HasPrefix(host, "[::1]:")
	}
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.") && dotted(host)
}

// namesThisMachine reports whether the name of a host is one of this machine: the socket of a
// server, by its folder, is one as well.
func namesThisMachine(w argv.Word) bool {
	if w.Value != nil && (*w.Value == "::1" || *w.Value == "") {
		return true
	}
	return strings.HasPrefix(w.Prefix, "/") && !strings.HasPrefix(w.Prefix, "//") || ofThisMachine(w)
}

// dotted reports whether a host is written as four numbers.
func dotted(host string) bool {
	parts := strings.Split(host, ".")
	return len(parts) == 4 && !slices.ContainsFunc(parts, func(p string) bool { return !argv.IsCount(p) })
}

// cutAny cuts a text at the first of some characters.
func cutAny(text, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(text, chars); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}
