package install

import (
	"context"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
)

// installCode is #InstallCode of schema/install.cue: what the rules say of files that
// belong to no skill, those of a plugin above all.
type installCode struct {
	Name     string           `json:"name"`
	Complete bool             `json:"complete"`
	Verdict  engine.Verdict   `json:"verdict"`
	Safety   engine.Verdict   `json:"safety"`
	Form     engine.Verdict   `json:"form"`
	Findings []installFinding `json:"findings"`
}

// codeOf is what counts of what the rules say of a package that is no skill itself.
func codeOf(ctx context.Context, linter *lint.Linter, report engine.SkillReport, whole string) (*installCode, error) {
	judged, err := linter.Weigh(ctx, report)
	if err != nil {
		return nil, err
	}
	return &installCode{
		Name: report.Name, Complete: report.Complete, Verdict: judged.Verdict, Safety: judged.Safety, Form: judged.Form,
		Findings: findingsOf(linter, judged.Counted, whole),
	}, nil
}
