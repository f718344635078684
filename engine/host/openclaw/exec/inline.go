package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// InlineEval names the option of an argv that OpenClaw 2026.9.6 takes
// for inline code ("python3 -c"), seen through wrappers and carriers; "" when
// there is none.
func InlineEval(args []string) string {
	return loadOpenClaw().inlineEval(args, map[string]bool{})
}

func (t *openClawTables) inlineEval(args []string, seen map[string]bool) string {
	if len(args) == 0 {
		return ""
	}
	if hit := t.interpreterEval(args); hit != "" {
		return hit
	}
	for len(args) > 0 && isEnvToken(args[0]) {
		args = args[1:]
	}
	key := strings.Join(args, "\x00")
	if len(args) == 0 || seen[key] {
		return ""
	}
	seen[key] = true
	if hit := t.inlineEval(t.carriedBy(args), seen); hit != "" {
		return hit
	}
	if inner, name, ok := t.unwrapOne(args); ok || name != "" && t.carrierNamed(name) == nil {
		return t.inlineEval(inner, seen)
	}
	return t.inlineEval(t.carrier(args), seen)
}

var versionSuffix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-?\d+(?:\.\d+)*$`) })

// nameVariants is a name with and without a version at its end.
func nameVariants(name string) []string {
	at := versionSuffix().FindStringIndex(name)
	if at == nil || at[0] < 2 {
		return []string{name}
	}
	return []string{name, name[:at[0]]}
}

func anyNamed(list, names []string) bool {
	for _, n := range names {
		if slices.Contains(list, n) {
			return true
		}
	}
	return false
}

// interpreterEval looks at one argv without taking anything off.
func (t *openClawTables) interpreterEval(args []string) string {
	exe := trimJS(args[0])
	if exe == "" {
		return ""
	}
	name := normalToken(exe)
	variants := nameVariants(name)
	for i := range t.Inline {
		if !anyNamed(t.Inline[i].Names, variants) {
			continue
		}
		if flag := t.Inline[i].find(args); flag != "" {
			return name + " " + flag
		}
		break
	}
	for i := range t.Positional {
		if anyNamed(t.Positional[i].Names, variants) {
			if t.Positional[i].find(args) {
				return name + " " + t.Positional[i].Label
			}
			break
		}
	}
	return ""
}

// find gives the label of the first option that takes code.
func (s *openClawInline) find(args []string) string {
	for _, a := range args[1:] {
		tok := trimJS(a)
		if tok == "" {
			continue
		}
		if tok == "--" {
			if s.PastDashes {
				continue
			}
			return ""
		}
		if flag := s.token(tok, strings.ToLower(tok)); flag != "" {
			return flag
		}
	}
	return ""
}

func (s *openClawInline) token(tok, lower string) string {
	for _, r := range s.Raw {
		if tok == r || strings.HasPrefix(tok, r) && len(r) == 2 {
			return r
		}
	}
	for _, p := range s.RawPrefixes {
		if strings.HasPrefix(tok, p[1]) && len(tok) > len(p[1]) {
			return p[0]
		}
	}
	name, _, _ := strings.Cut(lower, "=")
	for _, a := range s.Abbreviated {
		if len(name) >= len(a.Least) && strings.HasPrefix(a.Flag, name) {
			return a.Flag
		}
	}
	if slices.Contains(s.Exact, lower) {
		return lower
	}
	if flag := s.joined(tok, lower); flag != "" {
		return flag
	}
	for _, c := range s.Clusters {
		if c.matches(tok) {
			return c.Label
		}
	}
	for _, p := range s.Prefixes {
		if strings.HasPrefix(lower, p[1]) && len(lower) > len(p[1]) {
			return p[0]
		}
	}
	return ""
}

// joined matches --eval=code and -ecode.
func (s *openClawInline) joined(tok, lower string) string {
	if slices.Contains(s.Deny, lower) {
		return ""
	}
	for _, p := range s.DenyPrefixes {
		if strings.HasPrefix(lower, p) {
			return ""
		}
	}
	for _, f := range s.Exact {
		if strings.HasPrefix(f, "--") && strings.HasPrefix(lower, f+"=") && len(lower) > len(f)+1 {
			return f
		}
	}
	if s.Unjoined {
		return ""
	}
	for _, f := range s.Exact {
		if len(f) == 2 && f[0] == '-' && strings.HasPrefix(tok, f) && len(tok) > 2 {
			return strings.ToLower(f)
		}
	}
	return ""
}

// matches reports whether the cluster's flag stands in tok behind letters that
// may precede it.
func (c *openClawCluster) matches(tok string) bool {
	if !strings.HasPrefix(tok, "-") || strings.HasPrefix(tok, "--") || len(tok) < 3 {
		return false
	}
	at := strings.Index(tok[2:], c.Flag)
	if at < 0 {
		return false
	}
	prefix := tok[1 : at+2]
	for i := 0; i < len(prefix); i++ {
		ch := prefix[i]
		var digits bool
		switch {
		case strings.IndexByte(c.Prefix, ch) >= 0:
			digits = strings.IndexByte(c.Numeric, ch) >= 0
		case c.Zero && ch == '0':
			digits = true
		default:
			return false
		}
		for digits && i+1 < len(prefix) && prefix[i+1] >= '0' && prefix[i+1] <= '9' {
			i++
		}
	}
	return true
}

// find reports whether an operand is a program text.
func (s *openClawPositional) find(args []string) bool {
	for i := 1; i < len(args); i++ {
		tok := trimJS(args[i])
		switch {
		case tok == "":
		case tok == "--":
			return i+1 < len(args) && trimJS(args[i+1]) != ""
		case slices.Contains(s.Files, tok) || longerThan(s.FilePrefixes, tok):
			return false
		case slices.Contains(s.Values, tok):
			i++
		case slices.Contains(s.Optional, tok) || longerThan(s.Prefixes, tok) || strings.HasPrefix(tok, "-"):
		default:
			return true
		}
	}
	return false
}

func longerThan(prefixes []string, tok string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(tok, p) && len(tok) > len(p) {
			return true
		}
	}
	return false
}

// InterpreterLike reports whether OpenClaw takes an allow-list pattern
// for an interpreter, and a safe-bin entry for one.
func InterpreterLike(pattern string) (allowlist, safeBin bool) {
	t := loadOpenClaw()
	known := func(name string) bool {
		for _, v := range nameVariants(name) {
			for i := range t.Inline {
				if slices.Contains(t.Inline[i].Names, v) {
					return true
				}
			}
			for i := range t.Positional {
				if slices.Contains(t.Positional[i].Names, v) {
					return true
				}
			}
		}
		return false
	}
	lower := strings.ToLower(trimJS(pattern))
	if lower == "" {
		return false, false
	}
	base := normalToken(lower)
	allowlist = known(base)
	if !allowlist {
		bare := strings.Map(func(r rune) rune {
			if strings.ContainsRune("*?[]{}()", r) {
				return -1
			}
			return r
		}, base)
		allowlist = known(strings.TrimRight(bare, ".-"))
	}
	return allowlist, safeBinInterpreter(base)
}

var versionedInterpreter = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:python|ruby|perl|php|node)\d+(?:\.\d+)?$`)
})

// safeBinInterpreter says which names need a hardened profile as safe bins.
func safeBinInterpreter(name string) bool {
	return slices.Contains(loadOpenClaw().SafeBinInterpreters, name) || versionedInterpreter().MatchString(name)
}
