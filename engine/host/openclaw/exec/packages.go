package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

type packageKind int

const (
	packageNone packageKind = iota
	packageTool
	packageBlocked
)

// maxPackageRunners is how many package runners OpenClaw takes off.
const maxPackageRunners = 6

// packageTarget takes package runners off: npx TOOL is judged as TOOL.
func (t *openClawTables) packageTarget(argv []string) ([]string, packageKind) {
	kind := packageNone
	for range maxPackageRunners {
		rest, _, blocked := t.dispatch(argv, openClawDepth)
		if blocked != "" {
			return nil, packageBlocked
		}
		argv = rest
		inner, k := t.runner(argv)
		switch {
		case k == packageBlocked, k == packageTool && t.fromElsewhere(argv):
			return nil, packageBlocked
		case k == packageNone:
			return argv, kind
		}
		kind, argv = packageTool, inner
	}
	return nil, packageBlocked
}

var scriptSuffix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\.(?:c|m)?js$`) })

// packageManager is the name of a package manager, npm for its runners.
func (t *openClawTables) packageManager(argv []string) (name string, p *openClawPackage) {
	name = scriptSuffix().ReplaceAllString(normalToken(first(argv)), "")
	switch name {
	case "npx", "bunx":
		return name, t.Packages["npm"]
	case "npm", "pnpm", "yarn":
		return name, t.Packages[name]
	}
	return "", nil
}

// runner takes one package runner off.
func (t *openClawTables) runner(argv []string) ([]string, packageKind) {
	name, p := t.packageManager(argv)
	switch {
	case p == nil:
		return nil, packageNone
	case name == "npx" || name == "bunx":
		if at := p.Direct.operand(argv, 1, dashesRefused); at >= 0 {
			return argv[at:], packageTool
		}
		return nil, packageBlocked
	}
	if inner := p.unwrap(name, argv); inner != nil {
		return inner, packageTool
	}
	sub := ""
	at := p.All.operand(argv, 1, dashesSkipped)
	if at >= 0 {
		sub = strings.ToLower(trimJS(argv[at]))
	}
	hidden := at < 0 && slices.ContainsFunc(argv[1:], func(a string) bool { return slices.Contains(p.Exec, strings.ToLower(trimJS(a))) })
	// pnpm TOOL and yarn TOOL run it as well.
	short := name != "npm" && at >= 0 && !slices.Contains(p.Run, sub) && !slices.Contains(p.Known, sub)
	if slices.Contains(p.Exec, sub) || hidden || short {
		return nil, packageBlocked
	}
	return nil, packageNone
}

// unwrap gives what stands behind exec, dlx or node, nil when that is not so.
func (p *openClawPackage) unwrap(name string, argv []string) []string {
	leading, dashes := &p.All, dashesSkipped
	if p.Leading != nil {
		leading = p.Leading
	}
	if name == "npm" {
		dashes = dashesRefused
	}
	at := leading.operand(argv, 1, dashes)
	if at < 0 || !slices.Contains(p.Exec, trimJS(argv[at])) {
		return nil
	}
	sub, tail := trimJS(argv[at]), argv[at+1:]
	bare := tail
	if first(tail) == "--" {
		bare = tail[1:]
	}
	flag, _, _ := strings.Cut(strings.ToLower(first(bare)), "=")
	switch {
	case sub == "node":
		return append([]string{"node"}, bare...)
	case name == "npm" && len(bare) < len(tail):
		return notEmpty(bare)
	case name == "pnpm" && sub == "exec" && (flag == "-c" || flag == "--shell-mode"):
		return nil
	case name != "npm" && sub == "exec":
		return notEmpty(bare)
	}
	dashes = dashesStop
	if name == "npm" {
		dashes = dashesRefused
	}
	if at = p.Direct.operand(argv, at+1, dashes); at >= 0 {
		return argv[at:]
	}
	return nil
}

func notEmpty(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	return words
}

// What two dashes before an operand mean.
type dashes int

const (
	dashesSkipped dashes = iota // nothing
	dashesRefused               // the words are not understood
	dashesStop                  // the next word is the operand
)

// operand is where the first word stands that is no option, -1 for nowhere, or
// when an option is not known.
func (o *openClawPackageOptions) operand(argv []string, from int, two dashes) int {
	for i := from; i < len(argv); {
		word := trimJS(argv[i])
		switch {
		case word == "":
			i++
			continue
		case word == "--" && two == dashesRefused:
			return -1
		case word == "--" && two == dashesStop:
			if i+1 < len(argv) {
				return i + 1
			}
			return -1
		case word == "--":
			i++
			continue
		case !strings.HasPrefix(word, "-"):
			return i
		}
		n := o.words(word)
		if n == 0 {
			return -1
		}
		i += n
	}
	return -1
}

// words is how many words a known option is with its value, else 0.
func (o *openClawPackageOptions) words(word string) int {
	name, _, has := strings.Cut(word, "=")
	lower := strings.ToLower(name)
	switch {
	case slices.Contains(o.ValuesCase, name), slices.Contains(o.Values, lower):
		if has {
			return 1
		}
		return 2
	case slices.Contains(o.Flags, lower):
		return 1
	}
	return 0
}

// fromElsewhere reports whether an option says where the tool comes from, or
// where it runs.
func (t *openClawTables) fromElsewhere(argv []string) bool {
	name, p := t.packageManager(argv)
	switch {
	case p == nil:
		return false
	case p.All.context(argv, 1, false):
		return true
	case name == "npx" || name == "bunx":
		return false
	}
	at := p.All.operand(argv, 1, dashesSkipped)
	if at < 0 {
		return false
	}
	switch sub := argv[at]; {
	case name == "npm" && slices.Contains(p.Exec, sub):
		return p.All.context(argv, at+1, true)
	case name == "pnpm" && sub == "dlx":
		return p.All.context(argv, at+1, false)
	case name == "yarn" && sub == "dlx":
		return p.Direct.context(argv, at+1, false)
	}
	return false
}

// context looks for an option of Context among those before the first operand,
// or among all words before two dashes.
func (o *openClawPackageOptions) context(argv []string, from int, all bool) bool {
	for i := from; i < len(argv); {
		word := trimJS(argv[i])
		name, _, _ := strings.Cut(word, "=")
		lower := strings.ToLower(name)
		n := o.words(word)
		switch {
		case word == "--" && all:
			return false
		case word == "" || word == "--":
			i++
		case !strings.HasPrefix(word, "-") && !all:
			return false
		case !strings.HasPrefix(word, "-"):
			i++
		case slices.Contains(o.ContextCase, name), slices.Contains(o.Context, lower), slices.Contains(o.ContextFlags, lower):
			return true
		case n == 0 && !all:
			return false
		default:
			i += max(n, 1)
		}
	}
	return false
}
