package lint

import (
	"context"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/skill"
)

// Judgement is what lint says of one skill that somebody else has read.
type Judgement struct {
	// Report is that of [Linter.Lint].
	Report engine.SkillReport
	// Counted are the findings that no setting suppresses, whatever the settings
	// show; Verdict follows from them alone: whether the whole skill was read is not
	// in it, as it is in that of the report.
	Counted []engine.Finding
	Verdict engine.Verdict
}

// Judge asks the rules about a skill whose inventory was taken.
func (e *Linter) Judge(ctx context.Context, found *catalog.Skill, read *skill.Skill) (Judgement, error) {
	result, err := (&run{linter: e}).judge(ctx, found, read)
	if err != nil {
		return Judgement{}, err
	}
	judged := Judgement{Report: result.SkillReport, Counted: e.unsuppressed(result.Findings)}
	if judged.Verdict, err = e.verdicts.of(ctx, judged.Counted, true); err != nil {
		return Judgement{}, err
	}
	if judged.Report.Verdict, err = e.verdicts.of(ctx, judged.Counted, read.Coverage.Complete); err != nil {
		return Judgement{}, err
	}
	judged.Report.Findings = e.control.apply(result.Findings, e.now)
	return judged, nil
}
