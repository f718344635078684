package lint

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/folder"
)

// unused are the suppressions that silenced nothing, although all that they could
// silence was looked at: their rules were asked, of every file that they name. Those of
// settings that other folders share are left out, since they may count there.
func (r *run) unused() []engine.UnusedSuppression {
	var out []engine.UnusedSuppression
	for _, s := range r.linter.control.Suppressions {
		if !s.ReportUnused || s.Expired(r.linter.now) || !r.linter.asksAll(s.Rule) || !r.looksAt(&s) || r.covered(&s) {
			continue
		}
		out = append(out, engine.UnusedSuppression{
			Rule: s.Rule, Path: s.Path, Contains: s.Contains, Owner: s.Owner, Severity: engine.SeverityLow, File: s.File, Line: s.Line, Column: s.Column,
		})
	}
	return out
}

// covered reports whether a suppression silences a finding of the run.
func (r *run) covered(s *SuppressionRule) bool {
	covers := func(f engine.Finding) bool { return r.linter.control.covers(s, &f, r.linter.now) }
	for i := range r.results {
		if slices.ContainsFunc(r.results[i].Findings, covers) {
			return true
		}
	}
	for i := range r.worked {
		if slices.ContainsFunc(r.worked[i].Findings, covers) {
			return true
		}
	}
	for i := range r.settings {
		if slices.ContainsFunc(r.settings[i].Findings, covers) {
			return true
		}
	}
	return slices.ContainsFunc(r.others, covers)
}

// asksAll reports whether a rule of a glob is asked, and none of them is left out by
// what the caller chose for this run.
func (e *Linter) asksAll(glob string) bool {
	some := false
	for _, rule := range e.rules {
		if !matchRule(glob, rule.ID, rule.Code) {
			continue
		}
		if matchAny(e.control.Ignore, rule) || len(e.control.Only) > 0 && !matchAny(e.control.Only, rule) {
			return false
		}
		some = some || e.control.enabled(rule)
	}
	return some
}

// Asks returns a rule by its id and whether the run asks it.
func (e *Linter) Asks(id string) (engine.Rule, bool) {
	rule, ok := e.byID[id]
	return rule, ok && e.control.enabled(rule)
}

// Ignores reports whether the settings leave a path out, as it is given.
func (e *Linter) Ignores(name string) bool { return e.ignores(name) }

// looksAt reports whether the run sees every file that a suppression can be about: what
// its glob begins with, or else the folder of the settings, is below a path of the run.
func (r *run) looksAt(s *SuppressionRule) bool {
	here, err := filepath.Abs(r.linter.here.dir)
	if err != nil {
		return false
	}
	home := filepath.Dir(folder.From(here, s.File))
	if !folder.Within(here, home) {
		return false
	}
	wanted := home
	if begin := beginning(s.Path); begin != "" {
		// A glob is held against paths as they are given, from the working folder.
		if here != home {
			return false
		}
		wanted = folder.From(here, filepath.FromSlash(begin))
	}
	return slices.ContainsFunc(r.paths, func(path string) bool {
		return folder.Within(filepath.Clean(wanted), filepath.Clean(folder.From(here, path)))
	})
}

// beginning is what a glob of paths begins with that is no pattern, "" when it can match
// anywhere.
func beginning(glob string) string {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	if !strings.Contains(glob, "/") {
		return ""
	}
	var fixed []string
	for part := range strings.SplitSeq(glob, "/") {
		if strings.ContainsAny(part, `*?[\`) {
			break
		}
		fixed = append(fixed, part)
	}
	return strings.Join(fixed, "/")
}
