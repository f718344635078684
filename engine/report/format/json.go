package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/skillctl/skillctl/engine"
)

// JSON writes the report as it is, [engine.ReportSchema]; lists are never
// null. Text is kept; hidden characters in it stand as \u escapes.
func JSON(w io.Writer, r engine.Report, opts ...Option) error {
	r, _ = prepare(r, opts)
	r.Skills = slices.Clone(orEmpty(r.Skills))
	r.Projects = slices.Clone(r.Projects)
	for i := range r.Projects {
		r.Projects[i].Findings = orEmpty(r.Projects[i].Findings)
	}
	for i := range r.Skills {
		r.Skills[i].Findings = orEmpty(r.Skills[i].Findings)
	}
	r.Configs = slices.Clone(orEmpty(r.Configs))
	for i := range r.Configs {
		r.Configs[i].Findings = orEmpty(r.Configs[i].Findings)
	}
	r.Findings = orEmpty(r.Findings)
	if r.Summary.BySeverity == nil {
		r.Summary.BySeverity = map[engine.Severity]int{}
	}
	if r.Summary.ByVerdict == nil {
		r.Summary.ByVerdict = map[engine.Verdict]int{}
	}
	return writeJSON(w, r)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// writeJSON writes v indented, with hidden characters escaped.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	_, err := w.Write(indentJSON(b.Bytes()))
	return err
}
