package grammar

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

const (
	effectBrings   = "brings"
	roleRepository = "repository"
)

// Brought are files that a program makes, and that it alone knows the names of: what
// is in an archive, a patch, a package or another repository. They are where the
// words make it write, or else in the working directory.
type Brought struct {
	// Names is a pattern for their names, "" for any. Then there may be folders and
	// links among them.
	Names string
	// Packages: they are below a folder of that name, which package managers keep
	// what they install in.
	Packages bool
	// Without is a name that none of them has, "" when there is no such name.
	Without string
}

// parseBrought reads what stands behind the colon of the effect: NAMES, FOLDER/ or
// !NAME.
func parseBrought(of string) Brought {
	if without, ok := strings.CutPrefix(of, "!"); ok {
		return Brought{Without: without}
	}
	if folder, ok := strings.CutSuffix(of, "/"); ok {
		return Brought{Names: folder, Packages: true}
	}
	return Brought{Names: of}
}

// isBrings reports whether an effect says that files are brought.
func isBrings(effect string) bool {
	name, _, _ := strings.Cut(effect, ":")
	return name == effectBrings
}

func checkBrought(of string, has bool) error {
	if has && strings.Trim(of, "!/") == "" {
		return errors.New("brings: which files?")
	}
	if _, err := path.Match(of, ""); err != nil {
		return fmt.Errorf("brings %q: it is no pattern", of)
	}
	return nil
}

func (s *scan) brings(of string) {
	if b := parseBrought(of); !slices.Contains(s.out.Brings, b) {
		s.out.Brings = append(s.out.Brings, b)
	}
}

// cloned gives an address of a repository the folder that is made for it: the one
// that another operand names, or else the end of the address.
func (s *scan) cloned() {
	isFolder := func(p Place) bool { return p.Role == "into" && p.Option == "" }
	named := slices.ContainsFunc(s.out.Places, isFolder)
	out := []Place{}
	for _, p := range s.out.Places {
		switch {
		case p.Role != roleRepository:
		case named:
			continue
		case p.Target.Value != nil:
			whole := strings.TrimRight(*p.Target.Value, "/")
			whole = strings.TrimSuffix(strings.TrimSuffix(whole, "/.git"), "/")
			whole = whole[strings.LastIndexAny(whole, "/:")+1:]
			name := strings.TrimSuffix(whole, ".git")
			if s.has("--bare", "--mirror") {
				name += ".git"
			}
			p.Computed = s.in(p.folders, name)
		}
		out = append(out, p)
	}
	s.out.Places = out
}

// has reports whether one of some options is given.
func (s *scan) has(names ...string) bool {
	return slices.ContainsFunc(s.given, func(g given) bool { return slices.Contains(names, g.name) })
}

// received takes back what a program brings that copies between machines, when it
// copies to another, or from none.
func (s *scan) received() {
	if s.target != nil && (onAnother(*s.target) || !slices.ContainsFunc(s.sources, func(from source) bool { return from.remote })) {
		s.out.Brings = nil
	}
}

// in is a name in the folders that the program changes to first, nil when they are
// not known.
func (s *scan) in(folders []argv.Word, name string) *string {
	if len(folders) == 0 {
		return &name
	}
	return below(folders, argv.Word{Value: &name})
}

// saved puts what is saved under the end of its address into the folder that an
// option names.
func (s *scan) saved() {
	for _, into := range s.out.Places {
		if into.Role != "into" || into.Option == "" || into.Target.Value == nil {
			continue
		}
		for i, p := range s.out.Places {
			if p.Role == "save" && p.Computed != nil {
				s.out.Places[i].named = append(p.named, path.Join(*into.Target.Value, *p.Computed))
			}
		}
	}
}
