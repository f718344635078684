package doctor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/doctor"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/setup"
)

// summary says how many checks were made on which files and folders, and which were not
// made and why.
func summary(m *doctor.Machine, r doctor.Report) string {
	var b strings.Builder
	b.WriteString(layout.Count(len(r.Checked), "check"))
	deep := 0
	var reasons []string
	by := map[string][]string{}
	for _, s := range r.Skipped {
		if s.Deep {
			deep++
		}
		if by[s.Why] == nil {
			reasons = append(reasons, s.Why)
		}
		by[s.Why] = append(by[s.Why], s.Check)
	}
	b.WriteString(" made")
	switch {
	case deep == 1:
		b.WriteString("; --deep makes 1 more, which starts programs")
	case deep > 1:
		fmt.Fprintf(&b, "; --deep makes %d more, which start programs", deep)
	}
	b.WriteByte('\n')
	if looked := lookedAt(m); len(looked) > 0 {
		fmt.Fprintf(&b, "looked at: %s\n", format.Escape(strings.Join(looked, ", ")))
	}
	for _, why := range reasons {
		fmt.Fprintf(&b, "skipped: %s (%s)\n", strings.Join(byTopic(by[why]), ", "), why)
	}
	return b.String()
}

// byTopic are checks as people are told of them: those of a topic by its name alone where
// there are many.
func byTopic(checks []string) []string {
	const many = 3
	var out []string
	for len(checks) > 0 {
		topic, _, _ := strings.Cut(checks[0], "/")
		n := slices.IndexFunc(checks, func(id string) bool { return !strings.HasPrefix(id, topic+"/") })
		if n < 0 {
			n = len(checks)
		}
		if n >= many {
			out = append(out, fmt.Sprintf("%d checks of %s", n, topic))
		} else {
			out = append(out, checks[:n]...)
		}
		checks = checks[n:]
	}
	return out
}

// asking says when the agents that ask skillctl asked last.
func asking(ctx context.Context, m *doctor.Machine) string {
	last, err := m.LastCalls(ctx)
	if err != nil || last == nil {
		return "" // a finding says why
	}
	var b strings.Builder
	for _, a := range m.Agents {
		if len(a.Hooks) == 0 {
			continue
		}
		var at *time.Time
		if found, ok := last[a.Agent.Name]; ok {
			at = &found
		}
		fmt.Fprintf(&b, "%s asked last: %s\n", a.Agent.Name, m.Asked(a, at))
	}
	return b.String()
}

// lookedAt are the files and folders that were examined.
func lookedAt(m *doctor.Machine) []string {
	var out []string
	for _, in := range []*doctor.Installation{m.OpenClaw, m.ZeroClaw} {
		switch {
		case in == nil:
		case in.Config != "":
			out = append(out, in.Config)
		default:
			out = append(out, in.State)
		}
	}
	for _, found := range []*doctor.SetUp{m.Claude, m.Codex} {
		if found != nil {
			out = append(append(out, found.Settings...), found.Skills...)
		}
	}
	return append(out, m.Own...)
}

// nothing says that nothing was found, where it was looked for, and what to do.
func (o *doctorOptions) nothing() string {
	looked := []string{"OpenClaw in " + places(o.factory.IO.Getenv, "~/.openclaw and ~/.clawdbot", "OPENCLAW_STATE_DIR", "OPENCLAW_CONFIG_PATH"), "ZeroClaw in ~/.zeroclaw/config.toml", "Claude Code in " + places(o.factory.IO.Getenv, "~/.claude", "CLAUDE_CONFIG_DIR"), "Codex in " + places(o.factory.IO.Getenv, "~/.codex", "CODEX_HOME")}
	if o.openclaw == "" && o.zeroclaw == "" {
		looked = append(looked, "programs and folders of "+strings.Join(slices.Sorted(maps.Keys(setup.Agents())), ", "))
	}
	folders := append(o.factory.IO.SettingFolders(), "this folder and those above it")
	return fmt.Sprintf(`nothing is installed here that could be checked
looked for %s; settings of skillctl in %s
hint: name a configuration with --openclaw FILE or --zeroclaw FILE; `+"`skillctl init`"+` writes settings of skillctl; `+"`skillctl setup AGENT`"+` has an agent ask that is not found here`,
		strings.Join(looked, "; "), format.Escape(strings.Join(folders, ", ")))
}

// places are the values of variables that are set, or where is looked without them.
func places(getenv func(string) string, otherwise string, names ...string) string {
	var set []string
	for _, name := range names {
		if value := getenv(name); value != "" {
			set = append(set, fmt.Sprintf("%s ($%s)", format.Escape(value), name))
		}
	}
	if len(set) == 0 {
		return otherwise
	}
	return strings.Join(set, ", ")
}

// foldWritable leaves out what lint says of the mode of a configuration where the
// checks say it of the same file.
func foldWritable(report *engine.Report, examined doctor.Report) {
	for i := range report.Configs {
		c := &report.Configs[i]
		told := slices.ContainsFunc(examined.Results, func(r doctor.Result) bool {
			return r.Cause != "" && (r.Cause == c.Path || r.File == c.Path) && slices.Contains(append([]string{r.Check}, r.Also...), "files/config-writable")
		})
		if told {
			c.Findings = slices.DeleteFunc(c.Findings, func(f engine.Finding) bool { return f.Rule == "config/writable" })
		}
	}
}

// foldAbsent leaves out what lint says of an install policy that is missing where the
// checks say it of the same file.
func foldAbsent(report *engine.Report, examined doctor.Report) {
	for i := range report.Configs {
		c := &report.Configs[i]
		told := slices.ContainsFunc(examined.Results, func(r doctor.Result) bool {
			return r.Check == "install-policy/absent" && r.File == c.Path
		})
		if told {
			c.Findings = slices.DeleteFunc(c.Findings, func(f engine.Finding) bool { return f.Rule == "install-policy/disabled" })
		}
	}
}
