package format

import (
	"io"
	"slices"

	"github.com/skillctl/skillctl/engine"
)

// Format writes one report.
type Format func(w io.Writer, r engine.Report, opts ...Option) error

// Option changes how a report is written.
type Option func(*options)

type options struct {
	source    func(file string) ([]byte, error)
	rules     []engine.Rule
	color     bool
	links     bool
	at        func(file string) string
	threshold engine.Severity
	summary   bool
	least     engine.Severity
	columns   int
	terminal  int
	command   string
	left      []string
	// told: a person decides by what is shown; see [Told].
	told bool
}

// WithLeft says what a boundary leaves open on this machine, in sentences.
func WithLeft(left []string) Option { return func(o *options) { o.left = left } }

// WithSource gives the text of files, for source frames. Without it, or where
// it returns an error, a finding is written without its frame.
func WithSource(source func(file string) ([]byte, error)) Option {
	return func(o *options) { o.source = source }
}

// WithRules gives the rules that were looked for. SARIF lists them beside the
// findings, so that a reader sees what was checked.
func WithRules(rules []engine.Rule) Option {
	return func(o *options) { o.rules = slices.Clone(rules) }
}

// WithColor switches colour on or off; off is the default.
func WithColor(on bool) Option { return func(o *options) { o.color = on } }

// WithLinks writes rule ids and places as OSC 8 hyperlinks; off is the default. at makes
// the path of a file absolute; without it places are not linked.
func WithLinks(on bool, at func(file string) string) Option {
	return func(o *options) { o.links, o.at = on, at }
}

// WithThreshold sets the severity from which a finding is a failed test in
// JUnit; empty: none is. The default is [engine.SeverityInfo]: every finding.
func WithThreshold(s engine.Severity) Option {
	return func(o *options) { o.threshold = s }
}

// WithSummary says whether pretty ends with its summary line; it does by
// default.
func WithSummary(on bool) Option { return func(o *options) { o.summary = on } }

// WithMinSeverity leaves milder findings out of the reports for people, which then say
// how many; the default is [engine.SeverityInfo]: every finding.
func WithMinSeverity(s engine.Severity) Option { return func(o *options) { o.least = s } }

// WithCommand says which command of skillctl writes the report; the default is
// "lint". It is the title of a report, and what --fix is an option of is named
// where it is not this command.
func WithCommand(name string) Option { return func(o *options) { o.command = name } }

// The names of the formats.
const (
	NamePretty   = "pretty"
	NameCompact  = "compact"
	NameJSON     = "json"
	NameSARIF    = "sarif"
	NameGitHub   = "github"
	NameJUnit    = "junit"
	NameMarkdown = "markdown"
	NameHTML     = "html"
)

// Names returns the names of all formats, those for people first.
func Names() []string {
	return []string{NamePretty, NameCompact, NameJSON, NameSARIF, NameGitHub, NameJUnit, NameMarkdown, NameHTML}
}

// Lookup returns the format of a name.
func Lookup(name string) (Format, bool) {
	switch name {
	case NamePretty:
		return Pretty, true
	case NameCompact:
		return Compact, true
	case NameJSON:
		return JSON, true
	case NameSARIF:
		return SARIF, true
	case NameGitHub:
		return GitHub, true
	case NameJUnit:
		return JUnit, true
	case NameMarkdown:
		return Markdown, true
	case NameHTML:
		return HTML, true
	}
	return nil, false
}

// WithWidth fits source lines and their carets, and tables, into a terminal of so many columns; 0
// stands for no limit, as in a file.
func WithWidth(columns int) Option {
	return func(o *options) {
		if columns > 0 {
			o.columns = min(max(columns-beside, minColumns), maxColumns)
			o.terminal = columns
		}
	}
}

const (
	// maxColumns is how much of a source line a frame shows, in terminal cells.
	maxColumns = 160
	// minColumns is the least of it, however narrow the terminal is.
	minColumns = 20
	// beside is what stands beside it: a line number of up to five digits, the rail and
	// the marks of a line that was cut.
	beside = 10
)

// lintCommand is the command whose findings --fix fixes.
const lintCommand = "lint"

func apply(opts []Option) options {
	o := options{threshold: engine.SeverityInfo, least: engine.SeverityInfo, columns: maxColumns, summary: true, command: lintCommand}
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

// fix is how the option --fix is written for somebody who called this command.
func (o options) fix() string {
	if o.command == lintCommand {
		return "--fix"
	}
	return "skillctl lint --fix"
}

// writer remembers the first error, so that a format need not ask after every
// piece.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) put(pieces ...string) {
	for _, p := range pieces {
		if w.err != nil {
			return
		}
		_, w.err = io.WriteString(w.w, p)
	}
}
