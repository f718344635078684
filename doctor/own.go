package doctor

import (
	"context"
)

func ownChecks() []Check {
	return []Check{{
		ID: "skillctl/writable", Title: "Settings, policies or records of skillctl that others can change",
		Why: "Who can write to the settings, the policies or the approvals decides what skillctl allows.",
		Run: func(_ context.Context, m *Machine, report func(Result)) error {
			for _, name := range m.Own {
				reportWritable(m, name, report)
			}
			return nil
		},
	}}
}
