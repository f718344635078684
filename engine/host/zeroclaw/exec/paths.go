package zeroclawexec

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
)

// zeroClawPaths lists the texts that ZeroClaw's path gate looks at in one
// segment, in its order.
type zeroClawPaths struct {
	dialect command.Dialect
	segment int
	t       *script.Text
	// at is where the search for the next word begins; the word that is looked
	// at stands in [from, at).
	at, from int
	scope    *lookup.Scope
	out      []Token
}

func (z *zeroClawPaths) run(part string) {
	words := strings.Fields(part)
	if len(words) == 0 {
		return
	}
	z.seek(words[0])
	first := strings.TrimSpace(stripQuotes(words[0]))
	name := first
	if i := strings.IndexAny(first, "<>"); i >= 0 {
		name = first[:i]
	}
	z.argument(name, true)
	redirect := parseZeroClawRedirect(stripQuotes(words[0]))
	if redirect.kind == redirectTarget && !z.safeDevice(redirect.target) {
		z.candidate(redirect.target, false)
	}
	next := redirect.kind == redirectNext
	for _, w := range words[1:] {
		z.seek(w)
		c := strings.TrimSpace(stripQuotes(w))
		switch {
		case c == "":
			continue
		case next:
			next = false
			if !z.safeDevice(c) {
				z.candidate(c, false)
			}
			continue
		case strings.Contains(c, "://"):
			continue
		}
		r := parseZeroClawRedirect(c)
		if r.kind == redirectNone {
			z.argument(c, false)
			continue
		}
		z.argument(r.prefix, false)
		if r.kind == redirectTarget && !z.safeDevice(r.target) {
			z.candidate(r.target, false)
		}
		next = r.kind == redirectNext
	}
}

// seek finds the next word. Where a segment leaves parts of the text out, as the
// bodies of heredocs, words are looked for behind them.
func (z *zeroClawPaths) seek(word string) {
	z.from = min(z.at, len(z.t.Src))
	if i := strings.Index(z.t.Src[z.from:], word); i >= 0 {
		z.from += i
	}
	z.at = min(z.from+len(word), len(z.t.Src))
}

// argument looks at a word and, for an option, at the values in it.
func (z *zeroClawPaths) argument(raw string, executable bool) {
	c := strings.TrimSpace(stripQuotes(raw))
	if c == "" || strings.Contains(c, "://") {
		return
	}
	if !strings.HasPrefix(c, "-") {
		z.candidate(c, executable)
		return
	}
	if _, value, ok := strings.Cut(c, "="); ok {
		z.candidate(value, executable)
	}
	body := c[1:]
	if strings.HasPrefix(body, "-") || len(body) < 2 {
		return
	}
	_, n := decodeRune(body)
	if value := strings.TrimSpace(strings.TrimLeft(body[n:], "=")); value != "" {
		z.candidate(value, executable)
	}
}

// candidate records a text that looks like a path.
func (z *zeroClawPaths) candidate(raw string, executable bool) {
	c := strings.TrimSpace(stripQuotes(raw))
	if c == "" || strings.Contains(c, "://") || !z.looksLikePath(c) {
		return
	}
	k := Token{Path: c, Executable: executable, Segment: z.segment}
	from := z.from
	if i := strings.Index(z.t.Src[z.from:z.at], c); i >= 0 {
		from += i
	}
	k.Span = z.t.Span(from, min(from+len(c), len(z.t.Src)))
	if z.scope != nil {
		z.resolve(&k)
	}
	z.out = append(z.out, k)
}

// resolve follows links from the workspace, which is the scope's directory.
func (z *zeroClawPaths) resolve(k *Token) {
	p := k.Path
	if z.windows() {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	switch {
	case strings.IndexByte(p, 0) >= 0:
		return
	case p == "~":
		p = z.scope.Home
	case strings.HasPrefix(p, "~/"):
		p = filepath.Join(z.scope.Home, p[2:])
	}
	if !filepath.IsAbs(p) {
		p = z.scope.Dir + "/" + p
	}
	if real, _, _, err := lookup.Follow(z.scope.System, p); err == nil {
		k.Real, k.Resolved = real, true
	}
}

func (z *zeroClawPaths) windows() bool {
	return z.dialect == command.PowerShell || z.dialect == command.Cmd
}

func (z *zeroClawPaths) looksLikePath(s string) bool {
	if strings.Contains(s, "/") || s == "~" || s == "." || s == ".." {
		return true
	}
	return z.windows() && (strings.Contains(s, `\`) || len(s) >= 2 && s[1] == ':' && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z'))
}

// safeDevice reports whether a redirect to s is left alone.
func (z *zeroClawPaths) safeDevice(s string) bool {
	s = strings.TrimSpace(stripQuotes(s))
	switch s {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/zero":
		return true
	}
	return z.dialect == command.Cmd && (lowerASCII(s) == "nul" || lowerASCII(s) == `\\.\nul`)
}

type redirectKind int

const (
	redirectNone redirectKind = iota
	redirectTarget
	redirectNext
	redirectFD
)

type zeroClawRedirect struct {
	kind           redirectKind
	prefix, target string
}

// parseZeroClawRedirect takes a token with < or > apart.
func parseZeroClawRedirect(s string) zeroClawRedirect {
	i := strings.IndexAny(s, "<>")
	if i < 0 {
		return zeroClawRedirect{}
	}
	r := zeroClawRedirect{prefix: strings.TrimSpace(s[:i])}
	rest := strings.TrimLeft(s[i+1:], "<>")
	if fd, ok := strings.CutPrefix(rest, "&"); ok && strings.TrimLeft(fd, "0123456789-") == "" {
		r.kind = redirectFD
		return r
	}
	rest = strings.TrimLeft(strings.TrimLeft(rest, "&"), "0123456789")
	r.target = strings.TrimSpace(rest)
	r.kind = redirectTarget
	if r.target == "" {
		r.kind = redirectNext
	}
	return r
}
