package doctor

import (
	"context"
)

func ownChecks() []Check {
	return []Check{{
		ID: "skillctl/writable", Title: "Others can change settings, policies or records of skillctl",
		Why:    "Who can write to settings, policies or approvals decides what skillctl allows.",
		Remedy: "Run `chmod go-w` on what the message names; `skillctl doctor --fix` does so.",
		Run: func(_ context.Context, m *Machine, report func(Result)) error {
			for _, name := range m.Own {
				reportWritable(m, name, report)
			}
			return nil
		},
	}}
}
