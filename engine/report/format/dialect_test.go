package format_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// TestDialects: one line says for whom skills were judged, unless somebody asked.
func TestDialects(t *testing.T) {
	t.Parallel()
	claude := &engine.Dialects{Judged: []string{"claude"}, From: "folder", Signs: []string{".claude"}}
	none := &engine.Dialects{From: "nothing"}
	for name, test := range map[string]struct {
		skills []*engine.Dialects
		want   string
	}{
		"no skills": {},
		"asked":     {skills: []*engine.Dialects{{Judged: []string{"codex"}, From: "asked"}}},
		"unknown":   {skills: []*engine.Dialects{nil}},
		"folder":    {skills: []*engine.Dialects{claude, claude}, want: "judged by the rules of claude (in .claude); --dialect says for which agents instead"},
		"nothing":   {skills: []*engine.Dialects{none}, want: "judged by the Agent Skills specification; --dialect says for which agents instead"},
		"other": {
			skills: []*engine.Dialects{{From: "folder", Signs: []string{".gemini"}}},
			want:   "judged by the Agent Skills specification (in .gemini); --dialect says for which agents instead",
		},
		"owner": {
			skills: []*engine.Dialects{{Judged: []string{"claude", "codex"}, From: "owner", Signs: []string{".claude-plugin", ".codex-plugin"}}},
			want:   "judged by the rules of claude and codex (.claude-plugin, .codex-plugin); --dialect says for which agents instead",
		},
		"nearby": {
			skills: []*engine.Dialects{{Likely: []string{"claude"}, From: "nearby", Signs: []string{"~/.claude"}}},
			want:   "judged by the Agent Skills specification, with notes for claude (~/.claude); --dialect says for which agents instead",
		},
		"the most first": {
			skills: []*engine.Dialects{none, claude, claude},
			want:   "judged 2 skills by the rules of claude (in .claude), 1 skill by the Agent Skills specification; --dialect says for which agents instead",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var r engine.Report
			for _, of := range test.skills {
				r.Skills = append(r.Skills, engine.SkillReport{Dialects: of})
			}
			if got := format.Dialects(r); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}
