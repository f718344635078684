package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
)

// set looks at the options of set. One that is not known to leave the reading of
// the rest as it is makes the text one that is not understood.
func (a *analyser) set(id int, args []argv.Word) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case !w.Static() || w.Glob:
			if startsPlain(w) && !w.Splits {
				return // an argument
			}
			a.opaque(command.OpaqueConstruct, id, "whether this is an option is known only when it runs", w.Span)
			return
		case *w.Value == "--" || *w.Value == "-" || *w.Value == "" || strings.IndexByte("-+", (*w.Value)[0]) < 0:
			return
		}
		on := (*w.Value)[0] == '-'
		for _, letter := range (*w.Value)[1:] {
			if letter != 'o' {
				a.option(id, setLetter(letter), on, w)
				continue
			}
			if i+1 == len(args) {
				break // it prints them
			}
			i++
			a.named(id, args[i], on)
		}
	}
}

// startsPlain reports whether a word whose value is not known begins with a text
// that no option begins with.
func startsPlain(w argv.Word) bool {
	return w.Prefix != "" && strings.IndexByte("-+", w.Prefix[0]) < 0
}

// named looks at an option of set -o or shopt -o.
func (a *analyser) named(id int, w argv.Word, on bool) {
	if !w.Static() {
		a.opaque(command.OpaqueConstruct, id, "this option is not known before it runs", w.Span)
		return
	}
	a.option(id, *w.Value, on, w)
}

// option notes that an option is switched on or off.
func (a *analyser) option(id int, name string, on bool, w argv.Word) {
	switch name {
	case "errexit":
		// Where it may not be reached, it is on only if it was.
		c := a.facts.Commands[id].Context
		a.errexit = on && (a.errexit || !c.Conditional && !c.Loop)
	case "allexport":
		if on {
			a.hide(command.Hidden{Kind: "set-allexport", Command: id, Text: w.Text, Level: "certain", Span: w.Span})
		}
	case "braceexpand", "emacs", "errtrace", "functrace", "hashall", "ignoreeof", "monitor", "noclobber", "noexec", "noglob", "nolog",
		"notify", "nounset", "onecmd", "physical", "pipefail", "privileged", "restricted", "verbose", "vi", "xtrace":
	case "history", "histexpand", "keyword", "posix":
		if on {
			a.reads(id, w)
		}
	case "interactive-comments":
		if !on {
			a.reads(id, w)
		}
	default:
		a.opaque(command.OpaqueConstruct, id, "an option that skillctl does not know", w.Span)
	}
}

func (a *analyser) reads(id int, w argv.Word) {
	a.opaque(command.OpaqueConstruct, id, "this option changes how commands are read", w.Span)
}

// setLetter is the name of an option that a letter stands for.
func setLetter(letter rune) string {
	switch letter {
	case 'a':
		return "allexport"
	case 'b':
		return "notify"
	case 'B':
		return "braceexpand"
	case 'C':
		return "noclobber"
	case 'e':
		return "errexit"
	case 'E':
		return "errtrace"
	case 'f':
		return "noglob"
	case 'h':
		return "hashall"
	case 'H':
		return "histexpand"
	case 'I':
		return "ignoreeof"
	case 'k':
		return "keyword"
	case 'm':
		return "monitor"
	case 'n':
		return "noexec"
	case 'p':
		return "privileged"
	case 'P':
		return "physical"
	case 'r':
		return "restricted"
	case 't':
		return "onecmd"
	case 'T':
		return "functrace"
	case 'u':
		return "nounset"
	case 'v':
		return "verbose"
	case 'V':
		return "vi"
	case 'x':
		return "xtrace"
	}
	return ""
}

// shopt looks at the options of shopt. With -o they are those of set.
func (a *analyser) shopt(id int, args []argv.Word) {
	flags := ""
	for len(args) > 0 && strings.HasPrefix(args[0].Prefix, "-") && args[0].Static() {
		flag := *args[0].Value
		args = args[1:]
		if flag == "--" {
			break
		}
		flags += flag[1:]
	}
	on, off := strings.Contains(flags, "s"), strings.Contains(flags, "u")
	for _, w := range args {
		switch {
		case !w.Static():
			a.opaque(command.OpaqueConstruct, id, "this option is not known before it runs", w.Span)
		case !on && !off: // it prints them
		case strings.Contains(flags, "o"):
			a.option(id, *w.Value, on, w)
		default:
			a.bashOption(id, *w.Value, on, w)
		}
	}
}

// bashOption notes that an option of shopt is switched on or off.
func (a *analyser) bashOption(id int, name string, on bool, w argv.Word) {
	switch name {
	case "expand_aliases":
		a.opaque(command.OpaqueAlias, id, "aliases may stand for other commands", w.Span)
	case "array_expand_once", "assoc_expand_once", "bash_source_fullpath", "cdspell", "checkhash", "checkjobs", "checkwinsize", "cmdhist",
		"compat31", "compat32", "compat40", "compat41", "compat42", "compat43", "compat44", "complete_fullquote", "direxpand", "dirspell",
		"dotglob", "extglob", "failglob", "force_fignore", "globasciiranges", "globskipdots", "globstar", "gnu_errfmt", "histappend",
		"histreedit", "histverify", "hostcomplete", "huponexit", "inherit_errexit", "lithist", "localvar_inherit",
		"localvar_unset", "login_shell", "mailwarn", "no_empty_cmd_completion", "nocaseglob", "nocasematch", "noexpand_translation",
		"nullglob", "patsub_replacement", "progcomp", "promptvars", "shift_verbose", "xpg_echo":
	case "autocd", "cdable_vars", "execfail", "extdebug", "progcomp_alias", "sourcepath", "varredir_close":
		a.reads(id, w)
	case "interactive_comments":
		if !on {
			a.reads(id, w)
		}
	default:
		a.opaque(command.OpaqueConstruct, id, "an option that skillctl does not know", w.Span)
	}
}
