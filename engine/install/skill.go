package install

import (
	"context"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw"
	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/folder"
)

// installSkill is #InstallSkill of schema/install.cue.
type installSkill struct {
	Path         string                 `json:"path"`
	Name         string                 `json:"name"`
	Dir          string                 `json:"dir"`
	Written      string                 `json:"written"`
	Manifest     string                 `json:"manifest"`
	Digest       string                 `json:"digest"`
	Complete     bool                   `json:"complete"`
	Verdict      engine.Verdict         `json:"verdict"`
	Safety       engine.Verdict         `json:"safety"`
	Form         engine.Verdict         `json:"form"`
	Findings     []installFinding       `json:"findings"`
	Installers   []openclaw.InstallSpec `json:"installers"`
	Tools        []installTool          `json:"tools"`
	Capabilities Capabilities           `json:"capabilities"`
}

type installFinding struct {
	Rule string `json:"rule"`
	// Security says that the rule is about attacks, although not all of its category are.
	Security   bool              `json:"security"`
	Severity   engine.Severity   `json:"severity"`
	Confidence engine.Confidence `json:"confidence"`
	Locus      engine.Locus      `json:"locus"`
	File       string            `json:"file"`
	Line       int               `json:"line"`
	Message    string            `json:"message"`
}

type installTool struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Target  string `json:"target"`
	Command string `json:"command"`
}

// examineSkill asks the rules about one skill of what is to be installed.
func examineSkill(ctx context.Context, linter *lint.Linter, found *catalog.Skill, read *skill.Skill, collected *gatherer) (examined examinedSkill, lasting bool, err error) {
	said, err := linter.Examine(ctx, found, read)
	if err != nil {
		return examinedSkill{}, false, err
	}
	out := installSkill{
		Path: found.Rel, Name: said.Report.Name, Dir: read.Dir, Manifest: read.Manifest.File, Digest: read.Digest, Complete: read.Coverage.Complete,
		Findings: []installFinding{}, Installers: []openclaw.InstallSpec{}, Tools: []installTool{},
	}
	out.Written = read.Front.Host["name"]
	if read.TOML != nil && out.Name != read.Dir {
		out.Written = out.Name
	}
	collected.manifest(read)
	if host := openclaw.Read(read); host != nil {
		out.Installers = append(out.Installers, host.Install...)
	}
	if read.TOML != nil && read.TOML.Root != nil {
		out.Tools = append(out.Tools, collected.zeroClaw(read)...)
	}
	out.Capabilities = collected.capabilities()
	return examinedSkill{out, said.Report}, said.Lasting, nil
}

// findingsOf are findings as policies see them, their files within what is installed.
func findingsOf(linter *lint.Linter, counted []engine.Finding, whole string) []installFinding {
	out := make([]installFinding, 0, len(counted))
	for i := range counted {
		finding := &counted[i]
		file, _ := folder.CutSlash(finding.File, whole)
		out = append(out, installFinding{
			Rule: finding.Rule, Security: linter.Security(finding.Rule), Severity: finding.Severity, Confidence: finding.Confidence, Locus: finding.Locus,
			File: file, Line: finding.Span.Start.Line, Message: finding.Message,
		})
	}
	return out
}

// zeroClaw takes down the tools of a SKILL.toml, and lists them.
func (g *gatherer) zeroClaw(read *skill.Skill) []installTool {
	var list []installTool
	for _, tool := range zeroclaw.Read(read, "").Tools {
		target := ""
		if tool.Target != nil {
			target = *tool.Target
		}
		list = append(list, installTool{Name: tool.Name, Kind: tool.Kind, Target: target, Command: tool.Command})
		g.tools[tool.Name] = true
		if tool.Kind == "http" {
			g.addresses(tool.Command + " " + target)
		} else {
			g.commands(tool.Command)
		}
	}
	return list
}
