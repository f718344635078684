package engine

import (
	"context"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/skill"
)

// installSkill is #InstallSkill of schema/install.cue.
type installSkill struct {
	Path         string              `json:"path"`
	Name         string              `json:"name"`
	Dir          string              `json:"dir"`
	Written      string              `json:"written"`
	Manifest     string              `json:"manifest"`
	Digest       string              `json:"digest"`
	Complete     bool                `json:"complete"`
	Verdict      Verdict             `json:"verdict"`
	Findings     []installFinding    `json:"findings"`
	Installers   []skill.InstallSpec `json:"installers"`
	Tools        []installTool       `json:"tools"`
	Capabilities Capabilities        `json:"capabilities"`
}

type installFinding struct {
	Rule       string     `json:"rule"`
	Severity   Severity   `json:"severity"`
	Confidence Confidence `json:"confidence"`
	Locus      Locus      `json:"locus"`
	File       string     `json:"file"`
	Line       int        `json:"line"`
	Message    string     `json:"message"`
}

type installTool struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Target  string `json:"target"`
	Command string `json:"command"`
}

// installSkill lints one skill of what is to be installed; whole is how that is
// shown.
func (e *Engine) installSkill(ctx context.Context, found *catalog.Skill, read *skill.Skill, whole string, collected *gatherer) (installSkill, SkillReport, error) {
	run := &run{engine: e}
	result, err := run.judge(ctx, found, read)
	if err != nil {
		return installSkill{}, SkillReport{}, err
	}
	counted := e.unsuppressed(result.Findings)
	// Whether all was read is a fact of its own, which the gate has a setting for.
	verdict, err := e.verdicts.of(ctx, counted, true)
	if err != nil {
		return installSkill{}, SkillReport{}, err
	}
	out := installSkill{
		Path: found.Rel, Name: result.Name, Dir: read.Dir, Manifest: read.Manifest.File, Digest: read.Digest, Complete: read.Coverage.Complete,
		Verdict: verdict, Findings: []installFinding{}, Installers: []skill.InstallSpec{}, Tools: []installTool{},
	}
	out.Written = read.Front.Host["name"]
	if read.TOML != nil && result.Name != read.Dir {
		out.Written = result.Name
	}
	for i := range counted {
		finding := &counted[i]
		file, _ := cutFolder(finding.File, whole)
		out.Findings = append(out.Findings, installFinding{
			Rule: finding.Rule, Severity: finding.Severity, Confidence: finding.Confidence, Locus: finding.Locus,
			File: file, Line: finding.Span.Start.Line, Message: finding.Message,
		})
	}
	collected.manifest(read)
	if host := skill.ReadOpenClaw(read); host != nil {
		out.Installers = append(out.Installers, host.Install...)
	}
	if read.TOML != nil && read.TOML.Root != nil {
		for _, tool := range skill.ReadZeroClaw(read, "").Tools {
			target := ""
			if tool.Target != nil {
				target = *tool.Target
			}
			out.Tools = append(out.Tools, installTool{Name: tool.Name, Kind: tool.Kind, Target: target, Command: tool.Command})
			collected.tools[tool.Name] = true
			if tool.Kind == "http" {
				collected.addresses(tool.Command + " " + target)
			} else {
				collected.commands(tool.Command)
			}
		}
	}
	out.Capabilities = collected.capabilities()
	report := result.SkillReport
	report.Verdict, err = e.verdicts.of(ctx, counted, read.Coverage.Complete)
	report.Findings = e.control.apply(report.Findings, e.now)
	return out, report, err
}
