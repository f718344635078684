package argv

import "strings"

// optionKind is what an option of a wrapper does.
type optionKind int

const (
	optNone optionKind = iota
	optFlag
	optValue
	optOptional
	optInfo
	optSplit
	optShell
	optChdir
	optUnset
	optEnv
	optWrite
	optPackage
	optModule
	optFileFlag
	optShellFlag
	optShellMode
	optPath
	optHit
)

func (k optionKind) takesValue() bool {
	switch k {
	case optValue, optSplit, optShell, optChdir, optUnset, optEnv, optWrite, optPackage, optModule:
		return true
	}
	return false
}

// prepare indexes the options of a wrapper and of its sub-commands.
func (s *wrapperSpec) prepare() {
	s.index = map[string]optionKind{}
	put := func(names []string, k optionKind) {
		for _, n := range names {
			s.index[n] = k
		}
	}
	put(s.Flags, optFlag)
	put(s.Optional, optOptional)
	put(s.Values, optValue)
	put(s.EnvFile, optPackage)
	put(s.JoinUnless, optFlag)
	put(s.Chdir, optChdir)
	put(s.Unset, optUnset)
	put(s.Env, optEnv)
	put(s.Writes, optWrite)
	put(s.Package, optPackage)
	put(s.Module, optModule)
	put(s.FileFlags, optFileFlag)
	put(s.Path, optPath)
	put(s.ShellFlags, optShellFlag)
	put(s.ShellMode, optShellMode)
	put(s.Split, optSplit)
	put(s.Shell, optShell)
	put(s.Info, optInfo)
	for n := range s.Hits {
		s.index[n] = optHit
	}
	for _, sub := range s.Sub {
		sub.prepare()
	}
}

// optionEvent is one option that was found.
type optionEvent struct {
	kind  optionKind
	name  string
	value *Word
	at    Word
}

// optionScan is the result of reading the options of a wrapper.
type optionScan struct {
	next   int // index of the first word that is not an option
	events []optionEvent
	// bad is the word that could not be understood, why in words.
	bad     *Word
	dynamic bool
	why     string
}

// scanOptions reads options from args[from:] until the first operand.
func (s *wrapperSpec) scanOptions(args []Word, from int) optionScan {
	out := optionScan{next: from}
	for i := from; i < len(args); i++ {
		w := args[i]
		out.next = i
		text, static := w.Prefix, w.Value != nil && !w.Glob
		switch {
		case !strings.HasPrefix(text, "-") && !(s.Numeric && strings.HasPrefix(text, "+")):
			return out
		case w.Splits && !static:
			out.bad, out.dynamic, out.why = &args[i], true, "it is not known which word is the command"
			return out
		case static && text == "--":
			out.next = i + 1
			return out
		case static && text == "-" && s.index["-"] == optNone:
			return out
		}
		used, ok := s.scanOption(&out, args, i, static)
		if !ok {
			if out.bad == nil {
				out.bad, out.why = &args[i], "the option "+text+" is not known"
			}
			return out
		}
		i += used
		out.next = i + 1
	}
	out.next = len(args)
	return out
}

// scanOption reads one option word and returns how many further words it uses.
func (s *wrapperSpec) scanOption(out *optionScan, args []Word, i int, static bool) (used int, ok bool) {
	w := args[i]
	text := w.Prefix
	if static && s.Numeric && IsNumber(text) {
		return 0, true
	}
	if name, _, eq := strings.Cut(text, "="); strings.HasPrefix(text, "--") || eq && s.index[name] != optNone && len(name) > 2 {
		kind := s.long(name)
		switch {
		case kind == optNone, !eq && !static:
			return 0, false
		case eq:
			value := after(w, len(name)+1)
			out.events = append(out.events, optionEvent{kind, name, &value, w})
			return 0, true
		case kind.takesValue():
			return s.nextValue(out, args, i, kind, name)
		}
		out.events = append(out.events, optionEvent{kind, name, nil, w})
		return 0, true
	}
	if kind := s.index[text]; static && kind != optNone && len(text) != 2 {
		if kind.takesValue() {
			return s.nextValue(out, args, i, kind, text)
		}
		out.events = append(out.events, optionEvent{kind, text, nil, w})
		return 0, true
	}
	for j := 1; j < len(text); j++ {
		name := "-" + text[j:j+1]
		kind := s.index[name]
		switch {
		case kind == optNone:
			return 0, false
		case kind == optOptional:
			return 0, true
		case kind.takesValue() && (j+1 < len(text) || !static):
			value := after(w, j+1)
			out.events = append(out.events, optionEvent{kind, name, &value, w})
			return 0, true
		case kind.takesValue():
			return s.nextValue(out, args, i, kind, name)
		}
		out.events = append(out.events, optionEvent{kind, name, nil, w})
	}
	return 0, static
}

func (s *wrapperSpec) nextValue(out *optionScan, args []Word, i int, kind optionKind, name string) (int, bool) {
	if i+1 >= len(args) {
		return 0, true
	}
	v := args[i+1]
	if v.Value == nil && v.Splits || v.Glob {
		out.bad, out.dynamic, out.why = &args[i+1], true, "it is not known which word is the command"
		return 0, false
	}
	out.events = append(out.events, optionEvent{kind, name, &v, args[i]})
	return 1, true
}

// long finds a long option, abbreviated as getopt_long allows.
func (s *wrapperSpec) long(name string) optionKind {
	if k := s.index[name]; k != optNone {
		return k
	}
	if len(name) < 3 {
		return optNone
	}
	found := optNone
	for n, k := range s.index {
		if strings.HasPrefix(n, "--") && strings.HasPrefix(n, name) {
			if found != optNone && found != k {
				return optNone
			}
			found = k
		}
	}
	return found
}

// abbreviates reports whether name is one of the options or an abbreviation of
// a long one.
func abbreviates(list []string, name string) bool {
	for _, o := range list {
		if o == name || len(name) > 2 && strings.HasPrefix(name, "--") && strings.HasPrefix(o, name) {
			return true
		}
	}
	return false
}
