package lint_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
)

// TestDialectFollows: without a wish, the dialects follow from where a skill is.
func TestDialectFollows(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		skill string   // its folder
		more  []string // files beside it
		root  string   // what is named, "" for everything
		asked []string
		want  engine.Dialects
	}{
		"nothing": {skill: "src/skills/pdf", want: engine.Dialects{From: "nothing"}},
		"asked": {
			skill: "src/.claude/skills/pdf", asked: []string{"codex"},
			want: engine.Dialects{Judged: []string{"codex"}, From: "asked"},
		},
		"claude": {
			skill: "src/.claude/skills/pdf", more: []string{"src/openclaw.json"},
			want: engine.Dialects{Judged: []string{"claude"}, From: "folder", Signs: []string{".claude"}},
		},
		"the skill itself is named": {
			skill: "src/.claude/skills/pdf", root: "src/.claude/skills/pdf",
			want: engine.Dialects{Judged: []string{"claude"}, From: "folder", Signs: []string{".claude"}},
		},
		"a workspace of OpenClaw": {
			skill: ".openclaw/workspace/skills/pdf",
			want:  engine.Dialects{Judged: []string{"openclaw"}, From: "folder", Signs: []string{".openclaw"}},
		},
		"a project inside a workspace": {
			skill: ".openclaw/workspace/src/.codex/skills/pdf",
			want:  engine.Dialects{Judged: []string{"codex"}, From: "folder", Signs: []string{".codex"}},
		},
		"an agent without a dialect": {
			skill: "src/.gemini/skills/pdf", more: []string{".claude/x"},
			want: engine.Dialects{From: "folder", Signs: []string{".gemini"}},
		},
		"a plugin, of which a skill is named": {
			skill: "plugin/skills/pdf", more: []string{"plugin/.claude-plugin/plugin.json"}, root: "plugin/skills/pdf",
			want: engine.Dialects{Judged: []string{"claude"}, From: "owner", Signs: []string{".claude-plugin"}},
		},
		"the repository ends the search": {
			skill: "src/a/skills/pdf", more: []string{"src/a/.git/HEAD", "src/.claude-plugin/x"},
			want: engine.Dialects{From: "nothing"},
		},
		"above the skill as far as the repository": {
			skill: "src/a/b/c/skills/pdf", more: []string{"src/.git/HEAD", "src/CLAUDE.md"}, root: "src/a/b/c/skills/pdf",
			want: engine.Dialects{Likely: []string{"claude"}, From: "nearby", Signs: []string{"CLAUDE.md"}},
		},
		"the skill cannot say it of itself": {
			skill: "src/skills/pdf", more: []string{"src/skills/pdf/.claude-plugin/plugin.json", "src/skills/pdf/openclaw.plugin.json"},
			want: engine.Dialects{From: "nothing"},
		},
		"what is installed": {
			skill: "src/skills/pdf", more: []string{".zeroclaw/config.toml", ".codex/x"},
			want: engine.Dialects{Likely: []string{"codex", "zeroclaw"}, From: "nearby", Signs: []string{"~/.codex", "~/.zeroclaw"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			write(t, filepath.Join(home, test.skill, "SKILL.md"), "---\nname: pdf\ndescription: Reads PDF files. Use when a PDF is to be read.\n---\n# PDF\n\nRead it.\n")
			for _, file := range test.more {
				write(t, filepath.Join(home, file), "{}")
			}
			linter, err := lint.New(
				lint.WithControl(lint.Control{Hosts: test.asked}), lint.WithPlaces(), lint.WithDir(filepath.Join(home, "src")),
				lint.WithEnvironment(func(name string) (string, bool) { return home, name == "HOME" }),
			)
			if err != nil {
				t.Fatal(err)
			}
			root := filepath.Join(home, test.root)
			if test.root == "" {
				root = filepath.Join(home, test.skill, "../..")
			}
			report, err := linter.Lint(context.Background(), []string{filepath.ToSlash(root)})
			if err != nil || len(report.Skills) != 1 {
				t.Fatalf("%d skills, %v", len(report.Skills), err)
			}
			for _, list := range []*[]string{&test.want.Judged, &test.want.Likely, &test.want.Signs} {
				if *list == nil {
					*list = []string{}
				}
			}
			if got := report.Skills[0].Dialects; !reflect.DeepEqual(*got, test.want) {
				t.Errorf("got %+v, want %+v", *got, test.want)
			}
		})
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
