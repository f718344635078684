package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/policy"
)

// dialectTable is the file, below the policies, that says whose folder or file has
// which name.
const dialectTable = "tables/dialects.json"

// dialectNames are the names that [dialectTable] knows, by where they count.
type dialectNames struct {
	Folders  map[string][]string `json:"folders"`
	Owners   map[string][]string `json:"owners"`
	Projects map[string][]string `json:"projects"`
	Homes    map[string][]string `json:"homes"`
}

// dialectFacts is #DialectFacts of schema/lint.cue.
type dialectFacts struct {
	Asked   []string   `json:"asked"`
	Folders []string   `json:"folders"`
	Above   [][]string `json:"above"`
	Home    []string   `json:"home"`
}

// dialects asks the policy for which hosts a skill is judged. Skills of one folder
// have the same facts, and these are asked about once.
type dialects struct {
	linter *Linter
	known  sync.Map // string -> engine.Dialects
}

// dialects says for which hosts a skill is judged. Without [WithPlaces] only what
// the settings name counts.
func (r *run) dialects(ctx context.Context, found *catalog.Skill) (engine.Dialects, error) {
	if !r.linter.places {
		return r.linter.asked(), nil
	}
	facts := dialectFacts{Asked: r.linter.control.Hosts, Folders: []string{}, Above: [][]string{}, Home: []string{}}
	if facts.Asked == nil {
		facts.Asked = []string{}
	}
	if len(facts.Asked) == 0 {
		names, err := r.linter.dialectNames()
		if err != nil {
			return engine.Dialects{}, err
		}
		facts.Folders = r.foldersOf(found, names)
		facts.Above = r.above(found, names)
		facts.Home = r.homeNames(names)
	}
	return r.linter.dialectsOf.of(ctx, &facts)
}

// asked are the dialects that the settings name.
func (e *Linter) asked() engine.Dialects {
	if len(e.control.Hosts) == 0 {
		return engine.Dialects{From: "nothing"}
	}
	return engine.Dialects{Judged: e.control.Hosts, From: "asked"}
}

func (d *dialects) of(ctx context.Context, facts *dialectFacts) (engine.Dialects, error) {
	key, err := json.Marshal(facts)
	if err != nil {
		return engine.Dialects{}, fmt.Errorf("encode facts of dialects: %w", err)
	}
	if known, ok := d.known.Load(string(key)); ok {
		return known.(engine.Dialects), nil
	}
	query, err := d.linter.loader.Prepare(ctx, "dialects", "data.skillctl.lint.dialects.decision", func(file string) bool { return file == "lint/dialects.rego" })
	if err != nil {
		return engine.Dialects{}, err
	}
	var answer engine.Dialects
	if err := query.EvalInto(ctx, facts, &answer); err != nil {
		return engine.Dialects{}, err
	}
	d.known.Store(string(key), answer)
	return answer, nil
}

// readDialectNames reads the table; policies that replace ours may have none.
func readDialectNames(loader *policy.Loader) (dialectNames, error) {
	var names dialectNames
	text, err := fs.ReadFile(loader.Files(), dialectTable)
	if err != nil {
		return names, fmt.Errorf("read table of dialects: %w", err)
	}
	if err := json.Unmarshal(text, &names); err != nil {
		return names, fmt.Errorf("read table of dialects: %w", err)
	}
	return names, nil
}

// foldersOf are the known names on the way to a skill, the outermost first: by the
// path that the user gave, or else where that leads.
func (r *run) foldersOf(found *catalog.Skill, names dialectNames) []string {
	list := []string{}
	given, err := filepath.FromSlash(found.Path), error(nil)
	if !filepath.IsAbs(given) {
		r.start.once.Do(func() { r.start.folder, r.start.err = filepath.Abs(r.linter.here.dir) })
		given, err = filepath.Join(r.start.folder, given), r.start.err
	}
	for _, way := range []string{given, found.Real} {
		if err != nil || len(list) > 0 {
			err = nil
			continue
		}
		segments := strings.Split(filepath.ToSlash(way), "/")
		for _, name := range segments[:len(segments)-1] {
			if _, known := names.Folders[name]; known {
				list = append(list, name)
			}
		}
	}
	return list
}

const (
	// maxAbove bounds how many folders above a skill are looked into.
	maxAbove = 32
	// leastAbove are looked into where there is no repository: of a plugin the skills
	// are two folders down.
	leastAbove = 2
)

// above are the known names in the folders above a skill, the nearest first: up to
// the one that holds the repository, or else to the folder that the user named. The
// skill's own folder is not among them, since it must not say how it is judged, nor
// is the home folder.
func (r *run) above(found *catalog.Skill, names dialectNames) [][]string {
	home, _ := r.linter.here.home()
	least := leastAbove
	if found.Rel != "." {
		least = max(least, strings.Count(found.Rel, "/")+1)
	}
	list := [][]string{}
	folder := found.Real
	for len(list) < maxAbove {
		parent := filepath.Dir(folder)
		if parent == folder || parent == home {
			break
		}
		folder = parent
		marks := r.marksOf(folder, names)
		list = append(list, slices.DeleteFunc(slices.Clone(marks), func(name string) bool { return name == repositoryMark }))
		if slices.Contains(marks, repositoryMark) {
			return list
		}
	}
	return list[:min(least, len(list))]
}

// repositoryMark is what the topmost folder of a repository has.
const repositoryMark = ".git"

// marksOf are the known names in a folder, sorted.
func (r *run) marksOf(folder string, names dialectNames) []string {
	if known, ok := r.marks.Load(folder); ok {
		return known.([]string)
	}
	list := []string{}
	for _, table := range []map[string][]string{names.Owners, names.Projects, {repositoryMark: nil}} {
		for name := range table {
			if _, err := os.Lstat(filepath.Join(folder, name)); err == nil && !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	r.marks.Store(folder, list)
	return list
}

// homeNames are the known names in the home folder, sorted.
func (r *run) homeNames(names dialectNames) []string {
	home, ok := r.linter.here.home()
	if !ok {
		return []string{}
	}
	if known, ok := r.marks.Load("~"); ok {
		return known.([]string)
	}
	list := []string{}
	for name := range names.Homes {
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	r.marks.Store("~", list)
	return list
}

// ofAll are the dialects that the rules about a whole run are asked for: those in
// which every skill is judged, and as likely ones those of any.
func (r *run) ofAll() engine.Dialects {
	all := engine.Dialects{Judged: slices.Clone(r.linter.control.Hosts)}
	for i := range r.results {
		of := r.results[i].Dialects
		if of == nil {
			continue
		}
		if i == 0 {
			all.Judged = slices.Clone(of.Judged)
		}
		all.Judged = slices.DeleteFunc(all.Judged, func(host string) bool { return !slices.Contains(of.Judged, host) })
		all.Likely = append(append(all.Likely, of.Judged...), of.Likely...)
	}
	slices.Sort(all.Likely)
	all.Likely = slices.Compact(all.Likely)
	return all
}
