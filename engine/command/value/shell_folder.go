package value

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// Folders are the folders that a shell is started with: those that it keeps in PWD, HOME and
// OLDPWD. What is not known of them is "".
type Folders struct{ Dir, Home, Old string }

// Start is what is known of how a shell is started: its folders, and whether it gets no
// arguments.
type Start struct {
	Folders Folders
	Bare    bool
}

// movesText reports whether a text changes the folder that its shell is in.
func movesText(commands []command.Command) bool {
	return slices.ContainsFunc(commands, func(c command.Command) bool { return dir.Moves(c.Base) })
}

// In says in which folder the words are whose values are asked for next, and of which of
// some commands; of none where their arguments are not known.
func (v *Values) In(dir lookup.Dir, of []command.Command, id int) {
	v.at, v.body = &dir, v.bodyOf(of, id)
}

// Leave says that words are asked for of which it is not known in which command they are.
func (v *Values) Leave() { v.body = nil }

// workingFolder is the value of PWD, and what pwd prints: "." where that is the folder of the
// command whose words are looked at, in full where a variable keeps it while the shell moves on.
func (v *Values) workingFolder() []string {
	if v.made == nil || !v.moves {
		return []string{"."}
	}
	return v.inFolders(v.made, "")
}

// FormerFolder is the value of OLDPWD. Where the text changes folders it may be any.
func (v *Values) FormerFolder() []string {
	if v.moves || v.folders.Old == "" {
		return []string{mark.Unknown}
	}
	return []string{v.folders.Old}
}

// inFolders are the full paths of what is in the folders that a command may be in.
func (v *Values) inFolders(dir *lookup.Dir, rest string) []string {
	if dir == nil {
		if v.moves {
			return []string{mark.Unknown + rest}
		}
		dir = &lookup.Dir{Known: true}
	}
	if !dir.Known {
		return []string{mark.Unknown + rest}
	}
	var out []string
	for _, one := range append([]string{dir.Path}, dir.Or...) {
		switch {
		case strings.HasPrefix(one, "/"):
		case strings.HasPrefix(one, "~"):
			if one = v.atHome(one); strings.HasPrefix(one, mark.Unknown) {
				return []string{one + rest}
			}
		case v.folders.Dir == "":
			return []string{mark.Unknown + rest}
		default:
			one = path.Join(v.folders.Dir, one)
		}
		out = append(out, one+rest)
	}
	return out
}

// atHome is the full path of one that begins with a tilde.
func (v *Values) atHome(value string) string {
	if v.folders.Home == "" || len(value) > 1 && value[1] != '/' {
		return mark.Unknown + value[1:]
	}
	return v.folders.Home + value[1:]
}

// inFull are the texts that a value may be which stands for the home folder, for the folder
// that the shell is in, or for what is below them.
func (v *Values) inFull(value string) []string {
	switch {
	case v.spells:
	case value == "~" || strings.HasPrefix(value, "~/"):
		return []string{v.atHome(value)}
	case value == "." || strings.HasPrefix(value, "./"):
		dir := v.at
		if v.made != nil {
			dir = v.made
		}
		return append([]string{value}, v.inFolders(dir, value[1:])...)
	}
	return []string{value}
}

// asKept is a full path as the values of variables have it: from the folder that the shell
// is in all the time, or from the home folder.
func (v *Values) asKept(value string) string {
	if v.spells {
		return value
	}
	if dir := v.folders.Dir; dir != "" && !v.moves {
		if value == dir {
			return "."
		}
		if rest, ok := strings.CutPrefix(value, dir+"/"); ok {
			return "./" + rest
		}
	}
	if home := v.folders.Home; home != "" && (value == home || strings.HasPrefix(value, home+"/")) {
		return "~" + value[len(home):]
	}
	return value
}

// appliedTo is what an expansion makes of a value, whatever that stands for.
func (v *Values) appliedTo(value string, apply func(string) string) []string {
	var out []string
	for _, one := range v.inFull(value) {
		if got := v.asKept(apply(one)); !slices.Contains(out, got) {
			out = append(out, got)
		}
	}
	return out
}
