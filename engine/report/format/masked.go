package format

import (
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/secret"
)

// Reports go to logs, tickets and services that more people read than the files that
// they are about. So no format shows a secret: what is written passes through here,
// texts as a whole and lines of files in [text.secrets].

// prepare is what every format begins with: the report without the secrets in it,
// and the options.
func prepare(r engine.Report, opts []Option) (engine.Report, options) {
	r.Skills, r.Configs = slices.Clone(r.Skills), slices.Clone(r.Configs)
	r.Projects = slices.Clone(r.Projects)
	for i := range r.Projects {
		r.Projects[i].Name = hide(r.Projects[i].Name)
		r.Projects[i].Findings = maskedList(r.Projects[i].Findings)
	}
	for i := range r.Skills {
		r.Skills[i].Name = hide(r.Skills[i].Name)
		r.Skills[i].Findings = maskedList(r.Skills[i].Findings)
	}
	for i := range r.Configs {
		r.Configs[i].Findings = maskedList(r.Configs[i].Findings)
	}
	r.Findings = maskedList(r.Findings)
	return r, apply(opts)
}

func hide(s string) string { return secret.Known().Hide(s) }

func maskedList(list []engine.Finding) []engine.Finding {
	out := slices.Clone(list)
	for i := range out {
		out[i] = Masked(out[i])
	}
	return out
}

// Masked is a finding to be shown: secrets in its texts are replaced by what they are.
// A fix that would write one is named, but has no edits: applied from a report it
// would write something else.
func Masked(f engine.Finding) engine.Finding {
	f.Title, f.Message, f.Hint = hide(f.Title), hide(f.Message), hide(f.Hint)
	f.SeverityReason = hide(f.SeverityReason)
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		f.Related[i].Message = hide(f.Related[i].Message)
	}
	if f.Fix != nil {
		fix := *f.Fix
		fix.Title = hide(fix.Title)
		if slices.ContainsFunc(fix.Edits, func(e engine.Edit) bool { return secret.Known().FindEntries(e.Text) != nil }) {
			fix.Edits = []engine.Edit{}
		}
		f.Fix = &fix
	}
	if f.Suppressed != nil {
		why := *f.Suppressed
		why.Reason, why.Owner = hide(why.Reason), hide(why.Owner)
		f.Suppressed = &why
	}
	return f
}

// text is a file that frames show lines of.
type text struct {
	all   []byte
	lines [][]byte
	// starts are where the lines begin.
	starts []int
	found  map[block][]secret.Found
	// told: a person decides by what is shown; see [Told].
	told bool
}

// block is a part of a text that is searched at once; entries says that it is a
// configuration, whose entries say by their names what they hold.
type block struct {
	number  int
	entries bool
}

const (
	// blockBytes is how much of a text is searched at a time: of a long one, only what
	// is shown. A secret is found that stands in the block or begins or ends up to
	// aroundBytes beside it, as a private key of many lines does.
	blockBytes  = 32 << 10
	aroundBytes = 16 << 10
)

func newText(all []byte) *text {
	t := &text{all: all, found: map[block][]secret.Found{}}
	t.lines = splitLines(all)
	at := 0
	for _, line := range t.lines {
		t.starts = append(t.starts, at)
		at += len(line)
		if at+1 < len(all) && all[at] == '\r' && all[at+1] == '\n' {
			at++
		}
		at++
	}
	return t
}

// secrets are those in the bytes from up to to of a line, counted from the beginning of
// the line and cut at these bounds.
func (t *text) secrets(line, from, to int, entries bool) []secret.Found {
	start := t.starts[line]
	from, to = from+start, to+start
	var out []secret.Found
	for n := from / blockBytes; n*blockBytes < to; n++ {
		for _, one := range t.block(block{n, entries}) {
			one.From, one.To = max(one.From, from), min(one.To, to)
			if one.From >= one.To {
				continue
			}
			one.From, one.To = one.From-start, one.To-start
			if last := len(out) - 1; last >= 0 && one.From < out[last].To {
				out[last].To = max(out[last].To, one.To)
				continue
			}
			out = append(out, one)
		}
	}
	return out
}

// block are the secrets that reach into a block.
func (t *text) block(b block) []secret.Found {
	if found, ok := t.found[b]; ok {
		return found
	}
	begin, end := b.number*blockBytes, min((b.number+1)*blockBytes, len(t.all))
	first := max(begin-aroundBytes, 0)
	part := string(t.all[first:min(end+aroundBytes, len(t.all))])
	var found []secret.Found
	if b.entries {
		found = secret.Known().FindEntries(part)
	} else {
		found = secret.Known().Find(part)
	}
	for i, one := range found {
		if t.told {
			found[i] = one.As(masked(part[one.From:one.To]))
		}
		found[i].From, found[i].To = one.From+first, one.To+first
	}
	found = slices.DeleteFunc(found, func(one secret.Found) bool { return one.To <= begin || one.From >= end })
	t.found[b] = found
	return found
}
