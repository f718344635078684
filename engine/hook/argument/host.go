package argument

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"

	"github.com/skillctl/skillctl/policies"
)

// doubled reports whether a word is an address without its scheme: "//docs.example.com".
func doubled(word string) bool {
	rest := strings.TrimLeft(word, `/\`)
	return len(word)-len(rest) == 2 && rest != "" && plainHost().MatchString(hostOf(rest))
}

var plainHost = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[\p{L}\p{M}\p{N}_-]+(?:[.\x{3002}\x{ff0e}\x{ff61}][\p{L}\p{M}\p{N}_-]+)*[.\x{3002}\x{ff0e}\x{ff61}]?|\[[0-9A-Fa-f:.]+\])$`)
})

// hostOf is what stands in the place of the host where a word is an address without a
// scheme; with a port that is a number it ends before that.
func hostOf(word string) string {
	if at := strings.IndexAny(word, `/\?#`); at >= 0 {
		word = word[:at]
	}
	if at := strings.LastIndexByte(word, '@'); at >= 0 {
		word = word[at+1:]
	}
	if at := strings.LastIndexByte(word, ':'); at > 0 {
		if port, err := strconv.ParseUint(word[at+1:], 10, 16); err == nil && port > 0 {
			word = word[:at]
		}
	}
	return word
}

// remote is the address of what git and scp write as "user@host:path" or "host:path", ""
// for none.
func remote(word string) string {
	match := remotes().FindStringSubmatch(word)
	if match == nil || match[1] == "" && !strings.ContainsAny(match[2], ".") {
		return ""
	}
	if match[1] == "" && !strings.Contains(match[3], "/") {
		return "" // a place in a file, or a name with a prefix
	}
	return "ssh://" + match[1] + match[2] + "/" + match[3]
}

var remotes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([\w.+-]+@)?([\p{L}\p{N}_][\p{L}\p{N}.\x{3002}\x{ff0e}\x{ff61}_-]*):([^\s:].*)$`)
})

// host reports whether a name is one of a host: a number, or a name below a domain that
// there is. path: a path follows upon it, so that it is no file of that end.
func (n *names) host(name string, path bool) bool {
	name = strings.Map(func(c rune) rune {
		if c == '\u3002' || c == '\uff0e' || c == '\uff61' {
			return '.'
		}
		return c
	}, strings.TrimSuffix(strings.ToLower(name), "."))
	if strings.HasPrefix(name, "[") || name == "localhost" {
		return true
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	if !plainHost().MatchString(name) || !strings.Contains(name, ".") {
		return false
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if strings.HasPrefix(name, "www.") || n.special[last] {
		return true
	}
	if n.ends[last] && !path {
		return false
	}
	suffix, listed := publicsuffix.PublicSuffix(name)
	return (listed || strings.Contains(suffix, ".")) && suffix != name
}

// private matches where keys and passwords are.
var private = sync.OnceValue(func() *regexp.Regexp {
	var table struct{ Paths []string }
	policies.Table("private", &table)
	return regexp.MustCompile(strings.Join(table.Paths, "|"))
})
