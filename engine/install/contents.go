package install

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/skill"
)

// contents are the facts that follow from the files of a folder alone, whoever asks
// and whenever: no signature, no other folder, no verdict. The cache holds them as
// JSON.
type contents struct {
	Empty    bool            `json:"empty"`
	Digest   string          `json:"digest"`
	Counts   installCounts   `json:"counts"`
	Files    []installFile   `json:"files"`
	Gaps     []installGap    `json:"gaps"`
	Git      []fact.GitPart  `json:"git"`
	Servers  []packageServer `json:"servers"`
	Package  *packageFacts   `json:"package,omitempty"`
	Packages []*packageFacts `json:"packages"`
	// Skills are those of the folder; Code is what the rules say of a folder that is no
	// skill itself.
	Skills []examinedSkill     `json:"skills"`
	Code   *engine.SkillReport `json:"code,omitempty"`

	// lasting: all of it was read, and nothing else was looked at.
	lasting, remembered bool
}

// examinedSkill is a skill before the settings say what counts: the verdict and the
// findings of Skill are not filled in.
type examinedSkill struct {
	Skill  installSkill       `json:"skill"`
	Report engine.SkillReport `json:"report"`
}

func newContents() *contents {
	return &contents{Files: []installFile{}, Gaps: []installGap{}, Git: []fact.GitPart{}, Servers: []packageServer{}, Packages: []*packageFacts{}, Skills: []examinedSkill{}}
}

// inventory takes over what was found of a folder.
func (c *contents) inventory(read *skill.Skill) {
	c.Digest, c.Empty = read.Digest, len(read.Files) == 0 && read.Coverage.Complete
	c.Counts = installCounts{Files: read.Counts.Files, Bytes: read.Counts.Bytes}
	for i := range read.Files {
		file := &read.Files[i]
		entry := installFile{
			Path: file.Path, Type: file.Type, Mode: file.Mode, Size: file.Size, Hidden: file.Hidden, Exec: file.Exec,
			Nlink: file.Nlink, Digest: file.Digest, Read: file.Read,
		}
		if file.Content != nil {
			entry.Class, entry.What = string(file.Content.Class), file.Content.Type
		}
		if file.Link != nil {
			entry.Link = &installLink{Target: file.Link.Target, Inside: file.Link.Inside, Exists: file.Link.Exists}
		}
		c.Files = append(c.Files, entry)
	}
	c.Git = fact.OfGit(read)
	for _, gap := range read.Coverage.Gaps {
		c.Gaps = append(c.Gaps, installGap{File: gap.File, Reason: gap.Reason, Detail: gap.Detail})
	}
	c.lasting = read.Coverage.Complete
}

// take takes over what follows from the files alone.
func (f *installFacts) take(c *contents) {
	f.Empty, f.Digest, f.Counts = c.Empty, c.Digest, c.Counts
	f.Files, f.Gaps, f.Git, f.Servers, f.Package, f.Packages = c.Files, c.Gaps, c.Git, c.Servers, c.Package, c.Packages
}

// weigh has the settings say which findings count, and draws the verdicts.
func (f *installFacts) weigh(ctx context.Context, linter *lint.Linter, c *contents, whole string) error {
	if c.Code != nil {
		code, err := codeOf(ctx, linter, *c.Code, whole)
		if err != nil {
			return err
		}
		f.Code = code
	}
	for i := range c.Skills {
		one := &c.Skills[i]
		judged, err := linter.Weigh(ctx, one.Report)
		if err != nil {
			return err
		}
		out := one.Skill
		out.Verdict, out.Safety, out.Form = judged.Verdict, judged.Safety, judged.Form
		out.Findings = findingsOf(linter, judged.Counted, whole)
		f.Skills = append(f.Skills, out)
		f.reports = append(f.reports, judged.Report)
	}
	return nil
}

// contents finds out what is in a folder, or remembers what was found in the same
// files before.
func (g *Gate) contents(ctx context.Context, req *Request, root *os.Root, real, shown, dir string, linter *lint.Linter) (*contents, error) {
	pin := g.pin(req, real, shown, dir, linter)
	if known := pin.stamped(); known != nil {
		return known, nil
	}
	collected, packages := newGatherer(), newPackageReader()
	visit := func(f *skill.File, text []byte) {
		collected.visit(f, text)
		packages.visit(f, text)
	}
	opts := []skill.Option{skill.WithDir(dir), skill.WithVisitor(visit), skill.WithIntel(g.intel)}
	if req.Target.Type != "skill" {
		opts = append(opts, skill.WithLimits(skill.Limits{Files: maxPluginFiles, FileBytes: maxPluginFile, TotalBytes: maxPluginBytes, CodeBytes: maxPluginCode}))
	}
	read, err := skill.Inventory(ctx, root, shown, opts...)
	if err != nil {
		return nil, err
	}
	if known := pin.read(read); known != nil {
		return known, nil
	}
	c := newContents()
	c.inventory(read)
	if err := g.examine(ctx, req, real, read, collected, linter, c); err != nil {
		return nil, err
	}
	c.Package, c.Packages, c.Servers = packages.own, packages.list(), place(packages.servers, read)
	pin.keep(c)
	return c, nil
}

// maxInstallSkills bounds how many skills of one plugin are judged; what lies
// beyond is a gap.
const maxInstallSkills = 200

// examine asks the rules about the skill of a folder, and those that a plugin or a
// skill brings along.
func (g *Gate) examine(ctx context.Context, req *Request, real string, whole *skill.Skill, collected *gatherer, linter *lint.Linter, c *contents) error {
	found, err := catalog.Discover(ctx, []string{real})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found.Skills, func(one catalog.Skill) bool { return one.Rel == "." }) {
		said, err := linter.ExaminePackage(ctx, whole)
		if err != nil {
			return err
		}
		c.Code, c.lasting = &said.Report, c.lasting && said.Lasting
	}
	for i := range found.Skills {
		one := &found.Skills[i]
		if one.Unseen != "" && req.Target.Type != "skill" {
			continue // no host looks for skills there
		}
		if len(c.Skills) == maxInstallSkills {
			c.Gaps = append(c.Gaps, installGap{File: ".", Reason: "skills", Detail: fmt.Sprintf("more than %d skills; the rest was not judged", maxInstallSkills)})
			c.lasting = false
			break
		}
		one.Path = path.Join(whole.Path, one.Rel)
		read, own := whole, collected
		if one.Rel != "." {
			own = newGatherer()
			if read, err = g.readWithin(ctx, one, own); err != nil {
				return err
			}
		}
		examined, lasting, err := examineSkill(ctx, linter, one, read, own)
		if err != nil {
			return err
		}
		c.Skills, c.lasting = append(c.Skills, examined), c.lasting && lasting
	}
	return nil
}
