package argv

import "strings"

// readAwk looks at an awk program: system(), pipes, redirects and extensions.
func readAwk(a *arguments, args []Word) {
	i := Interpreter{Family: "awk", Mode: "none", Span: args[0].Span}
	files := false
	n := 1
	for ; n < len(args); n++ {
		v := args[n].Prefix
		if args[n].Value == nil && !strings.HasPrefix(v, "-") || len(v) < 2 || v[0] != '-' {
			break
		}
		if v == "--" {
			n++
			break
		}
		name, _, eq := strings.Cut(v, "=")
		name = wholeAwk(name)
		attached := !strings.HasPrefix(v, "--") && len(v) > 2 || eq
		switch {
		case strings.HasPrefix(v, "-v") || strings.HasPrefix(v, "-F") || name == "--assign" || name == "--field-separator":
			if !attached {
				n++
			}
		case strings.HasPrefix(v, "-f") || strings.HasPrefix(v, "-E") || name == "--file" || name == "--exec":
			files = true
			i.Mode, i.Span = "file", args[n].Span
			if attached {
				w := after(args[n], attachedAt(cutEq(v), v))
				i.Operand = &w
			} else if n+1 < len(args) {
				n++
				i.Operand = &args[n]
			}
		case strings.HasPrefix(v, "-e") || name == "--source":
			files = true
			w := args[n]
			if attached {
				w = after(w, attachedAt(cutEq(v), v))
			} else if n+1 < len(args) {
				n++
				w = args[n]
			}
			i.Mode, i.Code, i.Span = "program", w.Value, w.Span
			readAwkProgram(a, w)
		case strings.HasPrefix(v, "-i") || strings.HasPrefix(v, "-l") || name == "--include" || name == "--load":
			w := args[n]
			if !attached && n+1 < len(args) {
				n++
				w = args[n]
			}
			a.hit(Hit{Kind: "library", Option: v, Value: w.Value, Span: w.Span})
		}
	}
	if !files && n < len(args) {
		i.Mode, i.Option, i.Code, i.Span = "program", "", args[n].Value, args[n].Span
		if args[n].Splits && args[n].Prefix == "" {
			a.hit(Hit{Kind: "code", Option: "program", Span: args[n].Span})
		}
		readAwkProgram(a, args[n])
	}
	i.fromStdin()
	a.interpreter(i)
}

// wholeAwk is the long option of gawk that name abbreviates, if any.
func wholeAwk(name string) string {
	for _, o := range []string{"--assign", "--field-separator", "--file", "--exec", "--source", "--include", "--load"} {
		if len(name) > 3 && strings.HasPrefix(o, name) {
			return o
		}
	}
	return name
}

// fromStdin corrects the mode of a script file that is standard input.
func (i *Interpreter) fromStdin() {
	if i.Mode == "file" && i.Operand != nil && i.Operand.Value != nil && (*i.Operand.Value == "-" || IsOwnDescriptor(*i.Operand.Value)) {
		i.Mode = "stdin"
	}
}

// attachedAt is where the value of an option begins in its own word.
func attachedAt(name, word string) int {
	if strings.HasPrefix(word, "--") {
		return len(name) + 1
	}
	return 2
}

// readAwkProgram scans one program text, in which X stands for an expansion.
func readAwkProgram(a *arguments, w Word) {
	if w.Value == nil && strings.Trim(w.Shape(), "X ") == "" {
		a.hit(Hit{Kind: "code", Option: "program", Span: w.Span})
		return
	}
	s := awkScanner{src: w.Shape()}
	s.run()
	for _, f := range s.found {
		v := f.value
		h := Hit{Kind: f.kind, Option: f.what, Span: w.Span}
		if v != "" {
			h.Value = &v
		}
		if f.kind == "write" {
			target := w
			target.Value, target.Prefix, target.Suffix = nil, "", ""
			if v != "" {
				target.Value, target.Prefix, target.Suffix = &v, v, v
			}
			target.Glob, target.Tilde, target.Splits = false, false, false
			a.write(Write{Kind: "write", Option: f.what, Target: target, Computed: h.Value, Span: w.Span})
			continue
		}
		a.hit(h)
	}
}

type awkFound struct{ kind, what, value string }

// awkScanner splits an awk program into tokens, as far as needed to tell a
// redirect from a comparison and a regular expression from a division.
type awkScanner struct {
	src   string
	found []awkFound
	// operand: the token before could end an expression, so "/" divides.
	operand bool
	// printing: inside print or printf, at paren depth level.
	printing bool
	depth    int
	level    int
	last     string
}

func (s *awkScanner) add(kind, what, value string) {
	s.found = append(s.found, awkFound{kind, what, value})
}

func (s *awkScanner) run() {
	for i := 0; i < len(s.src); {
		i = s.token(i)
	}
}

// token reads one token at i and returns the index behind it.
func (s *awkScanner) token(i int) int {
	c := s.src[i]
	switch {
	case c == '#':
		for i < len(s.src) && s.src[i] != '\n' {
			i++
		}
		return i
	case c == '"':
		value, next := awkString(s.src, i)
		s.operand, s.last = true, value
		return next
	case c == '/' && !s.operand:
		s.operand = true
		return awkRegexp(s.src, i)
	case IsNameByte(c):
		j := i
		for j < len(s.src) && IsNameByte(s.src[j]) {
			j++
		}
		s.word(s.src[i:j])
		return j
	case c == '@':
		s.add("library", "@", "")
		return i + 1
	}
	return s.operator(i, c)
}

func (s *awkScanner) word(w string) {
	s.operand = true
	switch w {
	case "system":
		s.add("shell", "system", "")
	case "print", "printf":
		s.printing, s.level, s.operand = true, s.depth, false
	case "getline":
		s.operand = false
	case "in", "return", "if", "while", "for", "do", "else", "exit", "delete", "BEGIN", "END", "case", "default":
		s.operand = w == "BEGIN" || w == "END"
	}
}

func (s *awkScanner) operator(i int, c byte) int {
	pair := s.src[i:min(i+2, len(s.src))]
	switch c {
	case ' ', '\t':
		return i + 1
	case '\\':
		return i + 2
	case '\n', ';', '{', '}':
		s.printing, s.operand = false, false
	case '(', '[':
		s.depth++
		s.operand = false
	case ')', ']':
		s.depth--
		s.operand = true
	case '$':
		s.operand = false
	case '|':
		switch {
		case pair == "||":
			s.operand = false
			return i + 2
		case pair == "|&":
			s.add("shell", "|&", s.near(i+2))
			s.operand = false
			return i + 2
		}
		s.add("shell", "|", s.near(i+1))
		s.operand = false
	case '>':
		if pair == ">=" {
			s.operand = false
			return i + 2
		}
		if s.printing && s.depth <= s.level {
			next := i + 1
			if pair == ">>" {
				next++
			}
			s.add("write", "print >", awkLiteral(s.src, next))
			s.operand = false
			return next
		}
		s.operand = false
	case '+', '-':
		if pair == "++" || pair == "--" {
			return i + 2
		}
		s.operand = false
	default:
		s.operand = false
	}
	return i + 1
}

// near is the string literal next to a pipe: behind it, or before it when
// getline follows.
func (s *awkScanner) near(i int) string {
	rest := strings.TrimLeft(s.src[min(i, len(s.src)):], " \t\n")
	if strings.HasPrefix(rest, "getline") {
		return s.last
	}
	return awkLiteral(s.src, i)
}

// awkLiteral is the string literal at i when the expression is just that.
func awkLiteral(src string, i int) string {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	if i >= len(src) || src[i] != '"' {
		return ""
	}
	value, next := awkString(src, i)
	rest := strings.TrimLeft(src[next:], " \t")
	if rest == "" || strings.IndexByte(";}\n)", rest[0]) >= 0 {
		return value
	}
	return ""
}

func awkString(src string, i int) (string, int) {
	var out []byte
	i++
	for i < len(src) && src[i] != '"' {
		if src[i] == '\\' && i+1 < len(src) {
			i++
		}
		out = append(out, src[i])
		i++
	}
	return string(out), min(i+1, len(src))
}

func awkRegexp(src string, i int) int {
	class := false
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return i
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return len(src)
}
