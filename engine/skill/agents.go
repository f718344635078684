package skill

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/agent"
	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/scan"
)

// parseAgents takes down what agents obey of the package, and has the commands in that
// looked through as those that they are.
func (s *Skill) parseAgents() {
	s.Agents = s.AgentParts()
	s.sortLaid()
	started := map[string]bool{}
	maps.Copy(started, s.Runs)
	for i := range s.Agents {
		part := &s.Agents[i]
		started[part.File] = started[part.File] || part.Kind == agent.KindCode
		for k := range part.Entries {
			e := &part.Entries[k]
			if text, ok := e.Value.(string); ok && e.Role == agent.RolePrompt {
				s.finder.Value(part.File, text, e.Span)
			}
			if e.Text == "" {
				continue
			}
			s.finder.Start(part.File, shellText(e), e.Span)
			for _, name := range e.Named() {
				// Some take it from the folder of the file, others from that of the project.
				for _, dir := range []string{part.Base, path.Dir(part.File)} {
					started[path.Join(dir, name)] = true
				}
			}
		}
	}
	for _, one := range s.steps {
		s.finder.Start(one.file, one.text, one.span)
	}
	s.finder.Started(started)
}

// shellText is what a shell reads of a command: what it is given as code, when the command
// is nothing but that shell.
func shellText(e *agent.Entry) string {
	if len(e.Argv) == 3 && flow.IsShell(path.Base(e.Argv[0])) && strings.HasPrefix(e.Argv[1], "-") && strings.HasSuffix(e.Argv[1], "c") {
		return e.Argv[2]
	}
	return e.Text
}

// AgentParts are the files of the package that agents obey, with what they say, sorted by
// file. It needs the inventory alone.
func (s *Skill) AgentParts() []agent.Part {
	var parts []agent.Part
	for i := range s.Files {
		f := &s.Files[i]
		file, ok := s.agentFile(f.Path)
		switch {
		case f.Type == TypeSymlink && ok:
			parts = append(parts, s.agentLink(f, file))
		case f.Type == TypeSymlink:
			if file, ok := s.agentFolder(f.Path); ok && !s.onlyLinks(f) {
				part := agent.Read(f.Path, agent.File{Client: file.Client, Kind: file.Kind, Base: file.Base}, nil)
				part.Problem = "it is a link to a folder, and what is in that was not read as its"
				parts = append(parts, part)
			}
		case f.Type == TypeRegular && ok:
			parts = append(parts, s.agentPart(f, f.Path, file))
		}
	}
	if s.Manifest.Format == "md" && s.Manifest.Source != nil {
		front, _ := parseFront(s.Manifest.File, s.Manifest.Source)
		part := agent.Part{File: s.Manifest.File, Base: ".", Kind: "skill", Entries: []agent.Entry{}}
		part.Fill("skill", front.Root)
		if len(part.Entries) > 0 {
			parts = append(parts, part)
		}
	}
	parts = s.taken(parts)
	slices.SortStableFunc(parts, func(a, b agent.Part) int { return cmp.Compare(a.File, b.File) })
	return parts
}

// taken adds the files that instructions and prompts take in, and what these take in: they
// are instructions, too. What is not of the package is told of the file that names it.
func (s *Skill) taken(parts []agent.Part) []agent.Part {
	known := map[string]bool{}
	for i := range parts {
		known[parts[i].File] = known[parts[i].File] || parts[i].Kind == agent.KindInstructions || parts[i].Kind == agent.KindPrompt
	}
	for i := 0; i < len(parts); i++ {
		imports, problem := s.imports(&parts[i])
		if parts[i].Problem == "" {
			parts[i].Problem = problem
		}
		for _, one := range imports {
			names, inside := places(&parts[i], one)
			if !inside {
				parts[i].Entries = append(parts[i].Entries, agent.Entry{Role: agent.RoleImport, Key: "@" + one.Name, Name: one.Name, Value: one.Name, Argv: []string{}, Span: one.Span})
			}
			for _, name := range names {
				f := s.File(name)
				if f != nil && f.Link != nil && f.Link.Inside {
					f = s.File(f.Link.Resolved)
				}
				if f == nil || f.Type != TypeRegular || known[f.Path] {
					continue
				}
				known[f.Path] = true
				part := agent.Part{File: f.Path, Base: parts[i].Base, Client: parts[i].Client, Kind: agent.KindInstructions, Entries: []agent.Entry{}}
				if f.Read != ReadFull {
					part.Problem = "it could not be read whole"
				}
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// imports are the files that a part takes in: by its text, or by the texts for models that
// stand in it.
func (s *Skill) imports(part *agent.Part) (list []agent.Import, problem string) {
	if part.Kind == agent.KindInstructions || part.Kind == agent.KindPrompt && isMarkdown(path.Ext(part.File)) {
		list, problem = agent.Imports(s.documents[part.File])
	}
	for i := range part.Entries {
		e := &part.Entries[i]
		text, ok := e.Value.(string)
		if !ok || e.Role != agent.RolePrompt {
			continue
		}
		more, trouble := agent.Imports([]byte(text))
		for _, one := range more {
			one.Span = e.Span
			list = append(list, one)
		}
		problem = cmp.Or(problem, trouble)
	}
	return list, problem
}

// places are where a file may be that a part takes in: some agents take its name from the
// folder of the part, others from that of the project. None of them is in the package
// where inside is false.
func places(part *agent.Part, one agent.Import) (names []string, inside bool) {
	if one.Foreign() {
		return nil, false
	}
	for _, dir := range []string{part.Base, path.Dir(part.File)} {
		if name := path.Join(dir, one.Name); !strings.HasPrefix(name, "../") && name != ".." && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, len(names) > 0
}

// Taken are the slash paths, in the package, of the files that a part takes in or that its
// commands name, whether they are there or not.
func (s *Skill) Taken(part *agent.Part) []string {
	var list []string
	imports, _ := s.imports(part)
	for _, name := range part.Named() {
		imports = append(imports, agent.Import{Name: name})
	}
	for _, one := range imports {
		names, _ := places(part, one)
		list = append(list, names...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// agentFile says what a path is to agents, of what there is beside it.
func (s *Skill) agentFile(name string) (agent.File, bool) {
	for _, file := range agent.All(name) {
		if s.Project && file.Base != "." {
			continue
		}
		if file.Needs == "" || s.File(path.Join(file.Base, file.Needs)) != nil {
			return file, true
		}
	}
	return agent.File{}, false
}

// agentFolder says whose a folder is, by what could be in it.
func (s *Skill) agentFolder(name string) (agent.File, bool) {
	file, ok := agent.OfFolder(name)
	return file, ok && (file.Base == "." || !s.Project)
}

// onlyLinks reports whether a link leads to a folder whose files agents obey anyway.
func (s *Skill) onlyLinks(f *File) bool {
	if f.Link == nil || !f.Link.Inside || !f.Link.Exists {
		return false
	}
	_, ok := s.agentFolder(f.Link.Resolved)
	return ok
}

// agentLink reads the file that a link leads to as the one that the link is.
func (s *Skill) agentLink(f *File, file agent.File) agent.Part {
	if f.Link != nil && f.Link.Inside && f.Link.Exists {
		if target := s.File(f.Link.Resolved); target != nil && target.Type == TypeRegular {
			return s.agentPart(target, f.Path, file)
		}
	}
	part := agent.Read(f.Path, agent.File{Client: file.Client, Kind: file.Kind, Base: file.Base}, nil)
	part.Problem = "it is a link to something that was not read"
	return part
}

// agentPart reads a file as what its name, or that of a link to it, says.
func (s *Skill) agentPart(f *File, name string, file agent.File) agent.Part {
	text := s.documents[f.Path]
	if !isMarkdown(path.Ext(name)) || file.Keys == "" {
		part := agent.Read(name, file, text)
		part.File = f.Path
		if part.Problem == "" && f.Read != ReadFull {
			part.Problem = "it could not be read whole"
		}
		return part
	}
	part := agent.Part{File: f.Path, Base: file.Base, Client: file.Client, Kind: file.Kind, Entries: []agent.Entry{}}
	decoded, ok := scan.Text(text)
	if text == nil || !ok {
		part.Problem = "it could not be read as text"
		return part
	}
	front, _ := parseFront(f.Path, decoded)
	if front.Error != nil {
		part.Problem, part.Span = front.Error.Message, front.Error.Span
	}
	part.Fill(file.Keys, front.Root)
	if file.Runs {
		for _, command := range agent.Commands(string(decoded)) {
			part.Entries = append(part.Entries, agent.Entry{Role: agent.RoleRun, Key: "its text", Text: command.Text, Argv: []string{}, Span: command.Span})
		}
	}
	return part
}
