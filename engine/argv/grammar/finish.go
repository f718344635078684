package grammar

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// finish turns options and operands into places, once it is known which options
// there are.
func (s *scan) finish() {
	seen := map[*option]bool{}
	for _, g := range s.given {
		seen[g.option] = true
	}
	become := s.ofEntry()
	s.out.Own = slices.Clone(s.out.Effects)
	var folders []argv.Word
	for _, g := range s.given {
		p := pick(g.option.parts, seen)
		if p == nil {
			continue
		}
		for _, effect := range p.effects {
			name, of, _ := strings.Cut(effect, ":")
			switch {
			case name == "operands":
				become = becomes{role: of, by: g.name}
			case name == "stdin":
				s.stdin(of, g.at, g.name)
			case name == effectBrings:
				s.brings(of)
			case (effect == "info" || effect == "dry") && slices.Contains(s.denied, g.option):
				// --help=false: the last one counts, and it may be that.
			case effect != "more" && !g.more:
				s.effect(effect)
			}
		}
		if g.value == nil || p.role.Name == roleFlag {
			continue
		}
		if p.role.Name == "folder" {
			folders = append(slices.Clip(folders), *g.value)
		}
		role := p.role
		if g.nth > 0 {
			role = p.then[g.nth-1]
		}
		s.place(role, g.name, *g.value, g.at, g.rest, folders)
	}
	from := len(s.out.Places)
	s.assign(seen, become, folders)
	s.name(s.out.Places[from:])
	s.by, s.repeated = "", false
	s.cloned()
	s.saved()
	s.received()
	s.deleted()
	s.variables()
	s.elsewhere()
}

// ofEntry takes the effects of the entry and of those that it is a sub-command of.
func (s *scan) ofEntry() becomes {
	var become becomes
	for up := s.entry; up != nil; up = up.parent {
		for _, effect := range up.Effect {
			name, of, _ := strings.Cut(effect, ":")
			switch name {
			case effectBrings:
				// What sub-commands bring they say themselves.
				if up == s.entry {
					s.brings(of)
				}
			case "operands":
				become = becomes{role: of}
			case "stdin":
				s.stdin(of, s.args[0], "")
			default:
				s.effect(effect)
			}
		}
	}
	return become
}

// becomes is the role that operands have that would be read, and the option that
// says so.
type becomes struct{ role, by string }

func (s *scan) effect(name string) {
	if !slices.Contains(s.out.Effects, name) {
		s.out.Effects = append(s.out.Effects, name)
	}
}

// stdin notes that standard input is read as something (as "read": as names of files
// that are read), when something feeds it.
func (s *scan) stdin(of string, at argv.Word, option string) {
	if k := s.call.Stdin.Kind; k == "dev-null" || k == "closed" || k == "inherit" || k == "" {
		return
	}
	role, _, err := parseRole(of)
	if err != nil || role.harmless() {
		return
	}
	s.out.Places = append(s.out.Places, Place{Role: "stdin", Of: of, Option: option, Target: at, Span: at.Span})
}

// deleted are the places that the effect "deletes" is about: what is written into,
// or else what is read.
func (s *scan) deleted() {
	if !slices.Contains(s.out.Effects, "deletes") {
		return
	}
	for _, roles := range [][]string{{"into", "write", "delete", "delete-tree"}, {"read"}} {
		found := false
		for _, p := range s.out.Places {
			if p.Option == "" && slices.Contains(roles, p.Role) {
				found = true
				if p.Role != "delete" && p.Role != "delete-tree" {
					p.Role, p.named = "delete-tree", nil
					s.out.Places = append(s.out.Places, p)
				}
			}
		}
		if found {
			return
		}
	}
}

// assign gives each operand its role.
func (s *scan) assign(seen map[*option]bool, become becomes, folders []argv.Word) {
	var list []*part
	least, many := 0, -1
	for i := range s.entry.operands {
		p := pick(s.entry.operands[i].parts, seen)
		if p == nil {
			continue
		}
		if p.many {
			many = len(list)
		} else if !p.optional {
			least++
		}
		list = append(list, p)
	}
	words := s.operands
	s.out.refused = s.out.refused || len(words) < least
	for n, p := range list {
		take := 1
		switch {
		case n == many:
			take = max(0, len(words)-behind(list[n+1:], len(words)))
			// Of what is copied nothing is left, and the target alone is none.
			s.out.refused = s.out.refused || take == 0 && least > 0
		case p.optional && len(words) <= least:
			take = 0
		}
		if !p.many && !p.optional {
			least--
		}
		if p.many && take == 0 && p.role.Extent == ExtentTree && become.role == "" {
			s.here(folders)
		}
		for ; take > 0 && len(words) > 0; take-- {
			s.operandPlace(*p, words[0], become, folders)
			words = words[1:]
		}
	}
	for _, w := range words {
		if w.Value != nil && *w.Value == "-" {
			continue
		}
		s.unclassed(w, "operand", "gets the word %s, and what that is for is not known", w.Text)
	}
}

// here is the folder that a program reads when no word names one.
func (s *scan) here(folders []argv.Word) {
	at := s.args[0].Span
	s.place(Role{Name: "read", Extent: ExtentTree}, "", argv.Literal(".", ".", at), s.args[0], nil, folders)
}

// behind is how many of some words the operands behind a repeated one take: those
// that may be missing only while one is left for it.
func behind(list []*part, words int) int {
	fixed := 0
	for _, p := range list {
		if !p.optional {
			fixed++
		}
	}
	return min(len(list), max(fixed, words-1))
}

func (s *scan) operandPlace(p part, w argv.Word, become becomes, folders []argv.Word) {
	role := p.role
	s.repeated = p.many
	for _, effect := range p.effects {
		if name, of, _ := strings.Cut(effect, ":"); name == effectBrings {
			s.brings(of)
		}
	}
	if s.by = ""; become.role != "" && role.Name == "read" {
		role, _, _ = parseRole(become.role)
		s.by = become.by
	}
	if role.Name == "read" || role.Name == "delete" || role.Name == "read-remote" {
		s.sources = append(s.sources, source{w, p.many, role.Name == "read-remote" && (onAnother(w) || w.Value == nil && w.Prefix == "")})
	}
	if role.Name == "write-remote" {
		s.target = &w
	}
	if role.Name == "command" {
		s.place(role, "", w, w, s.command, folders)
		return
	}
	if w.Value != nil && *w.Value == "-" {
		if !role.harmless() && !slices.Contains([]string{"read", "write", "append", "read-remote", "write-remote", "image"}, role.Name) {
			s.out.Places = append(s.out.Places, Place{Role: "stdin", Of: role.Name, Target: w, Span: w.Span})
		}
		return
	}
	if s.entry.responses() && strings.HasPrefix(w.Prefix, "@") {
		s.unclassed(w, "operand", "gets the word %s, a file of further arguments", w.Text)
		return
	}
	s.place(role, "", w, w, nil, folders)
}

func (e *Entry) responses() bool {
	for ; e != nil; e = e.parent {
		if e.Responses {
			return true
		}
	}
	return false
}

// checked holds a word against a role that is all about its text, and reports whether
// the role is one of these.
func (s *scan) checked(role Role, shown string, w argv.Word) bool {
	switch role.Name {
	case "name", "names":
		s.checkName(role, shown, w)
	case "kind":
		s.kind(role, shown, w)
	case "method":
		// What asks, whatever its case; a word that is known only when it runs may be any.
		if w.Value == nil || !slices.Contains(role.Of, strings.ToUpper(*w.Value)) {
			s.effect("alters")
		}
	case "number":
		if w.Value != nil && !countable(*w.Value) {
			s.unclassed(w, "value", "gets %s where a number is wanted (%s)", w.Text, shown)
			s.out.refused = true
		}
	case "word":
		if w.Value != nil && !plainText(*w.Value) {
			s.unclassed(w, "value", "gets %s for %s, which is more than a word", w.Text, shown)
		}
	case "ref":
		// "+BRANCH" is written over what is there, ":BRANCH" taken away there.
		if strings.HasPrefix(w.Prefix, "+") || strings.HasPrefix(w.Prefix, ":") || w.Prefix == "" {
			s.effect("deletes")
		}
	case "setting":
		s.setting(shown, w)
	case "key":
		s.key(shown, w)
	case "url", roleRepository:
		if role.Name == "url" {
			s.addressed(w)
		}
		if scheme, _, found := strings.Cut(w.Prefix, "://"); found && !remoteScheme(scheme) {
			s.unclassed(w, "value", "gets the address %s (%s), and what is done with that kind of address is not known", w.Text, shown)
		}
		return role.Name == "url"
	default:
		return false
	}
	return true
}

// piped notes a file to run that is none: what the program reads from a pipe.
func (s *scan) piped(role Role, option, shown string, w argv.Word) bool {
	switch {
	case role.Name != "run" || s.out.family != "":
		return false
	case w.Value == nil && strings.HasPrefix(w.Text, "<("):
		s.unclassed(w, "value", "runs what another command prints (%s)", shown)
	case w.Value != nil && (*w.Value == "-" || argv.IsOwnDescriptor(*w.Value)):
		s.stdin("run", w, option)
	default:
		return false
	}
	return true
}

// place checks a word against its role, and notes it when it is more than text.
func (s *scan) place(role Role, option string, w, at argv.Word, rest, folders []argv.Word) {
	shown := option
	if shown == "" {
		shown = "operand"
	}
	if s.checked(role, shown, w) || s.piped(role, option, shown, w) {
		return
	}
	switch role.Name {
	case "data":
		if file, ok := fileOf(w); ok {
			s.place(Role{Name: "read"}, option, file, at, nil, folders)
		}
		return
	case "param":
		if file, ok := paramFile(w); ok {
			s.place(Role{Name: "read"}, option, file, at, nil, folders)
		}
		return
	case "image":
		s.image(role.Of[0], option, w, at, folders)
		return
	case "read-remote", "write-remote":
		if onAnother(w) {
			s.effect("network")
			return
		}
		// What stands here is as good as a folder.
		role.Name = map[string]string{"read-remote": "read", "write-remote": "into"}[role.Name]
	case "value":
		if role = s.of; role.Name == "value" || role.Name == "" {
			return
		}
		s.of = Role{}
		s.place(role, option, w, at, rest, folders)
		return
	}
	if role.Name == "host" && option != "" && !namesThisMachine(w) {
		s.effect("away")
	}
	if role.harmless() {
		return
	}
	if len(s.out.Places) >= maxFound {
		s.unclassed(w, "words", "has more than %d words", maxFound)
		return
	}
	if file, ok := s.address(role, shown, w); ok {
		s.place(role, option, file, at, rest, folders)
	}
	p := Place{Role: role.Name, Extent: role.Extent, Option: option, Target: w, Span: at.Span, by: s.by, repeated: s.repeated, rest: rest, folders: folders}
	if len(role.Of) > 0 {
		p.Of = role.Of[0]
	}
	if role.Name == "save" {
		s.addressed(w)
		p.Computed = saved(w)
	}
	if len(folders) > 0 && role.Name != "folder" && (option == "" || role.Name == "command") {
		p.Computed = below(folders, w)
	}
	s.out.Places = append(s.out.Places, p)
}

// onAnother reports whether a word names a place on another machine: HOST:PATH.
func onAnother(w argv.Word) bool {
	host, _, found := strings.Cut(w.Prefix, ":")
	return found && !strings.Contains(host, "/")
}

// address looks at a word that stands where a file is wanted and is written as an
// address or a command. It gives the path of file:PATH and file://PATH: many programs take it for
// that file, others for one of that name.
func (s *scan) address(role Role, shown string, w argv.Word) (argv.Word, bool) {
	if rest, ok := strings.CutPrefix(strings.ToLower(w.Prefix), "file:"); ok {
		at := len("file:")
		if strings.HasPrefix(rest, "//") {
			at += len("//")
		}
		return argv.After(w, at), true
	}
	if text := strings.TrimSpace(w.Shape()); role.Name == "read" && (strings.HasPrefix(text, "|") || strings.HasPrefix(text, ">") || strings.HasSuffix(text, "|")) {
		// What opens files as perl's <> does runs it, or writes there.
		s.unclassed(w, "value", "gets %s where a file is wanted (%s), which may be opened as a command", w.Text, shown)
		return w, false
	}
	scheme, _, found := strings.Cut(w.Prefix, "://")
	if !found || strings.ContainsAny(scheme, "/ ") {
		return w, false
	}
	switch role.Name {
	case "write", "append", "into":
		s.unclassed(w, "value", "writes to the address %s (%s)", w.Text, shown)
	case "read":
		if !webScheme(scheme) {
			s.unclassed(w, "value", "reads the address %s (%s), and what is done with that kind of address is not known", w.Text, shown)
		}
	case "run", "folder":
		s.unclassed(w, "value", "runs what is at the address %s (%s)", w.Text, shown)
	}
	return w, false
}

// below is a place seen from the folders that the program changes to first.
func below(folders []argv.Word, w argv.Word) *string {
	if w.Value == nil || strings.HasPrefix(*w.Value, "/") || strings.HasPrefix(*w.Value, "~") {
		return nil
	}
	dir := ""
	for _, f := range folders {
		if f.Value == nil {
			return nil
		}
		if strings.HasPrefix(*f.Value, "/") || strings.HasPrefix(*f.Value, "~") {
			dir = ""
		}
		dir = path.Join(dir, *f.Value)
	}
	whole := path.Join(dir, *w.Value)
	return &whole
}

func (s *scan) checkName(role Role, shown string, w argv.Word) {
	if w.Value == nil {
		s.unclassed(w, "value", "gets the value %s for %s, which is known only when it runs", w.Text, shown)
		return
	}
	values := []string{*w.Value}
	if role.Name == "names" {
		values = strings.Split(*w.Value, ",")
	}
	for _, v := range values {
		if !slices.Contains(role.Of, v) {
			s.unclassed(w, "value", "gets the value %q for %s, and what that does is not known", v, shown)
			return
		}
	}
}

// kind looks at a word that says of what kind the things are that are shown, as in
// KIND,KIND and KIND/NAME, where those of some kinds are secrets. Of repeated words
// only the first has to be known: the others are names as a rule.
func (s *scan) kind(role Role, shown string, w argv.Word) {
	if w.Value == nil && !s.repeated {
		s.unclassed(w, "value", "gets the value %s for %s, which is known only when it runs", w.Text, shown)
		return
	}
	for _, part := range strings.FieldsFunc(strings.ToLower(w.Shape()), func(c rune) bool { return strings.ContainsRune(",/.?&=", c) }) {
		if slices.Contains(role.Of, part) {
			s.effect("secrets")
		}
	}
}

// plainText reports whether a text is a word that is neither a path, nor a command,
// nor anything that is expanded.
func plainText(v string) bool {
	for _, c := range v {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', strings.ContainsRune("_.,:+@%^-", c):
		default:
			return false
		}
	}
	return true
}

// countable reports whether a text is a number, a range or an amount: 5, -1, +3,
// 1.5h, 2-4, 10%, 3k.
func countable(v string) bool {
	if v == "" {
		return false
	}
	digits := false
	for _, c := range v {
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case strings.ContainsRune("+-.,:%", c), c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		default:
			return false
		}
	}
	return digits
}
