package fact

import (
	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/host/codex"
	"github.com/skillctl/skillctl/engine/host/openclaw"
	"github.com/skillctl/skillctl/engine/host/zeroclaw"
	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/engine/skill/house"
	"github.com/skillctl/skillctl/internal/document"
)

// Skill is what the lint rules are told of a skill: #SkillFacts of
// schema/lint.cue, whose names its JSON form has.
type Skill struct {
	Path     string        `json:"path"`
	Dir      string        `json:"dir"`
	Manifest manifestFacts `json:"manifest"`
	Text     textFacts     `json:"text"`
	Front    frontFacts    `json:"front"`
	TOML     *tomlFacts    `json:"toml,omitempty"`
	// Violations is a map from hosts to lists of schema violations; the caller
	// fills it in, since the schemas are not known here.
	Violations any         `json:"violations"`
	Body       bodyFacts   `json:"body"`
	Files      []fileFacts `json:"files"`
	// Collisions are pairs of paths that are one file on systems that ignore
	// case or Unicode form.
	Collisions [][2]string `json:"collisions"`
	Counts     countFacts  `json:"counts"`
	Coverage   Coverage    `json:"coverage"`
	Git        []GitPart   `json:"git"`
	// Listed is what is known to be bad of the package.
	Listed  []skill.Listed `json:"listed,omitempty"`
	Project bool           `json:"project"`
	Agents  []agent.Part   `json:"agents"`
	// Laid are settings of agents that stand under no name that one obeys.
	Laid     []agent.Part   `json:"laid"`
	OpenClaw *openclaw.View `json:"openclaw,omitempty"`
	ZeroClaw *zeroclaw.View `json:"zeroclaw,omitempty"`
}

type manifestFacts struct {
	File       string   `json:"file"`
	Format     string   `json:"format"`
	Size       int64    `json:"size"`
	Lookalikes []string `json:"lookalikes"`
	// Type and Nlink repeat those of the file, so that rules need not look for
	// it among all files.
	Type  string `json:"type"`
	Nlink int    `json:"nlink"`
}

type textFacts struct {
	UTF8    bool           `json:"utf8"`
	BOM     bool           `json:"bom"`
	NUL     bool           `json:"nul"`
	Newline string         `json:"newline"`
	Bad     *document.Span `json:"bad,omitempty"`
	// Trailing blanks of the front matter.
	Trailing []document.Span `json:"trailing"`
}

type frontFacts struct {
	Present    bool                  `json:"present"`
	Closed     bool                  `json:"closed"`
	Span       *document.Span        `json:"span,omitempty"`
	Error      *problemFacts         `json:"error,omitempty"`
	Recovered  []recoveredFacts      `json:"recovered"`
	Fields     map[string]fieldFacts `json:"fields"`
	Order      []string              `json:"order"`
	Duplicates []duplicateFacts      `json:"duplicates"`
	Anchors    int                   `json:"anchors"`
	Host       map[string]string     `json:"host"`
	Codex      string                `json:"codex"`
}

type problemFacts struct {
	Code    string        `json:"code,omitempty"`
	Message string        `json:"message"`
	Span    document.Span `json:"span"`
}

type recoveredFacts struct {
	Key  string        `json:"key"`
	Span document.Span `json:"span"`
}

type fieldFacts struct {
	Value   any           `json:"value"`
	Type    string        `json:"type"`
	Span    document.Span `json:"span"`
	KeySpan document.Span `json:"keySpan"`
	Style   string        `json:"style"`
}

type duplicateFacts struct {
	Key   string        `json:"key"`
	Span  document.Span `json:"span"`
	First document.Span `json:"first"`
}

type tomlFacts struct {
	Error *problemFacts `json:"error,omitempty"`
	Value any           `json:"value"`
}

type bodyFacts struct {
	Span     document.Span `json:"span"`
	Lines    int           `json:"lines"`
	Bytes    int           `json:"bytes"`
	Tokens   int           `json:"tokens"`
	Headings int           `json:"headings"`
	// Sections are the lines of the manifest that its sections begin in.
	Sections []int              `json:"sections"`
	Links    []linkFacts        `json:"links"`
	Fences   []fenceFacts       `json:"fences"`
	Flows    []flow.Flow        `json:"flows"`
	Commands []flow.Command     `json:"commands"`
	Passages []flow.Passage     `json:"passages"`
	Orders   []sentence.Order   `json:"orders"`
	Remarks  []sentence.Remark  `json:"remarks"`
	Contacts []sentence.Contact `json:"contacts"`
	// Introduction is the first paragraph of the text, in which a skill says whose it is.
	Introduction house.Introduction `json:"introduction"`
	// Kin are names that have a part of a contact's domain or of an account.
	Kin []house.Kin `json:"kin"`
	// Leans are paragraphs that may have an outcome turned.
	Leans []sentence.Lean `json:"leans"`
	// Rulings are paragraphs that lay down what comes out for whom they name.
	Rulings []sentence.Ruling `json:"rulings"`
	// Templates are addresses of pictures and links that are to be filled in.
	Templates []flow.Template    `json:"templates"`
	Foreign   []sentence.Foreign `json:"foreign"`
	Uses      []flow.Use         `json:"uses"`
	// Chains are ways of values through the programs of the package.
	Chains []way.Chain `json:"chains"`
	// Accesses are places that its programs read and machines that they reach.
	Accesses []way.Access `json:"accesses"`
	// Besides are programs that read a store and send something, whatever that is.
	Besides []beside.Beside `json:"besides"`
	// Sends are where programs send something to a host that is written out.
	Sends []beside.Send `json:"sends"`
	// Deeds are what programs take away of what they were given, and do on some occasions alone.
	Deeds []deed.Deed `json:"deeds"`
	// Disguises are places whose characters say something else than they show.
	Disguises []flow.Disguise `json:"disguises"`
	// Keys are texts that have the form of a key.
	Keys []skill.Key `json:"keys"`
	// Packages are what package managers are told.
	Packages []skill.Package `json:"packages"`
	// Provisions are addresses and rights that its texts lay down.
	Provisions []skill.Provision `json:"provisions"`
	// Parties are persons and accounts that sentences and programs name without a host.
	Parties []sentence.Party `json:"parties"`
}

type fenceFacts struct {
	Lang  string        `json:"lang"`
	Span  document.Span `json:"span"`
	Lines int           `json:"lines"`
	// Lead is what the document says right before it, Note the comment that it begins with.
	Lead string `json:"lead,omitempty"`
	Note string `json:"note,omitempty"`
}

type linkFacts struct {
	Text       string         `json:"text"`
	Target     string         `json:"target"`
	File       string         `json:"file"`
	Span       document.Span  `json:"span"`
	TargetSpan *document.Span `json:"targetSpan,omitempty"`
	Kind       string         `json:"kind"`
	Image      bool           `json:"image"`
	Locus      string         `json:"locus"`
	Mention    bool           `json:"mention,omitempty"`
	Sentence   string         `json:"sentence,omitempty"`
	Path       string         `json:"path,omitempty"`
	Escapes    *bool          `json:"escapes,omitempty"`
	Exists     *bool          `json:"exists,omitempty"`
	Actual     string         `json:"actual,omitempty"`
	Depth      *int           `json:"depth,omitempty"`
}

type fileFacts struct {
	Path    string        `json:"path"`
	Type    string        `json:"type"`
	Size    int64         `json:"size"`
	Mode    string        `json:"mode"`
	Exec    bool          `json:"exec"`
	Nlink   int           `json:"nlink"`
	Hidden  bool          `json:"hidden"`
	Digest  string        `json:"digest,omitempty"`
	Ext     string        `json:"ext"`
	Content *scan.Content `json:"content,omitempty"`
	Shebang *shebangFacts `json:"shebang,omitempty"`
	Link    *symlinkFacts `json:"link,omitempty"`
	Read    string        `json:"read"`
}

type shebangFacts struct {
	Line    string   `json:"line"`
	Program string   `json:"program"`
	Args    []string `json:"args"`
}

type symlinkFacts struct {
	Target   string `json:"target"`
	Resolved string `json:"resolved"`
	Inside   bool   `json:"inside"`
	Exists   bool   `json:"exists"`
	Loop     bool   `json:"loop"`
}

type countFacts struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
	Depth int   `json:"depth"`
}

// Coverage is how much of a skill was read, as rules are told.
type Coverage struct {
	Complete bool       `json:"complete"`
	Gaps     []gapFacts `json:"gaps"`
}

type gapFacts struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	// Rules are those that were not judged.
	Rules []string `json:"rules,omitempty"`
	// Files are those of a gap that stands for many.
	Files []string `json:"files,omitempty"`
}

// CoverageOf is what rules are told of how much of a skill was read.
func CoverageOf(s *skill.Skill) Coverage {
	c := Coverage{Complete: s.Coverage.Complete, Gaps: make([]gapFacts, len(s.Coverage.Gaps))}
	for i, g := range s.Coverage.Gaps {
		c.Gaps[i] = gapFacts(g)
	}
	return c
}

// OfSkill returns what the lint rules are told of a skill, in a form that
// encoding/json writes with the same bytes every time. Lists are never null.
func OfSkill(s *skill.Skill) *Skill {
	f := &Skill{
		Path: s.Path, Dir: s.Dir,
		Manifest: manifestOf(s),
		Text:     textOf(s), Front: frontOf(s), Violations: map[string][]string{},
		Body: bodyOf(s), Files: make([]fileFacts, len(s.Files)), Counts: countFacts(s.Counts),
		Coverage: CoverageOf(s),
		OpenClaw: openclaw.Read(s), ZeroClaw: zeroclaw.Read(s, ""), Collisions: skill.Collisions(s.Files), Listed: s.Listed,
	}
	if s.TOML != nil {
		f.TOML = &tomlFacts{Error: problemFactsOf(s.TOML.Error), Value: map[string]any{}}
		if s.TOML.Root != nil {
			f.TOML.Value = s.TOML.Root.Interface()
		}
	}
	for i := range s.Files {
		f.Files[i] = fileOf(&s.Files[i])
	}
	f.Git, f.Project, f.Agents = OfGit(s), s.Project, append([]agent.Part{}, s.Agents...)
	f.Laid = append([]agent.Part{}, s.Laid...)
	return f
}

func manifestOf(s *skill.Skill) manifestFacts {
	facts := manifestFacts{
		File: s.Manifest.File, Format: s.Manifest.Format, Size: s.Manifest.Size, Lookalikes: s.Manifest.Lookalikes,
	}
	if file := s.File(s.Manifest.File); file != nil {
		facts.Type, facts.Nlink = file.Type, file.Nlink
	}
	return facts
}

func problemFactsOf(p *skill.Problem) *problemFacts {
	if p == nil {
		return nil
	}
	return &problemFacts{Code: p.Code, Message: p.Message, Span: p.Span}
}

func frontOf(s *skill.Skill) frontFacts {
	f := &s.Front
	out := frontFacts{
		Present: f.Present, Closed: f.Closed, Error: problemFactsOf(f.Error), Anchors: f.Anchors,
		Recovered: make([]recoveredFacts, len(f.Recovered)), Duplicates: make([]duplicateFacts, len(f.Duplicates)),
		Fields: make(map[string]fieldFacts, len(f.Fields)), Order: f.Order, Host: f.Host,
	}
	if f.Present {
		out.Span = &f.Span
	}
	if s.Manifest.Format == "md" && s.Manifest.Source != nil {
		out.Codex = codex.Unread(s.Dir, s.Manifest.Source)
	}
	if out.Order == nil {
		out.Order = []string{}
	}
	if out.Host == nil {
		out.Host = map[string]string{}
	}
	for i, r := range f.Recovered {
		out.Recovered[i] = recoveredFacts(r)
	}
	for i, d := range f.Duplicates {
		out.Duplicates[i] = duplicateFacts(d)
	}
	for key, v := range f.Fields {
		out.Fields[key] = fieldFacts{Value: v.Value, Type: v.Type, Span: v.Span, KeySpan: v.KeySpan, Style: v.Style}
	}
	return out
}

func textOf(s *skill.Skill) textFacts {
	t := textFacts{UTF8: s.Text.UTF8, BOM: s.Text.BOM, NUL: s.Text.NUL, Newline: s.Text.Newline, Bad: s.Text.Bad, Trailing: []document.Span{}}
	if s.Front.Present {
		t.Trailing = skill.TrailingBlanks(s.Manifest.Source, s.Front.Span)
	}
	return t
}

func bodyOf(s *skill.Skill) bodyFacts {
	b := &s.Body
	out := bodyFacts{
		Span: b.Span, Lines: b.Lines, Bytes: b.Bytes, Tokens: b.Tokens, Headings: b.Headings, Sections: append([]int{}, b.Sections...),
		Links: make([]linkFacts, len(b.Links)), Fences: make([]fenceFacts, len(b.Fences)),
		Flows: append([]flow.Flow{}, b.Flows...), Commands: append([]flow.Command{}, b.Commands...),
		Passages: append([]flow.Passage{}, b.Passages...), Orders: append([]sentence.Order{}, b.Orders...), Remarks: append([]sentence.Remark{}, b.Remarks...), Contacts: append([]sentence.Contact{}, b.Contacts...), Parties: append([]sentence.Party{}, b.Parties...), Leans: append([]sentence.Lean{}, b.Leans...), Rulings: append([]sentence.Ruling{}, b.Rulings...), Templates: append([]flow.Template{}, b.Templates...), Foreign: append([]sentence.Foreign{}, b.Foreign...), Uses: append([]flow.Use{}, b.Uses...), Disguises: append([]flow.Disguise{}, b.Disguises...),
		Chains: append([]way.Chain{}, b.Chains...), Accesses: append([]way.Access{}, b.Accesses...), Besides: append([]beside.Beside{}, b.Besides...), Sends: append([]beside.Send{}, b.Sends...), Deeds: append([]deed.Deed{}, b.Deeds...),
		Introduction: b.Introduction,
		Kin:          append([]house.Kin{}, b.Kin...),
		Keys:         append([]skill.Key{}, s.Keys...), Packages: append([]skill.Package{}, s.Packages...), Provisions: append([]skill.Provision{}, s.Provisions...),
	}
	for i := range out.Flows {
		out.Flows[i].Steps = withArgv(out.Flows[i].Steps)
	}
	for i := range out.Commands {
		c := &out.Commands[i]
		c.Step, c.Input, c.Lines = withArgv([]flow.Step{c.Step})[0], withArgv(c.Input), withArgv(c.Lines)
	}
	for i := range b.Links {
		l := &b.Links[i]
		out.Links[i] = linkOf(l)
		if l.Kind != skill.LinkRelative && l.Kind != skill.LinkWindows {
			continue // nobody rewrites these
		}
		text := s.Document(l.File)
		if l.File == s.Manifest.File {
			text = s.Manifest.Source
		}
		if span, ok := skill.TargetSpan(text, l); ok {
			out.Links[i].TargetSpan = &span
		}
	}
	for i, f := range b.Fences {
		out.Fences[i] = fenceFacts{Lang: f.Lang, Span: f.Span, Lines: f.Lines}
		out.Fences[i].Lead, out.Fences[i].Note = prose.LeadOfBlock(s.Manifest.Source, f.Span.Start.Offset)
	}
	return out
}

// withArgv are steps with their words in one list.
func withArgv(steps []flow.Step) []flow.Step {
	if steps == nil {
		return nil
	}
	out := make([]flow.Step, len(steps))
	for i, s := range steps {
		s.Argv = append(append(make([]string, 0, len(s.Args)+1), s.Program), s.Args...)
		out[i] = s
	}
	return out
}

func linkOf(l *skill.Link) linkFacts {
	out := linkFacts{
		Text: l.Text, Target: l.Target, File: l.File, Span: l.Span, Kind: l.Kind, Image: l.Image,
		Locus: l.Locus, Mention: l.Mention, Sentence: l.Sentence, Path: l.Path, Actual: l.Actual,
	}
	if l.Path != "" {
		out.Escapes, out.Exists, out.Depth = &l.Escapes, &l.Exists, &l.Depth
	}
	return out
}

func fileOf(f *skill.File) fileFacts {
	out := fileFacts{
		Path: f.Path, Type: f.Type, Size: f.Size, Mode: f.Mode, Exec: f.Exec, Nlink: f.Nlink, Hidden: f.Hidden,
		Digest: f.Digest, Ext: f.Ext, Content: f.Content, Read: f.Read,
	}
	if f.Shebang != nil {
		out.Shebang = &shebangFacts{f.Shebang.Line, f.Shebang.Program, f.Shebang.Args}
		if out.Shebang.Args == nil {
			out.Shebang.Args = []string{}
		}
	}
	if f.Link != nil {
		out.Link = (*symlinkFacts)(f.Link)
	}
	return out
}
