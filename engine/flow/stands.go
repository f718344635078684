package flow

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
)

// stands are steps that say of which folders of the user a command takes files that it
// does not name by them: those that a loop or a find gives it one by one, and the one
// that a cd before it has gone to, where it or what it is fed names files from there on.
func (t *taint) stands(id int, input []Step) []Step {
	var out []Step
	for _, w := range t.facts.Commands[id].Args[min(1, len(t.facts.Commands[id].Args)):] {
		for _, name := range w.Params {
			if words := t.loops(name); len(words) > 0 && len(out) < maxOver {
				out = append(out, Step{Program: "for", Args: bounds(words)})
			}
		}
	}
	own := t.step(id)
	if slices.ContainsFunc(append(slices.Clone(input), own), takesFromHere) {
		if dir, ok := t.goneTo(id); ok {
			out = append(out, Step{Program: "cd", Args: []string{prose.Bounded(dir)}})
		}
	}
	return out
}

func bounds(words []string) []string {
	out := make([]string, 0, min(len(words), maxArgs))
	for _, w := range words[:min(len(words), maxArgs)] {
		out = append(out, prose.Bounded(strings.NewReplacer(`"`, "", "'", "").Replace(w)))
	}
	return out
}

// goneTo is the folder that the last cd before a command names.
func (t *taint) goneTo(id int) (string, bool) {
	for other := id - 1; other >= 0; other-- {
		if p := t.programs[other]; p != "cd" && p != "pushd" {
			continue
		}
		for _, w := range t.facts.Commands[other].Args[min(1, len(t.facts.Commands[other].Args)):] {
			if text := t.word(w); text != "--" && text != "-P" && text != "-L" {
				return text, true
			}
		}
		return "~", true
	}
	return "", false
}

// takesFromHere reports whether a command takes all files of the folder that it stands
// in, or those of a pattern.
func takesFromHere(s Step) bool {
	if s.Program == "git" {
		return slices.Contains(s.Args, "push")
	}
	return slices.ContainsFunc(s.Args, func(arg string) bool {
		arg = strings.TrimLeft(arg[strings.LastIndexAny(arg, "@=<")+1:], `"'`)
		return arg == "." || arg == "./" || strings.HasPrefix(arg, "*") || strings.HasPrefix(arg, "./*")
	})
}

// remotes are the commands before a push that say where the name that it gives leads.
func (t *taint) remotes(id int) []Step {
	push := t.step(id)
	if push.Program != "git" || !slices.Contains(push.Args, "push") {
		return nil
	}
	for other := id - 1; other >= 0; other-- {
		if s := t.step(other); s.Program == "git" && slices.Contains(s.Args, "remote") && slices.ContainsFunc(s.Args, func(arg string) bool {
			return !strings.HasPrefix(arg, "-") && slices.Contains(push.Args, arg) && arg != "git"
		}) {
			return []Step{s}
		}
	}
	return nil
}

// archive is the file that a command packs others into, where it does that: the first of
// its arguments that is called like one.
func archive(program string, args []string) []string {
	if len(args) == 0 {
		return nil
	}
	switch mode := args[0]; program {
	case "tar", "gtar", "bsdtar":
		packs := !strings.HasPrefix(mode, "--") && strings.ContainsAny(mode, "cru") && !strings.ContainsAny(mode, "xt")
		if !packs && !slices.ContainsFunc(args, func(a string) bool {
			return a == "-c" || a == "--create" || a == "--append" || a == "--update" || strings.HasPrefix(a, "-c") && !strings.HasPrefix(a, "--")
		}) {
			return nil
		}
	case "7z", "7za", "7zz", "rar":
		if mode != "a" && mode != "u" && mode != "m" {
			return nil
		}
	}
	for _, arg := range args {
		switch path.Ext(arg) {
		case ".zip", ".tar", ".tgz", ".gz", ".7z", ".rar", ".bz2", ".tbz", ".xz", ".txz", ".zst", ".bin", ".dat", ".cpgz":
			return []string{fileKey(arg)}
		}
	}
	return nil
}
