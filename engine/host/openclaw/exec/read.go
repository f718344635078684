package openclawexec

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/internal/document"
)

// openClawShapes are the risks that come from the shape of a command, not from a
// word of it.
func openClawShapes() []string {
	return []string{"background", "if", "for", "while", "case", "subshell", "group"}
}

// Read reads the text of facts as OpenClaw 2026.9.6 does; nil when the
// text is too long or no text at all. Without a scope no program is looked up.
func Read(f *command.Facts, scope *Scope) *View {
	if f.Parse.Limit == "too_large" || !f.Source.UTF8 {
		return nil
	}
	var v *View
	analysis.Guard(f, func() { v = readOpenClaw(f, scope) })
	return v
}

func readOpenClaw(f *command.Facts, scope *Scope) *View {
	src := f.Source.Text
	v := &View{Segments: []Segment{}, TrustedDirs: []string{}, Control: controlOpenClaw(f), Preflight: preflightOpenClaw(src)}
	b := ocBuilder{view: v, scope: scope, t: script.New(src), found: map[string]Resolution{}}
	if b.scope != nil {
		v.Workdir, v.TrustedDirs, v.Home = b.scope.workdir(), b.scope.trustedDirs(), b.scope.home()
		v.Bleed = b.scope.bleed(src)
	}
	b.plan(explainOpenClaw(src))
	v.Binding = b.binding()
	return v
}

type ocBuilder struct {
	view  *View
	scope *Scope
	t     *script.Text
	found map[string]Resolution
}

// plan decides whether the text can be analysed and fills in the segments.
func (b *ocBuilder) plan(e *ocExplanation) {
	v := b.view
	var top []*ocStep
	for _, s := range e.steps {
		if s.top {
			top = append(top, s)
		}
	}
	reason := e.blocking()
	fallback := len(top) == 1 && top[0].shell && e.risksInside(slices.Index(e.steps, top[0]))
	switch {
	case !e.ok || reason != "" && !fallback:
		v.Reason = cmp.Or(reason, "unable to parse command")
	case len(top) == 0:
		v.Reason = "no commands to authorize"
	default:
		v.OK = true
	}
	for _, s := range e.steps {
		v.Heredoc = v.Heredoc || s.heredoc
	}
	if !v.OK {
		for _, s := range e.steps {
			v.Segments = append(v.Segments, b.segment(s, "direct"))
		}
		return
	}
	steps, transport := top, "direct"
	if payload := e.payloadSteps(top, reason); payload != nil {
		steps, transport = payload, "shell-wrapper"
	}
	for _, s := range steps {
		v.Segments = append(v.Segments, b.segment(s, transport))
	}
	b.render(steps, transport)
}

// blocking is the first reason for which a text cannot be analysed, or "".
func (e *ocExplanation) blocking() string {
	if len(e.risks) > 0 {
		return e.risks[0].kind
	}
	for _, s := range e.shapes {
		if slices.Contains(openClawShapes(), s) {
			return s
		}
	}
	for _, s := range e.steps {
		if s.dynamic && len(s.prompt) == 0 && !e.insidePrompt(s) {
			return "dynamic-argument"
		}
	}
	return ""
}

// insidePrompt reports whether the step came out of one that is prompt-only.
func (e *ocExplanation) insidePrompt(s *ocStep) bool {
	for s.parent >= 0 {
		s = e.steps[s.parent]
		if len(s.prompt) > 0 {
			return true
		}
	}
	return false
}

// risksInside reports whether the first unanalyzable risk stands inside the
// given step.
func (e *ocExplanation) risksInside(step int) bool {
	if len(e.risks) == 0 {
		return true
	}
	at := e.risks[0].step
	if at == ocWhole && step >= 0 {
		s := e.steps[step]
		return s.from == 0 && s.t != nil && s.to == len(s.t.Src)
	}
	return at == step
}

// payloadSteps are the commands of a shell's text when each may be judged on
// its own, nil otherwise.
func (e *ocExplanation) payloadSteps(top []*ocStep, reason string) []*ocStep {
	if len(top) != 1 || reason != "" || !top[0].shell || top[0].prelude {
		return nil
	}
	t := loadOpenClaw()
	args := top[0].argv
	if strings.ContainsAny(trimJS(args[0]), `/\`) || !slices.Contains(t.ParseableShells, normalToken(args[0])) || t.startsUp(args) {
		return nil
	}
	parent := slices.Index(e.steps, top[0])
	var out []*ocStep
	for _, s := range e.steps {
		if s.parent == parent {
			out = append(out, s)
		}
	}
	if len(out) == 0 || trimJS(out[0].argv[0]) == "" {
		return nil
	}
	for _, s := range out {
		if strings.ContainsAny(trimJS(s.argv[0]), `/\`) || strings.HasSuffix(normalToken(s.argv[0]), "-wrapper") {
			return nil
		}
	}
	return out
}

// segment turns a step into the facts that a policy judges.
func (b *ocBuilder) segment(s *ocStep, transport string) Segment {
	t := loadOpenClaw()
	g := Segment{
		Raw: s.raw, Argv: s.argv, Op: s.op, Reasons: []string{}, Transport: transport, Plan: PlanOf(s.argv),
		InlineEval: s.inline, Expands: s.expands, Span: b.span(s),
	}
	g.Reasons = append(g.Reasons, s.prompt...)
	if s.inline != "" {
		g.Reasons = append(g.Reasons, "inline-eval")
	}
	prelude := []string{}
	if s.prelude {
		prelude = s.before
		if len(prelude) == 0 {
			prelude = []string{"shell-env-assignment"}
		}
	}
	g.Reasons = append(g.Reasons, prelude...)
	switch {
	case g.Plan.Blocked || len(prelude) > 0:
		g.Trust = "prompt-only"
	case transport == "direct" && t.bindable(s.argv) != nil:
		g.Trust = "exact-command"
	case len(s.prompt) > 0:
		g.Trust = "prompt-only"
	default:
		g.Trust = "executable"
	}
	if !g.Plan.Blocked && g.InlineEval == "" {
		g.InlineEval = t.inlineEval(g.Plan.Argv, map[string]bool{})
	}
	head := strings.ToLower(trimJS(s.argv[0]))
	g.Builtin = slices.Contains(t.SafeBuiltins, head) || head == "["
	g.Policy, g.Execution = b.resolve(first(g.Plan.PolicyArgv)), b.resolve(first(g.Plan.Argv))
	g.Match = b.match(g.Plan)
	return g
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}

func (b *ocBuilder) span(s *ocStep) document.Span {
	if s.parent >= 0 || s.t == nil {
		return b.t.Span(0, len(b.t.Src))
	}
	return b.t.Span(s.from, min(s.to, len(b.t.Src)))
}

func isLetterCluster(tok, letters string) bool {
	return len(tok) > 1 && tok[0] == '-' && !strings.Contains(tok[1:], "-") && strings.ContainsAny(tok[1:], letters)
}

func (b *ocBuilder) absolute(name string) string {
	if b.scope == nil {
		return filepath.Clean(name)
	}
	return b.scope.absolute(name)
}

// resolve finds a program as OpenClaw does, each name once.
func (b *ocBuilder) resolve(name string) Resolution {
	raw := trimJS(name)
	if r, done := b.found[raw]; done {
		return r
	}
	r := Resolution{Raw: raw, Name: raw}
	if strings.ContainsAny(raw, `/\`) || strings.HasPrefix(raw, "~") {
		r.Candidate = b.absolute(raw)
	}
	if b.scope != nil && raw != "" {
		if file, real := b.scope.find(raw); file != "" {
			r.Path, r.Real, r.Candidate, r.Name = file, real, file, filepath.Base(file)
		}
	}
	b.found[raw] = r
	return r
}

// render builds the text that would run.
func (b *ocBuilder) render(steps []*ocStep, transport string) {
	v := b.view
	if transport != "direct" {
		builtins := true
		for _, s := range v.Segments {
			builtins = builtins && s.Builtin
		}
		if builtins {
			src := b.t.Src
			v.Rendered = &src
			return
		}
		v.RenderError = "payload"
		return
	}
	if b.scope == nil {
		v.RenderError = "unresolved"
		return
	}
	var out strings.Builder
	last := 0
	for i, s := range steps {
		head, until, err := b.renderHead(s, v.Segments[i])
		if err != "" {
			v.RenderError = err
			return
		}
		from := s.from
		if len(s.words) == len(s.argv) && len(s.words) > 0 {
			// Assignments before the program stay.
			from = s.words[0].Span.Start.Offset
		}
		out.WriteString(cut(b.t.Src, last, from))
		out.WriteString(head)
		last = until
	}
	out.WriteString(cut(b.t.Src, last, len(b.t.Src)))
	text := out.String()
	v.Rendered = &text
}

// renderHead renders a command up to its program and says where the rest, which
// stays as it is, begins.
func (b *ocBuilder) renderHead(s *ocStep, g Segment) (text string, until int, problem string) {
	skip := len(s.argv) - len(g.Plan.Argv) - (len(s.argv) - len(s.words))
	switch {
	case g.Plan.Blocked:
		return "", 0, "blocked"
	case s.expands:
		return "", 0, "expansion"
	case skip < 0 || skip >= len(s.words), g.Builtin && len(g.Plan.Wrappers) == 0, g.Execution.Real == "" && len(g.Plan.Wrappers) == 0:
		from := s.from
		if len(s.words) == len(s.argv) && len(s.words) > 0 {
			from = s.words[0].Span.Start.Offset
		}
		return cut(b.t.Src, from, s.to), s.to, ""
	}
	head := g.Execution.Real
	if head == "" {
		head = g.Plan.Argv[0]
	}
	return argv.Quote(head), s.words[skip].Span.End.Offset, ""
}
