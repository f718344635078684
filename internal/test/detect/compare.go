package detect

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// compareFiles prints what is different between two measurements, and says whether a
// skill that was judged as its label says no longer is.
func compareFiles(before, after string, to io.Writer) (int, error) {
	was, err := read(before)
	if err != nil {
		return failed, err
	}
	is, err := read(after)
	if err != nil {
		return failed, err
	}
	text, lost := difference(was, is)
	if _, err := io.WriteString(to, text); err != nil {
		return failed, err
	}
	if lost > 0 {
		return worse, nil
	}
	return done, nil
}

func read(file string) (*Result, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read measurement: %w", err)
	}
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("read measurement %s: %w", file, err)
	}
	if r.Schema != schemaName {
		return nil, fmt.Errorf("read measurement %s: its schema is %q; %q is wanted", file, r.Schema, schemaName)
	}
	return &r, nil
}

// difference tells of each rate and of each skill that is not as it was, and counts
// the skills that were judged as their labels say and no longer are.
func difference(was, is *Result) (text string, lost int) {
	var b strings.Builder
	for _, s := range append(is.Sources, is.All) {
		old := was.source(s.Name)
		if old == nil {
			_, _ = fmt.Fprintf(&b, "%s: a new source\n", s.Name)
			continue
		}
		rates(&b, s.Name+", verdict", &old.Verdict, &s.Verdict)
		rates(&b, s.Name+", safety", &old.Safety, &s.Safety)
	}
	_, _ = fmt.Fprintf(&b, "macro safety: recall %.3f -> %.3f, false blocks %.3f -> %.3f\n", was.Macro.Safety.Recall, is.Macro.Safety.Recall, was.Macro.Safety.FalseBlock, is.Macro.Safety.FalseBlock)
	_, _ = fmt.Fprintf(&b, "time: mean %.1f -> %.1f ms\n", was.Time.Mean, is.Time.Mean)
	known := map[string]*Item{}
	for i := range was.Items {
		known[was.Items[i].Path] = &was.Items[i]
	}
	for i := range is.Items {
		now := &is.Items[i]
		before := known[now.Path]
		delete(known, now.Path)
		switch {
		case before == nil:
			_, _ = fmt.Fprintf(&b, "new: %s\n", now.Path)
		case before.Verdict != now.Verdict || before.Safety != now.Safety || before.Form != now.Form:
			mark := "same"
			if before.right() && !now.right() {
				mark = "LOST"
				lost++
			} else if !before.right() && now.right() {
				mark = "won"
			}
			_, _ = fmt.Fprintf(&b, "%s: %s %s: safety %s -> %s, form %s -> %s%s\n", mark, now.Kind, now.Path, before.Safety, now.Safety, before.Form, now.Form, changed(before.Rules, now.Rules))
		}
	}
	for i := range was.Items {
		if known[was.Items[i].Path] != nil {
			_, _ = fmt.Fprintf(&b, "gone: %s\n", was.Items[i].Path)
		}
	}
	return b.String(), lost
}

func (r *Result) source(name string) *Source {
	for i := range r.Sources {
		if r.Sources[i].Name == name {
			return &r.Sources[i]
		}
	}
	if name == r.All.Name {
		return &r.All
	}
	return nil
}

func rates(b *strings.Builder, name string, was, is *Rates) {
	for _, one := range []struct {
		name    string
		was, is Rate
	}{{"recall", was.Recall, is.Recall}, {"noticed", was.Noticed, is.Noticed}, {"false blocks", was.FalseBlock, is.FalseBlock}, {"false reviews", was.FalseReview, is.FalseReview}} {
		if one.was != one.is {
			_, _ = fmt.Fprintf(b, "%s, %s: %s -> %s\n", name, one.name, one.was, one.is)
		}
	}
}

// changed names the rules that one list has and the other has not.
func changed(was, is []string) string {
	var b strings.Builder
	seen := map[string]int{}
	for _, rule := range was {
		seen[rule]--
	}
	for _, rule := range is {
		if seen[rule]++; seen[rule] > 0 {
			b.WriteString(" +" + rule)
		}
	}
	for _, rule := range was {
		if seen[rule] < 0 {
			b.WriteString(" -" + rule)
		}
	}
	return b.String()
}
