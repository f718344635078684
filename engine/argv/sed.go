package argv

import "strings"

// readSed looks at sed scripts: commands that run a program or write a file.
func readSed(a *arguments, args []Word) {
	i := Interpreter{Family: "sed", Mode: "none", Span: args[0].Span}
	given := false
	script := func(w Word) {
		given = true
		readSedScript(a, w)
		i.Mode, i.Code, i.Span = "program", w.Value, w.Span
	}
	var operands []Word
	inPlace := false
	for n := 1; n < len(args); n++ {
		w := args[n]
		v := w.Prefix
		name, _, eq := strings.Cut(v, "=")
		switch {
		case !strings.HasPrefix(v, "-") || v == "-":
			operands = append(operands, w)
		case v == "--":
			operands = append(operands, args[n+1:]...)
			n = len(args)
		case len(name) > 3 && strings.HasPrefix("--expression", name):
			if eq {
				script(after(w, len(name)+1))
			} else if n+1 < len(args) {
				n++
				script(args[n])
			}
		case len(name) > 3 && strings.HasPrefix("--file", name):
			given = true
			i.Mode, i.Span = "file", w.Span
			op := after(w, min(len(name)+1, len(v)))
			if !eq && n+1 < len(args) {
				n++
				op = args[n]
			}
			i.Operand = &op
		case len(name) > 3 && strings.HasPrefix("--in-place", name):
			inPlace = true
		case strings.HasPrefix(v, "--line-length"):
			if !eq {
				n++
			}
		case strings.HasPrefix(v, "--"):
		default:
			n += readSedCluster(a, args, n, &inPlace, &given, &i, script)
		}
	}
	if !given && len(operands) > 0 {
		script(operands[0])
		operands = operands[1:]
	}
	if inPlace {
		for _, w := range operands {
			a.write(Write{Kind: "write", Option: "-i", Target: w, Span: w.Span})
		}
	}
	i.fromStdin()
	a.interpreter(i)
}

// readSedCluster reads short options and returns how many further words they use.
func readSedCluster(a *arguments, args []Word, n int, inPlace, given *bool, i *Interpreter, script func(Word)) int {
	w := args[n]
	v := w.Prefix
	for j := 1; j < len(v); j++ {
		attached := j+1 < len(v) || w.Value == nil
		switch v[j] {
		case 'i', 'I':
			*inPlace = true
			return 0
		case 'e':
			if attached {
				script(after(w, j+1))
				return 0
			}
			if n+1 < len(args) {
				script(args[n+1])
			}
			return 1
		case 'f':
			*given = true
			i.Mode, i.Span = "file", w.Span
			if attached {
				op := after(w, j+1)
				i.Operand = &op
				return 0
			}
			if n+1 < len(args) {
				i.Operand = &args[n+1]
			}
			return 1
		case 'l':
			if attached {
				return 0
			}
			return 1
		}
	}
	return 0
}

// readSedScript scans one script, in which X stands for an expansion.
func readSedScript(a *arguments, w Word) {
	if w.Value == nil && strings.Trim(w.Shape(), "X ") == "" {
		a.hit(Hit{Kind: "code", Option: "script", Span: w.Span})
		return
	}
	s := sedScanner{src: w.Shape(), dynamic: w.Value == nil}
	s.run()
	for _, f := range s.found {
		v := f.value
		if f.kind == "write" {
			target := Literal(v, v, w.Span)
			if s.dynamic && strings.Contains(v, "X") {
				target.Value = nil
			}
			a.write(Write{Kind: "write", Option: f.what, Target: target, Computed: target.Value, Span: w.Span})
			continue
		}
		h := Hit{Kind: f.kind, Option: f.what, Span: w.Span}
		if v != "" {
			h.Value = &v
		}
		a.hit(h)
	}
}

// sedScanner reads a sed script command by command.
type sedScanner struct {
	src     string
	i       int
	dynamic bool
	found   []awkFound
}

func (s *sedScanner) add(kind, what, value string) {
	s.found = append(s.found, awkFound{kind, what, value})
}

func (s *sedScanner) peek() byte {
	if s.i < len(s.src) {
		return s.src[s.i]
	}
	return 0
}

func (s *sedScanner) skip(set string) {
	for s.i < len(s.src) && strings.IndexByte(set, s.src[s.i]) >= 0 {
		s.i++
	}
}

func (s *sedScanner) line() string {
	from := s.i
	for s.i < len(s.src) && s.src[s.i] != '\n' {
		s.i++
	}
	return strings.TrimSpace(s.src[from:s.i])
}

func (s *sedScanner) run() {
	for s.i < len(s.src) {
		s.skip(" \t\n;{}")
		if s.i >= len(s.src) {
			return
		}
		if !s.address() || !s.command() {
			s.add("code", "not understood", "")
			return
		}
	}
}

// address skips the addresses before a command.
func (s *sedScanner) address() bool {
	for {
		s.skip(" \t")
		switch c := s.peek(); {
		case c >= '0' && c <= '9' || c == '$' || c == '~' || c == '+' || c == ',' || c == '!':
			s.i++
		case c == 'X' && s.dynamic:
			s.i++
		case c == '/' || c == '\\':
			if c == '\\' {
				s.i++
			}
			if !s.until(s.peek()) {
				return false
			}
			s.skip("IM")
		default:
			return true
		}
	}
}

// until skips a text that begins and ends with the delimiter.
func (s *sedScanner) until(delim byte) bool {
	if delim == 0 || delim == '\n' {
		return false
	}
	for s.i++; s.i < len(s.src); s.i++ {
		switch s.src[s.i] {
		case '\\':
			s.i++
		case delim:
			s.i++
			return true
		}
	}
	return false
}

func (s *sedScanner) command() bool {
	c := s.peek()
	s.i++
	switch c {
	case 0, '}', '{', ';':
		return true
	case '#':
		s.line()
	case 's':
		return s.substitute()
	case 'y':
		delim := s.peek()
		if !s.until(delim) {
			return false
		}
		s.i--
		return s.until(delim)
	case 'a', 'i', 'c':
		text := s.line()
		for strings.HasSuffix(text, `\`) && s.i < len(s.src) {
			s.i++
			text = s.line()
		}
	case 'r', 'R':
		s.line()
	case 'w', 'W':
		s.add("write", string(c), s.line())
	case 'e':
		s.add("shell", "e", s.line())
	case 'b', 't', 'T', ':', 'v':
		for s.i < len(s.src) && s.src[s.i] != '\n' && s.src[s.i] != ';' && s.src[s.i] != '}' {
			s.i++
		}
	case 'q', 'Q', 'l', 'L':
		s.skip(" 0123456789")
	case '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
	default:
		return false
	}
	return true
}

// substitute reads s/a/b/flags.
func (s *sedScanner) substitute() bool {
	delim := s.peek()
	if !s.until(delim) {
		return false
	}
	s.i--
	if !s.until(delim) {
		return false
	}
	for s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case c == 'g' || c == 'p' || c == 'i' || c == 'I' || c == 'm' || c == 'M' || c >= '0' && c <= '9':
			s.i++
		case c == 'e':
			s.i++
			s.add("shell", "s///e", "")
		case c == 'w':
			s.i++
			s.add("write", "s///w", s.line())
		case c == ' ' || c == '\t':
			s.i++
		case c == ';' || c == '\n' || c == '}' || c == '#':
			return true
		default:
			return false
		}
	}
	return true
}
