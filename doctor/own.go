package doctor

import (
	"context"
	"fmt"
)

func ownChecks() []Check {
	return []Check{{
		ID: "skillctl/writable", Title: "Others can change settings, policies or records of skillctl",
		Why:    "Who can write to settings, policies or approvals decides what skillctl allows.",
		Remedy: "Run `chmod go-w` on what the message names; `skillctl doctor --fix` does so.",
		Run: func(_ context.Context, m *Machine, report func(Result)) error {
			for _, name := range m.Own {
				reportWritable(m, name, report)
				if err := denied(name); err != nil {
					report(Result{File: name, Found: Unseen, Message: fmt.Sprintf("skillctl cannot read %s: %v", name, err), Hint: "make it readable for this user"})
				}
			}
			return nil
		},
	}, {
		ID: "skillctl/intel", Title: "The list of what is known to be bad is old, or cannot be used",
		Why:    "What became known since the list was made is not on it. While a list is damaged, nothing is linted and nothing installed.",
		Remedy: "Run `skillctl intel update` with a later list; `skillctl intel remove` takes the list away.",
		Run: func(_ context.Context, m *Machine, report func(Result)) error {
			switch {
			case m.Intel == nil:
			case m.Intel.Problem != "":
				report(Result{Found: "unreadable", File: m.Intel.Path, Message: m.Intel.Problem, Hint: "run `skillctl intel update`, or `skillctl intel remove`"})
			case m.Intel.Days > m.Intel.MaxDays:
				report(Result{
					File: m.Intel.Path, Message: fmt.Sprintf("the list %q of what is known to be bad is %d days old; at most %d are wanted", m.Intel.Name, m.Intel.Days, m.Intel.MaxDays),
					Hint: "run `skillctl intel update` with a later one",
				})
			}
			return nil
		},
	}}
}

// Intel is the list of what is known to be bad that skillctl keeps.
type Intel struct {
	// Path is its folder, Name what it is called.
	Path, Name string
	// Days is how old it is, MaxDays how old it may be.
	Days, MaxDays int
	// Problem is why it cannot be used, "" for none.
	Problem string
}
