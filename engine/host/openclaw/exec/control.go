package openclawexec

import (
	"regexp"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/command"
)

var approveCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*/approve(?:@[^\s]+)?\s+([A-Za-z0-9][A-Za-z0-9._:-]*)\s+(allow-once|allow-always|always|deny)\b`)
})

// controlOpenClaw looks for commands that would answer an approval or log a
// channel in, wherever they hide.
func controlOpenClaw(f *command.Facts) string {
	t := loadOpenClaw()
	look := func(argv []string) string {
		for len(argv) > 0 && isEnvToken(argv[0]) {
			argv = argv[1:]
		}
		for depth := 0; depth < 16 && len(argv) > 0; depth++ {
			if hit := controlArgv(argv); hit != "" {
				return hit
			}
			argv = t.carrier(argv)
		}
		return ""
	}
	for _, c := range f.Commands {
		switch c.Edge {
		case command.EdgeText, command.EdgeSubstitution, command.EdgeProcess, command.EdgePayload:
		default:
			continue
		}
		argv := make([]string, 0, len(c.Args))
		for _, w := range c.Args {
			argv = append(argv, textOf(w))
		}
		if hit := look(argv); hit != "" {
			return hit
		}
	}
	if f.Parse.OK && len(f.Commands) > 0 {
		return ""
	}
	for line := range strings.SplitSeq(f.Source.Text, "\n") {
		if hit := look(strings.Fields(line)); hit != "" {
			return hit
		}
	}
	return ""
}

func controlArgv(argv []string) string {
	if approveCommand().MatchString(strings.Join(argv, " ")) {
		return "approve"
	}
	argv = stripOpenClawRunner(argv)
	if len(argv) > 2 && controlName(argv[0]) == "openclaw" && (argv[1] == "channels" || argv[1] == "channel") && argv[2] == "login" {
		return "channels-login"
	}
	return ""
}

func controlName(s string) string {
	s = strings.ToLower(s)
	s = s[strings.LastIndexByte(s, '/')+1:]
	s = s[strings.LastIndexByte(s, '\\')+1:]
	return strings.TrimSuffix(strings.TrimSuffix(s, ".exe"), ".cmd")
}

// stripOpenClawRunner drops a package runner before openclaw.
func stripOpenClawRunner(argv []string) []string {
	at := func(i int) string {
		if i < len(argv) {
			return controlName(argv[i])
		}
		return ""
	}
	switch at(0) {
	case "npm", "pnpm", "yarn":
		if at(1) == "openclaw" {
			return argv[1:]
		}
		if (at(1) == "exec" || at(1) == "dlx" || at(1) == "run") && at(2) == "openclaw" {
			return argv[2:]
		}
	case "npx", "bunx":
		i := 1
		for i < len(argv) && strings.HasPrefix(argv[i], "-") && argv[i] != "-" {
			tok := argv[i]
			i++
			if tok == "--" {
				break
			}
			if tok == "-p" || tok == "--package" {
				i++
			}
		}
		if at(i) == "openclaw" {
			return argv[i:]
		}
	}
	return argv
}
