package lint

import (
	"context"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/skill"
)

// Judgement is what lint says of one skill that somebody else has read.
type Judgement struct {
	// Report is that of [Linter.Lint].
	Report engine.SkillReport
	// Counted are the findings that no setting suppresses, whatever the settings
	// show; Verdict, Safety and Form follow from them alone: whether the whole skill was
	// read is not in them, as it is in those of the report.
	Counted               []engine.Finding
	Verdict, Safety, Form engine.Verdict
}

// Examined is what the rules say of one package by its files alone. It holds for as
// long as Lasting says so and the files are the same, for whoever has the same
// [Linter.Identity]; settings that accept findings, and the time, have no part in it.
type Examined struct {
	Report engine.SkillReport
	// Lasting: all files were read, and nothing outside of them was looked at.
	Lasting bool
}

// Identity stands for everything but the package that [Linter.Examine] depends on.
func (e *Linter) Identity() string { return e.identity }

// Examine asks the rules about a skill whose inventory was taken.
func (e *Linter) Examine(ctx context.Context, found *catalog.Skill, read *skill.Skill) (Examined, error) {
	result, err := (&run{linter: e}).judge(ctx, found, read, e.asked())
	return Examined{result.SkillReport, result.lasting}, err
}

// ExaminePackage asks about a package that is no skill, such as a plugin, the rules that
// look at files and their text alone. Its inventory was taken, and it was not parsed.
func (e *Linter) ExaminePackage(ctx context.Context, read *skill.Skill) (Examined, error) {
	if err := read.Parse(ctx); err != nil {
		return Examined{}, err
	}
	answers, err := (&run{linter: e}).askAbout(ctx, unitPackage, read, fact.OfSkill(read), e.asked())
	if err != nil {
		return Examined{}, err
	}
	return Examined{engine.SkillReport{
		Path: read.Path, Name: read.Dir, Digest: read.Digest, Complete: read.Coverage.Complete,
		Findings: e.findings(answers, &skillUnit{skill: read}),
	}, read.Coverage.Complete}, nil
}

// Weigh draws the verdicts from the findings of a report, and has the settings say
// which of these count and which it shows.
func (e *Linter) Weigh(ctx context.Context, report engine.SkillReport) (Judgement, error) {
	judged := Judgement{Report: report, Counted: e.unsuppressed(report.Findings)}
	read, err := e.verdicts.of(ctx, judged.Counted, true)
	if err != nil {
		return Judgement{}, err
	}
	said, err := e.verdicts.of(ctx, judged.Counted, report.Complete)
	if err != nil {
		return Judgement{}, err
	}
	judged.Verdict, judged.Safety, judged.Form = read.Verdict, read.Safety, read.Form
	judged.Report.Verdict, judged.Report.Safety, judged.Report.Form = said.Verdict, said.Safety, said.Form
	judged.Report.Findings = e.control.apply(report.Findings, e.now)
	return judged, nil
}
