package flow

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// Write is a place outside of the package that a command changes, of those that
// policies/tables/touched.json lists.
type Write struct {
	// Act is "write", "append", "link", "mode", "delete", "delete-tree" or "device".
	Act string `json:"act"`
	// Place is the file or folder, the home folder as "~".
	Place string `json:"place"`
	// Kind says what the place is: of those that something runs or obeys by itself
	// "key", "rights", "schedule", "shell", "service", "login", "python", "program",
	// "git", "agent", "registry"; of those that much is lost with "home", "system",
	// "disk".
	Kind string `json:"kind"`
}

// maxPut is how much is kept of the text that is written, in bytes.
const maxPut = 4000

// touchTable is policies/tables/touched.json.
type touchTable struct {
	Starts, Wide []struct {
		Kind     string
		Patterns []string
	}
	Disks []string
	// Writers are programs of which any argument may be the place.
	Writers map[string]string
	// Opens are words of calls that write, Words those of texts that may hold a
	// command that changes such a place; lower case.
	Opens, Words []string
	starts, wide []placeKind
	disks        *lazydfa.Regexp
}

type placeKind struct {
	kind    string
	pattern *lazydfa.Regexp
}

// Like [watched], read once.
var touched = sync.OnceValue(func() *touchTable {
	t := &touchTable{}
	policies.Table("touched", t)
	for _, one := range t.Starts {
		t.starts = append(t.starts, placeKind{one.Kind, anyOf(one.Patterns)})
	}
	for _, one := range t.Wide {
		t.wide = append(t.wide, placeKind{one.Kind, anyOf(one.Patterns)})
	}
	t.disks = anyOf(t.Disks)
	return t
})

func anyOf(patterns []string) *lazydfa.Regexp {
	return lazydfa.New("(?i)(?:" + strings.Join(patterns, ")|(?:") + ")")
}

// placed says what a place is that something is done to, and whether it matters.
func (t *touchTable) placed(act, place string) (Write, bool) {
	if t.disks.MatchString(place) && act != "mode" {
		return Write{act, place, "disk"}, true
	}
	kinds := t.starts
	if act == "delete" || act == "delete-tree" || act == "device" || act == "mode-tree" {
		kinds = t.wide
	}
	for _, one := range kinds {
		if one.pattern.MatchString(place) {
			return Write{act, place, one.kind}, true
		}
	}
	return Write{}, false
}

// homes are ways to write the home folder.
var homes = lazydfa.New(`(?i)^(?:\$HOME\b|\$\{HOME\}|\$\{HOME:[-?][^}]*\}|%(?:userprofile|homepath|appdata/\.\.)%|\$env:(?:home|userprofile)\b|~[a-z][a-z0-9_-]*|/home/[^/]+|/users/[^/]+|/root|[a-z]:/users/[^/]+|\$\{?home_?dir\}?)(/|$)`)

// placeName is a file or folder as tables write it: with "/" between folders, the
// home folder as "~".
func placeName(text, dir string) string {
	text = strings.Trim(text, `"'`)
	if strings.HasPrefix(text, `\\`) {
		return text
	}
	if text = strings.ReplaceAll(text, `\`, "/"); text == "" || strings.Contains(text, "://") {
		return ""
	}
	// A shell takes quotes away wherever in a word they stand: "$HOME"/x.
	if strings.HasPrefix(text, "~'") {
		text = "~" + strings.Trim(text[1:], `'`)
	}
	text = strings.ReplaceAll(text, `"`, "")
	if found := homes.Compiled().FindStringSubmatch(text); found != nil {
		text = "~" + found[1] + text[len(found[0]):]
	}
	if text == "" {
		return ""
	}
	if relative := !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "~") && !strings.HasPrefix(text, "$") && !strings.HasPrefix(text, "%"); relative && dir != "" {
		if found := homes.Compiled().FindStringSubmatch(dir); found != nil {
			dir = "~" + found[1] + dir[len(found[0]):]
		}
		text = dir + "/" + text
	}
	if text[0] == '/' && strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "//./") && !strings.HasPrefix(text, "//?/") {
		text = "/" + strings.TrimLeft(text, "/")
	}
	if text[0] != '/' && text[0] != '~' || strings.HasPrefix(text, "//") {
		return text
	}
	return path.Clean(text)
}

// touches are the places of the table that a command changes.
func (t *taint) touches(c *command.Command) []Write {
	if c.Context.Elsewhere {
		return nil // on another machine, or in a container
	}
	var found []Write
	note := func(act, text, dir string) {
		one, ok := touched().placed(act, placeName(text, dir))
		// cp a b writes b or b/a.
		known := slices.ContainsFunc(found, func(o Write) bool { return o.Kind == one.Kind && strings.HasPrefix(one.Place, o.Place) })
		if ok && !known {
			found = append(found, one)
		}
	}
	for _, w := range c.Writes {
		text, act := t.word(w.Target), w.Kind
		if act == "write-into" {
			act = "write"
		}
		if w.Computed != nil {
			if _, own := touched().placed(act, placeName(text, c.Dir.Path)); !own && copied(*w.Computed) {
				continue
			}
			text = *w.Computed
		}
		note(act, text, c.Dir.Path)
	}
	for i := range t.facts.Redirects {
		if r := &t.facts.Redirects[i]; r.Command == c.ID && r.Write && r.Class != "dev-null" && r.Class != "dev-std" && r.Class != "fd-merge" {
			act := "write"
			if r.Op == ">>" || r.Op == "&>>" {
				act = "append"
			}
			note(act, t.word(r.Target), r.Dir.Path)
		}
	}
	act, ok := touched().Writers[t.programs[c.ID]]
	if !ok || len(found) > 0 {
		return found
	}
	for _, w := range c.Args[min(1, len(c.Args)):min(len(c.Args), maxArgs)] {
		if text := t.word(w); !strings.HasPrefix(text, "-") && reaches(t.programs[c.ID], c, w.Span.End.Offset) {
			note(act, text, c.Dir.Path)
		}
	}
	return found
}

// copied reports whether a place that is made of a folder and of the name of a source
// is a copy in some folder of a file that counts in the home folder alone.
func copied(place string) bool {
	return strings.Contains(place, "/") && !strings.ContainsAny(place[:1], "/~$%") && strings.HasPrefix(path.Base(place), ".")
}

// reaches reports whether an argument that ends at an offset can be what a program
// writes: of those that copy, the last operand.
func reaches(program string, c *command.Command, end int) bool {
	switch program {
	case "cp", "mv", "ln", "install", "rsync", "scp", "ditto", "copy", "move", "xcopy", "robocopy":
		return c.Args[len(c.Args)-1].Span.End.Offset == end
	case "curl", "wget", "dd", "perl", "sed", "chmod", "chown", "tee", "sponge", "truncate", "shred", "srm", "wipe":
		return false // read by their options
	}
	return true
}

// put is the text that a command writes, as far as the text of the command, or of
// those that print for it, says it.
func (t *taint) put(id int) string {
	var b strings.Builder
	for _, one := range append([]int{id}, t.back(t.inputs(id), id)...) {
		c := &t.facts.Commands[one]
		if c.Stdin.Text != nil {
			b.WriteString(*c.Stdin.Text + "\n")
		}
		switch t.programs[one] {
		case "echo", "printf", "add-content", "set-content", "out-file", "write-output", "sed", "ac", "sc", "write-host", "jq", "yq", "gojq", "dasel":
		default:
			continue
		}
		for i, w := range c.Args[min(1, len(c.Args)):min(len(c.Args), maxArgs)] {
			if text := t.word(w); i > 0 || !strings.HasPrefix(text, "-") {
				b.WriteString(text + " ")
			}
		}
		b.WriteByte('\n')
		if b.Len() > maxPut {
			t.cut = true
			break
		}
	}
	text := strings.NewReplacer(`\n`, "\n", `\t`, " ", `\"`, `"`).Replace(b.String())
	return strings.ToValidUTF8(text[:min(len(text), maxPut)], "")
}

// timed is what stands before the command in a line of a schedule, a unit or a
// list of programs.
var timed = lazydfa.New(`(?m)^[ \t]*(?:(?:[-0-9*/,]+|\*|[A-Za-z]{3})(?:[ \t]+(?:[-0-9*/,]+|[A-Za-z]{3}|\*)){4}[ \t]+(?:root[ \t]+)?|@[a-z]+[ \t]+|Exec[A-Za-z]*=[-@:+!]*|[Cc]ommand=|(?:\d+[aics]|[aics]\\)[ \t]*|import os;|"command"[ \t]*:[ \t]*|<string>)`)

// lines are the commands that a text consists of that is run later.
func (t *taint) lines(text string) []Step {
	text = strings.ReplaceAll(timed.ReplaceAllString(text, ""), "</string>", "\n")
	facts := analysis.Text(text, analysis.WithDialect(command.Bash))
	if !facts.Parse.OK {
		facts = analysis.Text(strings.NewReplacer(`"`, " ", "'", " ", "(", " ", ")", " ", "{", " ", "}", " ", "`", " ").Replace(text), analysis.WithDialect(command.Bash))
	}
	later := newTaint(facts, t.work)
	t.cut = t.cut || facts.Parse.Limit != ""
	steps := []Step{}
	for id := range facts.Commands {
		if len(steps) == maxMade {
			t.cut = true
			break
		}
		if later.programs[id] != "" {
			steps = append(steps, later.step(id))
		}
	}
	return steps
}

// written shows a command with its redirections into files.
func (t *taint) written(id int, text string) string {
	for i := range t.facts.Redirects {
		if r := &t.facts.Redirects[i]; r.Command == id && r.Write {
			text += " " + r.Op + " " + r.Target.Text
		}
	}
	return prose.Bounded(text)
}

// leads is the code before a string in its line.
func leads(text []byte, off int) string {
	begin, _ := prose.LineAt(text, off)
	return strings.ToValidUTF8(strings.TrimSpace(string(text[max(begin, off-maxPut):off])), "")
}
