package skill

import (
	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/sentence"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/intel"
	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/engine/skill/house"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Skill is what is so about one skill package. It is filled by [Read] and not
// changed by this package afterwards; reading it from several goroutines is
// safe.
type Skill struct {
	// Path is the path of the skill's folder as the user gave it.
	Path string
	// Dir is the base name of the skill's real folder.
	Dir string
	// Digest pins what the package holds: paths, types, executable bits, link
	// targets and file contents. "sha256:" and hex. It pins everything only
	// when Coverage is complete.
	Digest string

	Manifest Manifest
	Text     Text
	Front    Front
	// TOML is the manifest when that is TOML, else nil.
	TOML *TOML
	Body Body
	// Files is every entry below the folder, sorted by path. The folder itself
	// is not listed.
	Files    []File
	Counts   Counts
	Coverage Coverage
	// Git is what Git obeys of the package.
	Git []GitPart
	// Keys are texts of its files that have the form of a key.
	Keys []Key
	// Packages are those that its files name and that are a slip away from another one,
	// and the addresses from which packages are taken.
	Packages []Package
	// Provisions are addresses and rights that its files lay down for others to take over.
	Provisions []Provision
	// others are texts that may not be kept but to see whom they name, in lower case, by file.
	others map[string]string
	// written are the parties that its programs and settings name.
	written []sentence.Party

	// Listed is what is known to be bad of it; nil without a list.
	Listed []Listed

	// Project: it is no package, but a folder that agents work in, of which the files were
	// taken in that they obey and those that these name.
	Project bool
	// Runs are files that are run by what agents start, by slash path, beside those that
	// they name themselves.
	Runs map[string]bool
	// Agents is what agents obey of its files.
	Agents []agent.Part
	// Laid are settings of agents that its texts have under no name that one obeys.
	Laid []agent.Part

	real      string // path of the folder, links followed where that was asked
	documents map[string][]byte
	index     map[string]int    // path -> Files
	gapped    map[string]bool   // files of which not all code was looked through
	folded    map[string]string // lower-case path -> path, made when needed
	// scripts are the files with code that may have flows or commands.
	scripts []script
	// steps are texts for a shell that stand in files of another form.
	steps []step
	// intel is what is known to be bad, nil for nothing.
	intel *intel.Bundle
	// told counts what Listed has, by thing and file, by file, and in all.
	told map[listedKey]int
	// inPart is where the text in hand stands in its file, nil for the file itself.
	inPart *part
	// work is what may still be done for it.
	work *work.Budget
	// finder collects flows, commands and passages.
	finder *flow.Finder
}

// Manifest says which file of the package tells what the skill is.
type Manifest struct {
	// File is "SKILL.md", "SKILL.toml", "manifest.toml", or empty when there is
	// none. The entry need not be a regular file: see Files.
	File string
	// Format is "md", "toml" or empty.
	Format string
	// Size is in bytes.
	Size int64
	// Lookalikes are entries of the folder that are named like a manifest but
	// are not one that every host finds: "skill.md", "SKILLS.md".
	Lookalikes []string
	// Source is the manifest as it was read; nil when it could not be read.
	Source []byte
}

// Text says how the manifest is written down, before its format matters.
type Text struct {
	UTF8 bool
	BOM  bool
	NUL  bool
	// Newline is "lf", "crlf", "cr", "mixed" or "none".
	Newline string
	// Bad is where the first byte stands that is not UTF-8, NUL or a carriage
	// return without a line feed; nil when there is none.
	Bad *document.Span
}

// Front is the front matter of SKILL.md. Fields, Order, Duplicates, Anchors and
// Error are what strict YAML 1.2 says; Host, HostError and Recovered are what
// the loader of OpenClaw 2026.9.6 makes of the same text. All spans are in the
// coordinates of the file.
type Front struct {
	// Present means an opening "---" line at the first character.
	Present bool
	// Closed means that a closing "---" line follows.
	Closed bool
	// Span reaches from the opening to the end of the closing line.
	Span document.Span
	// Root is the block as a node tree; nil when it is not valid YAML or empty.
	Root  *document.Node
	Error *Problem
	// Fields by key, as strict YAML reads them.
	Fields     map[string]Field
	Order      []string
	Duplicates []Duplicate
	// Anchors is the number of anchors and aliases in the block.
	Anchors int
	// Recovered are the keys whose value OpenClaw quotes again because the YAML
	// is broken there.
	Recovered []Recovered
	// Host is the front matter as OpenClaw sees it: every value a string.
	Host map[string]string
	// HostError is why OpenClaw refuses the front matter, nil when it does not.
	HostError *Problem
}

// Problem is a text that a format's grammar refuses.
type Problem struct {
	Code    string
	Message string
	Span    document.Span
}

// Field is one top-level key of the front matter.
type Field struct {
	// Value is nil, bool, int64, float64, string, []any or map[string]any.
	Value any
	// Type is "null", "boolean", "number", "string", "list" or "object".
	Type string
	// Style is how the value is spelt: "plain", "single", "double", "literal",
	// "folded", "flow" or "block".
	Style   string
	Span    document.Span
	KeySpan document.Span
}

// Duplicate is a key that stands more than once.
type Duplicate struct {
	Key   string
	Span  document.Span
	First document.Span
}

// Recovered is a value that a host repairs without a word.
type Recovered struct {
	Key  string
	Span document.Span
}

// TOML is a manifest written in TOML.
type TOML struct {
	Error *Problem
	// Root is nil when there is an error.
	Root *document.Node
}

// Body is the text of a Markdown manifest below its front matter.
type Body struct {
	Span document.Span
	// Lines and Bytes measure the body; Tokens is an estimate, Bytes / 4.
	Lines    int
	Bytes    int
	Tokens   int
	Headings int
	// Sections are the lines of the manifest that its sections begin in, each with its heading.
	Sections []int
	// Links are those of the manifest and of every other Markdown file of the
	// package, sorted by file and place.
	Links  []Link
	Fences []Fence
	// Flows and Commands are those of every Markdown file and every file with
	// code of the package.
	Flows    []flow.Flow
	Commands []flow.Command
	// Passages are those of every Markdown file, and of other texts that are no code.
	Passages []flow.Passage
	// Orders are what the sentences of these have somebody do.
	Orders []sentence.Order
	// Templates are addresses in these that are to be filled in.
	Templates []flow.Template
	// Remarks are their sentences near those that keep something from somebody.
	Remarks []sentence.Remark
	// Leans are their paragraphs that may have an outcome turned.
	Leans []sentence.Lean
	// Rulings are their paragraphs that lay down what comes out for whom they name.
	Rulings []sentence.Ruling
	// Sends are where the programs send something to a host that is written out.
	Sends []beside.Send
	// Deeds are what programs take away of what they were given.
	Deeds []deed.Deed
	// Contacts are the addresses that their sentences name.
	Contacts []sentence.Contact
	// Parties are persons and accounts that their sentences, programs and settings name.
	Parties []sentence.Party
	// Introduction is the first paragraph of the text.
	Introduction house.Introduction
	// Kin are names that have a part of a contact's domain or of an account.
	Kin []house.Kin
	// Foreign are their paragraphs in languages of which orders are not read.
	Foreign []sentence.Foreign
	// Disguises are those of every text that was looked through.
	Disguises []flow.Disguise
	// Chains are ways of values through the programs of the package.
	Chains []way.Chain
	// Accesses are places that its programs read and machines that they reach.
	Accesses []way.Access
	// Besides are programs that read a store and send something, whatever that is.
	Besides []beside.Beside
	// Uses are the files of the package that its texts have run.
	Uses []flow.Use
}

// Fence is a fenced code block of the manifest.
type Fence struct {
	// Lang is the first word of the info string, as written.
	Lang string
	// Span reaches from the opening to the end of the closing fence, Inner
	// covers the lines between.
	Span  document.Span
	Inner document.Span
	// Lines between the fences.
	Lines int
}

// Kinds of link targets.
const (
	LinkRelative = "relative"
	LinkAbsolute = "absolute"
	LinkURL      = "url"
	LinkAnchor   = "anchor"
	LinkMail     = "mail"
	LinkHome     = "home"
	LinkWindows  = "windows"
	LinkOther    = "other"
)

// Loci of links.
const (
	LocusInstruction = "instruction"
	LocusExample     = "example"
)

// Link is a place in a Markdown file that points somewhere.
type Link struct {
	Text   string
	Target string
	// File holds the link, a slash path inside the package.
	File  string
	Span  document.Span
	Kind  string
	Image bool
	// Locus is LocusExample inside a code block or comment.
	Locus string
	// Mention means that a path of the package is named in prose or code, not
	// linked.
	Mention bool
	// Sentence is the one that a link to a file of the package stands in, as written and
	// clipped; "" in an example.
	Sentence string

	// The rest is for relative links only. Path is the cleaned slash path from
	// the folder of the skill, without query and fragment; where it escapes,
	// it starts with "..".
	Path    string
	Escapes bool
	Exists  bool
	// Actual is the spelling on disk when only the case differs.
	Actual string
	// Depth is the number of folders below the skill's.
	Depth int
}

// Types of file.
const (
	TypeRegular = "regular"
	TypeDir     = "dir"
	TypeSymlink = "symlink"
	TypeFIFO    = "fifo"
	TypeSocket  = "socket"
	TypeDevice  = "device"
	TypeOther   = "other"
)

// How much of a file was read.
const (
	ReadFull    = "full"
	ReadPartial = "partial"
	ReadNone    = "none"
)

// File is one entry of the package.
type File struct {
	// Path is a slash path inside the skill.
	Path string
	Type string
	Size int64
	// Mode holds the permission bits with setuid, setgid and sticky, octal:
	// "0755", "4755".
	Mode   string
	Exec   bool
	Nlink  int
	Hidden bool
	// Digest is "sha256:" and hex, for regular files that were read whole.
	Digest string
	// Ext is lower case and starts with a dot; empty when there is none.
	Ext string
	// Content is nil for what is not a regular file, or was not opened.
	Content *scan.Content
	Shebang *scan.Shebang
	Link    *LinkTarget
	Read    string

	// Head is how a file begins that starts with "#!", blanks before it or not:
	// up to [HeadBytes].
	Head string
}

// HeadBytes is how much of a file's first line is kept.
const HeadBytes = 128

// LinkTarget says where a symbolic link leads. Nothing outside the package was
// looked at to find out.
type LinkTarget struct {
	// Target is the text of the link.
	Target string
	// Resolved is the slash path inside the package when Inside, else the
	// target as far as it could be resolved without leaving.
	Resolved string
	Inside   bool
	// Exists is known only when Inside.
	Exists bool
	Loop   bool
}

// Counts measure the package.
type Counts struct {
	// Files counts everything but folders.
	Files int
	// Bytes is the sum of the sizes of regular files.
	Bytes int64
	// Depth is the greatest number of folders above a file.
	Depth int
}

// Coverage says how much of the package was really read.
type Coverage struct {
	Complete bool
	Gaps     []Gap
}

// Reasons of gaps.
const (
	GapFileCount  = "file-count"  // more files than the limit
	GapFileSize   = "file-size"   // a file is longer than what is looked at
	GapTotalSize  = "total-size"  // all files together are longer than the limit
	GapDepth      = "depth"       // folders nested too deep
	GapEntryCount = "entry-count" // a folder has too many entries
	GapUnreadable = "unreadable"  // the system refused
	GapChanged    = "changed"     // a file changed while it was read
	GapNotUTF8    = "encoding"    // a document is not UTF-8
	GapOutside    = "outside"     // the manifest is a link that leaves the package
	GapFileType   = "file-type"   // the manifest is not a regular file
	GapCode       = "code"        // more code than is looked through
	GapLinkCount  = "link-count"  // more links or fences than are listed
	GapPath       = "path"        // a name that cannot be written down
	GapAbsent     = "absent"      // a pointer to content that is not in the package
	GapArchive    = "archive"     // an archive that could not be listed to the end
	GapRules      = "rules"       // rules that were not judged to the end
)

// Gap is a part of the package that was not read, or judged.
type Gap struct {
	// File is a slash path inside the skill, "." for the folder itself.
	File   string
	Reason string
	Detail string
	// Rules are those that were not judged.
	Rules []string
	// Files are those of a gap that stands for many, which File does not name.
	Files []string
}

// File returns the entry at a slash path inside the skill, nil when there is
// none.
func (s *Skill) File(path string) *File {
	i, ok := s.index[path]
	if !ok {
		return nil
	}
	return &s.Files[i]
}

// Document returns the text of a Markdown, TOML, YAML or JSON file of the
// package as it was read, nil when it was not. The caller must not change it.
func (s *Skill) Document(path string) []byte { return s.documents[path] }
