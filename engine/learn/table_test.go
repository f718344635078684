package learn_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/policies"
)

// TestTable: what policies/tables/learned.json lists is there in policies/programs, and
// nothing of it deletes.
func TestTable(t *testing.T) {
	t.Parallel()
	var table struct {
		Listed map[string][]string `json:"listed"`
		Tasks  struct {
			Programs map[string][]string `json:"programs"`
		} `json:"tasks"`
	}
	policies.Table("learned", &table)
	read := func(program, sub string) *grammar.Reading {
		return analysis.Text(strings.TrimSpace(program+" "+sub), analysis.WithArguments()).Commands[0].Arguments
	}
	for program, subs := range table.Listed {
		for _, sub := range subs {
			said := read(program, strings.TrimPrefix(sub, "*"))
			switch {
			case said == nil || !said.Entry:
				t.Errorf("%s has no entry", program)
			case sub != "*" && strings.Join(said.Sub, " ") != sub:
				t.Errorf("%s %s is no sub-command: %q", program, sub, said.Sub)
			case slices.Contains(said.Effects, "deletes"):
				t.Errorf("%s %s deletes", program, sub)
			}
		}
	}
	for program, subs := range table.Tasks.Programs {
		for _, sub := range subs {
			if !slices.Contains(table.Listed[program], sub) {
				t.Errorf("%s %s has tasks, and is not listed", program, sub)
			}
		}
	}
}
