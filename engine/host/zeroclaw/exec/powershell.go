package zeroclawexec

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// powerShellSplit splits a text into the stages of a pipeline under ZeroClaw's
// bounded PowerShell grammar; false when the grammar rejects it.
func powerShellSplit(src string) ([]zeroClawPart, bool) {
	p := powerShellScanner{}
	for i := 0; i < len(src); {
		r, n := decodeRune(src[i:])
		p.at = i
		used, ok := p.step(r, src[i+n:])
		if !ok {
			return nil, false
		}
		i += n + used
	}
	if p.quote != 0 || p.rejects() || !p.push() {
		return nil, false
	}
	return p.parts, true
}

type powerShellScanner struct {
	parts   []zeroClawPart
	current strings.Builder
	start   int
	at      int
	quote   rune
	// The token so far, without quotes, and of what it is made.
	body         strings.Builder
	bare, quoted bool
}

// rejects reports whether the token is one that PowerShell would bind
// differently: quoted and bare parts mixed, or the stop-parsing token.
func (p *powerShellScanner) rejects() bool {
	return p.bare && (p.quoted || p.body.String() == "--%")
}

func (p *powerShellScanner) reset() {
	p.body.Reset()
	p.bare, p.quoted = false, false
}

func (p *powerShellScanner) push() bool {
	s := strings.TrimSpace(p.current.String())
	if s == "" {
		return false
	}
	p.parts = append(p.parts, zeroClawPart{s, p.start})
	p.current.Reset()
	return true
}

func (p *powerShellScanner) add(r rune) {
	if strings.TrimSpace(p.current.String()) == "" && p.current.Len() < 4096 {
		p.start = p.at
	}
	p.current.WriteRune(r)
}

// step takes one character and returns how many further bytes it used.
func (p *powerShellScanner) step(r rune, rest string) (int, bool) {
	if r == '`' || r == 0 {
		return 0, false
	}
	if p.quote != 0 {
		p.add(r)
		switch {
		case r != p.quote:
			p.body.WriteRune(r)
		case strings.HasPrefix(rest, string(r)):
			p.add(r)
			p.body.WriteRune(r)
			return 1, true
		default:
			p.quote = 0
		}
		return 0, true
	}
	switch r {
	case '\'', '"':
		p.quote, p.quoted = r, true
		p.add(r)
	case ' ', '\t':
		if p.rejects() {
			return 0, false
		}
		p.reset()
		p.add(r)
	case '|':
		if strings.HasPrefix(rest, "|") || p.rejects() || !p.push() {
			return 0, false
		}
		p.reset()
	case ';', '\r', '\n', '&', '(', ')', '{', '}', '[', ']', '<', '>', '@':
		return 0, false
	default:
		p.body.WriteRune(r)
		p.bare = true
		p.add(r)
	}
	return 0, true
}

// powerShellVariables reports whether every variable outside single quotes is
// $Name or $Name.Property.
func powerShellVariables(s string) bool {
	quote := byte(0)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case quote != 0 && c == quote:
			if i+1 < len(s) && s[i+1] == quote {
				i++
			} else {
				quote = 0
			}
			i++
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			i++
		case c == '$' && quote != '\'':
			n, ok := powerShellVariable(s, i+1)
			if !ok {
				return false
			}
			i = n
		default:
			i++
		}
	}
	return true
}

// powerShellVariable reads Name(.Property)* at i.
func powerShellVariable(s string, i int) (int, bool) {
	for {
		if i >= len(s) || !argv.IsLetter(s[i]) {
			return i, false
		}
		for i < len(s) && argv.IsNameByte(s[i]) {
			i++
		}
		if i < len(s) && s[i] == ':' {
			return i, false
		}
		if i >= len(s) || s[i] != '.' {
			return i, true
		}
		i++
	}
}

// powerShellSegment fills in what only PowerShell segments have.
func powerShellSegment(s *Segment) {
	s.Batch = strings.HasSuffix(s.Base, ".cmd") || strings.HasSuffix(s.Base, ".bat")
	s.Script = strings.HasSuffix(s.RiskBase, ".ps1") || strings.HasSuffix(s.RiskBase, ".psm1") || strings.HasSuffix(s.RiskBase, ".psd1")
	s.Base = strings.TrimSuffix(s.Base, ".exe")
	if strings.HasSuffix(s.RiskBase, ".cmd") || strings.HasSuffix(s.RiskBase, ".bat") {
		s.Batch = true
	}
	s.RiskBase = strings.TrimSuffix(s.RiskBase, ".exe")
	s.Dollar = strings.Contains(s.Raw, "$")
	for _, w := range s.Args {
		s.Provider = s.Provider || powerShellProvider(w)
	}
}

// powerShellProvider reports whether an argument names a provider's drive.
func powerShellProvider(w string) bool {
	w = lowerASCII(stripQuotes(w))
	if strings.Contains(w, "::") {
		return true
	}
	for _, p := range []string{"alias:", "cert:", "env:", "function:", "hkcu:", "hklm:", "variable:", "wsman:"} {
		if strings.HasPrefix(w, p) {
			return true
		}
	}
	return false
}
