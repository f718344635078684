package intel

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxPath is how much of a path is looked at, in bytes.
const maxPath = 2048

// inPath reports whether a byte may stand in a path as texts have it.
func inPath(c byte) bool {
	switch c {
	case '"', '\'', '`', '<', '>', '(', ')', '[', ']', '{', '}', '|', '?', '#', ',', ';':
		return false
	}
	return c > ' '
}

// path looks at what stands behind a host: a path, as in an address, or as git's short
// form has it. It is read as clients read one: "." and ".." are followed, and what is
// between two slashes that stand together is nothing.
func (f *finder) path(r *reading, host string, from, to int) {
	at := behindHost(r.text, to)
	if at < 0 {
		return
	}
	x := &f.bundle.index
	run := r.text[at:min(len(r.text), at+maxPath)]
	up := bytes.Contains(run, []byte(".."))
	var parts [][2]int
	i := 0
	for i < len(run) && (slash(run[i]) || run[i] == ':' && len(parts) == 0) && (up || len(parts) < x.parts) {
		begin := i + 1
		for i = begin; i < len(run) && inPath(run[i]) && !slash(run[i]); i++ {
		}
		switch string(run[begin:i]) {
		case "", ".":
		case "..":
			parts = parts[:max(0, len(parts)-1)]
		default:
			parts = append(parts, [2]int{begin, i})
		}
	}
	f.work += i
	key := host
	for _, p := range parts[:min(len(parts), x.parts)] {
		// One that is longer than all that are listed is none of them, whatever follows.
		part := strings.ToLower(string(run[p[0]:min(p[1], p[0]+x.longest+1)]))
		for _, text := range variants(part) {
			f.work += len(key) + len(text)
			f.note(x.paths[key+"/"+text], r.place(from), r.place(at+min(p[0]+len(text), p[1])))
		}
		if key += "/" + strings.TrimRight(part, ".:!"); len(key) > x.longest {
			return
		}
	}
}

func slash(c byte) bool { return c == '/' || c == '\\' }

// behindHost is where the path begins behind a host, its port and a dot at its end; -1
// where there is none.
func behindHost(text []byte, at int) int {
	for at < len(text) && text[at] == '.' {
		at++
	}
	if at < len(text) && text[at] == ':' {
		port := at + 1
		for port < len(text) && '0' <= text[port] && text[port] <= '9' {
			port++
		}
		if port > at+1 { // not "git@host:name/repository"
			at = port
		}
	}
	if at >= len(text) || !slash(text[at]) && text[at] != ':' {
		return -1
	}
	return at
}

// variants are the ways to read a part of a path: as it is, without what a sentence or
// markup puts behind it, and as the name of a repository.
func variants(text string) []string {
	cut := text
	for i, c := range text {
		if strings.ContainsRune("*&@^!", c) || c >= utf8.RuneSelf && (!inWord(c) || foreign(c)) {
			cut = text[:i]
			break
		}
	}
	all := []string{text, strings.TrimRight(text, ".:!"), cut, strings.TrimRight(cut, ".:_")}
	for _, one := range all {
		all = append(all, strings.TrimSuffix(one, ".git"))
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(one string) bool { return one == "" })
}

// six looks at every word that may be an IPv6 address.
func (f *finder) six(r *reading) {
	in := func(c byte) bool {
		return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' || c == ':' || c == '.'
	}
	for i := 0; i < len(r.text); {
		if !in(r.text[i]) {
			i++
			continue
		}
		from, colons := i, 0
		for i < len(r.text) && in(r.text[i]) {
			if r.text[i] == ':' {
				colons++
			}
			i++
		}
		word := r.text[from:i]
		if colons < 2 || len(word) > maxSix {
			continue
		}
		// "see:2001:db8::1." has a colon and a dot more.
		text := strings.TrimRight(string(word), ".")
		for _, one := range []string{text, strings.TrimPrefix(text, ":"), strings.TrimSuffix(text, ":"), strings.TrimSuffix(strings.TrimPrefix(text, ":"), ":")} {
			f.work += len(one)
			if addr, err := netip.ParseAddr(one); err == nil {
				f.note(f.bundle.index.net(addr), r.place(from), r.place(i))
			}
		}
	}
}

// maxSix is how long an IPv6 address is at most, with what a sentence puts around it.
const maxSix = 48
