package format_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
)

// BenchmarkFormats writes a report of 1,000 skills with 7 findings each.
func BenchmarkFormats(b *testing.B) {
	report := plainReport()
	one := report.Skills[0]
	report.Skills = nil
	for i := range 1000 {
		s := engine.SkillReport{Path: fmt.Sprintf("skills/s%04d", i), Name: one.Name, Verdict: one.Verdict}
		for _, f := range one.Findings {
			f.File = s.Path + "/SKILL.md"
			s.Findings = append(s.Findings, f)
		}
		report.Skills = append(report.Skills, s)
	}
	report.Summarise()
	text := []byte(sources()["skills/My-Skill/SKILL.md"])
	for _, name := range format.Names() {
		b.Run(name, func(b *testing.B) {
			write, _ := format.Lookup(name)
			for b.Loop() {
				if err := write(io.Discard, report, format.WithSource(func(string) ([]byte, error) { return text, nil })); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
