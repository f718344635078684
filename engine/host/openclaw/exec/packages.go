package openclawexec

import (
	"slices"
	"strings"
)

type packageKind int

const (
	packageNone packageKind = iota
	packageTool
	packageBlocked
)

// packageTarget takes package runners off: npx TOOL is judged as TOOL.
func (t *openClawTables) packageTarget(argv []string) ([]string, packageKind) {
	kind := packageNone
	for depth := 0; depth < 6; depth++ {
		rest, _, blocked := t.dispatch(argv, openClawDepth)
		if blocked != "" {
			return nil, packageBlocked
		}
		argv = rest
		inner, k := t.runner(argv)
		switch k {
		case packageBlocked:
			return nil, packageBlocked
		case packageNone:
			return argv, kind
		}
		kind, argv = packageTool, inner
	}
	return nil, packageBlocked
}

// runner takes one package runner off.
func (t *openClawTables) runner(argv []string) ([]string, packageKind) {
	if len(argv) == 0 {
		return nil, packageNone
	}
	name := normalToken(argv[0])
	for _, suffix := range []string{".cjs", ".mjs", ".js"} {
		name = strings.TrimSuffix(name, suffix)
	}
	switch name {
	case "npx", "bunx":
		return t.Packages["npm"].tool(argv[1:], false)
	case "npm", "pnpm", "yarn":
		return t.Packages[name].run(name, argv)
	}
	return nil, packageNone
}

// option reads one option: skip is how many further words it uses, context
// says that it changes where the tool comes from.
func (p *openClawPackage) option(tok string) (skip int, context, known bool) {
	name, _, eq := strings.Cut(tok, "=")
	lower := strings.ToLower(name)
	one := 1
	if eq {
		one = 0
	}
	switch {
	case slices.Contains(p.ContextCase, name):
		return one, true, true
	case slices.Contains(p.Context, lower):
		return one, true, true
	case slices.Contains(p.Values, lower):
		return one, false, true
	case slices.Contains(p.ContextFlags, lower):
		return 0, true, true
	case slices.Contains(p.Flags, lower):
		return 0, false, true
	}
	return 0, false, false
}

// run finds the sub-command of a package manager.
func (p *openClawPackage) run(name string, argv []string) ([]string, packageKind) {
	context, unknown := false, false
	i := 1
	for ; i < len(argv); i++ {
		tok := trimJS(argv[i])
		if tok == "" || tok == "--" {
			continue
		}
		if !strings.HasPrefix(tok, "-") {
			break
		}
		skip, c, known := p.option(tok)
		if !known {
			unknown = true
			break
		}
		context = context || c
		i += skip
	}
	if unknown || i >= len(argv) {
		for _, a := range argv[1:] {
			if unknown && slices.Contains(p.Exec, strings.ToLower(trimJS(a))) {
				return nil, packageBlocked
			}
		}
		return nil, packageNone
	}
	sub := strings.ToLower(trimJS(argv[i]))
	switch {
	case slices.Contains(p.Exec, sub) && context:
		return nil, packageBlocked
	case slices.Contains(p.Exec, sub):
		return p.exec(name, sub, argv[i+1:])
	case name == "npm", slices.Contains(p.Known, sub), slices.Contains(p.Run, sub):
		return nil, packageNone
	}
	return nil, packageBlocked
}

// exec reads what stands behind exec, dlx or node.
func (p *openClawPackage) exec(name, sub string, rest []string) ([]string, packageKind) {
	if sub == "node" {
		if len(rest) > 0 && rest[0] == "--" {
			rest = rest[1:]
		}
		return append([]string{"node"}, rest...), packageTool
	}
	if name != "npm" && sub == "exec" {
		if len(rest) > 0 && rest[0] == "--" {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0] == "-c" || rest[0] == "--shell-mode" {
			return nil, packageBlocked
		}
		return rest, packageTool
	}
	if len(rest) > 0 && rest[0] == "--" {
		if len(rest) == 1 {
			return nil, packageBlocked
		}
		return rest[1:], packageTool
	}
	return p.tool(rest, sub == "dlx")
}

// tool finds the tool behind the options of npx, npm exec and dlx.
func (p *openClawPackage) tool(rest []string, dashes bool) ([]string, packageKind) {
	for i := 0; i < len(rest); i++ {
		tok := trimJS(rest[i])
		if tok == "" {
			continue
		}
		if tok == "--" && dashes {
			if i+1 < len(rest) {
				return rest[i+1:], packageTool
			}
			return nil, packageBlocked
		}
		if !strings.HasPrefix(tok, "-") {
			return rest[i:], packageTool
		}
		skip, context, known := p.option(tok)
		if !known || context {
			return nil, packageBlocked
		}
		i += skip
	}
	return nil, packageBlocked
}
