package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/engine/stage"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// wantedSkill is what is to be installed.
type wantedSkill struct {
	// name is what it is to be called, "" for what it calls itself.
	name string
	// spec, ref and within say where it is; see [stage.Open].
	spec, ref, within string
	// asked and location are what stands in the lock file already, "" for what is
	// found out now.
	asked, location string
	// update: it replaces what is there, unless that was changed.
	update bool
	force  bool
	dryRun bool
}

// stagedSkill is a skill that is ready to be judged.
type stagedSkill struct {
	name string
	dir  string
	// source is the folder, archive or repository on this machine that it is a copy of,
	// "" for none.
	source string
	origin lockOrigin
	read   *skill.Skill
	files  []lock.File
	// there: a folder of that name is in the root; entry is what is locked of it,
	// nil for nothing.
	there bool
	entry *lock.Entry
}

// What became of a skill.
const (
	placeInstalled = "installed"
	placeUpdated   = "updated"
	placeUnchanged = "unchanged"
	placeRemoved   = "removed"
	placeLocked    = "locked"
	placeBlocked   = "blocked"   // by the gate
	placeRefused   = "refused"   // while it was unpacked, or because of what is there
	placeWarned    = "warned"    // and the warning is not acknowledged
	placeJudged    = "would be"  // installed, were it not for --dry-run
	placeFailed    = "failed"    // skillctl could not do it
	placeUsage     = "not found" // what was asked for is not there
)

// placedSkill is what is said of one skill.
type placedSkill struct {
	Name   string `json:"name"`
	Result string `json:"result"`
	// Problem says why it is refused or failed, Hint what to do.
	Problem string       `json:"problem,omitempty"`
	Hint    string       `json:"hint,omitempty"`
	Origin  *lock.Origin `json:"origin,omitempty"`
	// Decision is that of the gate, nil when it was not asked.
	Decision *install.Decision `json:"decision,omitempty"`
	// Change is how it differs from what is locked.
	Change *lock.Change `json:"change,omitempty"`
	Notes  []stage.Note `json:"notes,omitempty"`

	err error
	// into is the folder that it is in then.
	into string
	// locking is set where nothing is installed, only locked.
	locking bool
}

func (p placedSkill) refuse(result, problem, hint string) placedSkill {
	p.Result, p.Problem, p.Hint = result, problem, hint
	return p
}

func (p placedSkill) fail(err error) placedSkill {
	p.Result, p.Problem, p.err = placeFailed, err.Error(), err
	return p
}

// placeSkill stages, judges and installs one skill.
func (in *installer) placeSkill(ctx context.Context, want wantedSkill) placedSkill {
	placed := placedSkill{Name: want.name}
	placed.Name = cmp.Or(placed.Name, want.spec)
	placed.into = in.placeOptions.root
	staged, err := stage.Open(ctx, want.spec, stage.WithDir(in.factory.IO.Dir), stage.WithParent(in.root.StageDir()), stage.WithRef(want.ref), stage.WithPath(want.within))
	if err != nil {
		return placed.unstaged(err)
	}
	var s *stagedSkill
	if err = leaveUnsigned(staged); err == nil {
		s, err = in.inspect(ctx, want, staged)
	}
	placed.Notes = staged.Notes
	if err == nil {
		placed.Name, placed.Origin = s.name, &s.origin.Origin
		placed = in.settle(ctx, want, s, placed)
	} else {
		placed = placed.uninspected(err)
	}
	if err := staged.Close(); err != nil && placed.err == nil {
		return placed.fail(err)
	}
	return placed
}

// unstaged says why something could not be staged.
func (p placedSkill) unstaged(err error) placedSkill {
	var refused *stage.RefusedError
	switch {
	case errors.As(err, &refused):
		return p.refuse(placeRefused, err.Error(), "unpack it in an isolated place and inspect it, or ask its author")
	case errors.Is(err, fs.ErrNotExist):
		return p.refuse(placeUsage, err.Error(), "")
	}
	return p.fail(err)
}

// nameError is a name that a skill cannot be installed under.
type nameError struct{ message, hint string }

// Error says what is wrong.
func (e *nameError) Error() string { return e.message }

func (p placedSkill) uninspected(err error) placedSkill {
	var name *nameError
	var place *lock.PlaceError
	switch {
	case errors.As(err, &name):
		return p.refuse(placeUsage, name.message, name.hint)
	case errors.As(err, &place):
		return p.refuse(placeRefused, err.Error(), "")
	}
	return p.fail(err)
}

// inspect takes the inventory of what was staged and finds out what it is called
// and what stands in its place.
func (in *installer) inspect(ctx context.Context, want wantedSkill, staged *stage.Staged) (*stagedSkill, error) {
	folder, err := folders.Open(staged.Dir)
	if err != nil {
		return nil, fmt.Errorf("open the staged copy: %w", err)
	}
	defer func() { _ = folder.Close() }()
	read, err := skill.Read(ctx, folder, staged.Name, skill.WithDir(staged.Name))
	if err != nil {
		return nil, fmt.Errorf("read the staged copy: %w", err)
	}
	if read.Manifest.File == "" {
		return nil, noManifest(ctx, want, staged)
	}
	s := &stagedSkill{dir: staged.Dir, read: read, name: want.name}
	if s.name == "" {
		s.name = kit.OwnName(read, staged.Name)
	}
	if !lock.ValidName(s.name) {
		return nil, &nameError{fmt.Sprintf("%q cannot be the folder name of a skill; use letters and digits, and single . _ - between them", s.name), "give it one with --name"}
	}
	src := staged.Source
	s.origin = lockOrigin{tag: src.Tag, Origin: lock.Origin{
		Kind: string(src.Kind), Spec: src.Spec, Location: src.Location, Path: src.Path, Ref: src.Ref, Commit: src.Commit, Digest: src.Digest,
	}}
	if local := strings.TrimPrefix(src.Location, "file://"); filepath.IsAbs(filepath.FromSlash(local)) {
		s.source = filepath.FromSlash(local)
	}
	s.origin.Location = in.portable(src)
	if want.asked != "" {
		s.origin.Spec, s.origin.Location = want.asked, want.location
	}
	if s.files, err = lock.Files(read); err != nil {
		return nil, err
	}
	if s.there, err = in.root.There(s.name); err != nil {
		return nil, err
	}
	if s.entry = in.locked.Skills[s.name]; s.entry != nil {
		s.origin.was = &s.entry.Origin
	}
	return s, nil
}

// portable is the location of a source for the lock file: from the root on, when
// both lie in the folder that is worked in, so that it holds in every checkout.
func (in *installer) portable(src stage.Source) string {
	cwd, err := in.factory.IO.Abs(".")
	if err != nil || !filepath.IsAbs(src.Location) {
		return src.Location
	}
	for _, name := range []string{src.Location, in.root.Path()} {
		if rel, err := filepath.Rel(cwd, name); err != nil || !filepath.IsLocal(rel) {
			return src.Location
		}
	}
	rel, err := filepath.Rel(in.root.Path(), src.Location)
	if err != nil {
		return src.Location
	}
	return filepath.ToSlash(rel)
}

// noManifest says where the skills of a source are.
func noManifest(ctx context.Context, want wantedSkill, staged *stage.Staged) error {
	message := "it has no SKILL.md and no SKILL.toml at the top"
	found, err := catalog.Discover(ctx, []string{staged.Dir})
	if err != nil {
		return fmt.Errorf("look for skills: %w", err)
	}
	var paths []string
	for i := range found.Skills {
		if one := &found.Skills[i]; one.Unseen == "" {
			paths = append(paths, path.Join(want.within, one.Rel))
		}
	}
	slices.Sort(paths)
	if len(paths) == 0 {
		return &nameError{message, "name the folder, archive or repository of a skill"}
	}
	const most = 8
	shown := strings.Join(paths[:min(len(paths), most)], ", --path ")
	if len(paths) > most {
		shown += fmt.Sprintf(" or one of %d more", len(paths)-most)
	}
	return &nameError{message, "it has skills below: --path " + shown}
}

// settle judges a skill and puts it in its place.
func (in *installer) settle(ctx context.Context, want wantedSkill, s *stagedSkill, placed placedSkill) placedSkill {
	if why, hint, err := in.checkExisting(ctx, want, s); err != nil {
		return placed.fail(err)
	} else if why != "" {
		return placed.refuse(placeRefused, why, hint)
	}
	decision, err := in.gate.Judge(ctx, in.request(s), in.merged)
	if err != nil {
		return placed.fail(err)
	}
	placed.Decision = &decision
	if decision.Effect != engine.Deny && decision.Digest != s.read.Digest {
		return placed.fail(fmt.Errorf("the staged copy changed while it was judged: %s was %s", decision.Digest, s.read.Digest))
	}
	entry := in.entry(s, &decision)
	placed.Change = change(s.name, s.entry, entry)
	same, err := in.same(ctx, s)
	if err != nil {
		return placed.fail(err)
	}
	switch {
	case decision.Effect == engine.Deny:
		return in.recordRefused(ctx, s, placed.refuse(placeBlocked, "", ""))
	case same && s.entry != nil && s.entry.Origin == s.origin.Origin:
		placed.Result = placeUnchanged
		return placed
	case decision.Effect == engine.Warn && !in.yes:
		if want.dryRun {
			return placed.refuse(placeWarned, "", "")
		}
		return in.recordRefused(ctx, s, placed.refuse(placeWarned, "", "read the warnings; --yes and --reason install it anyway"))
	case want.dryRun:
		placed.Result = placeJudged
		return placed
	}
	placed.Result = placeInstalled
	if s.there {
		placed.Result = placeUpdated
	}
	err = in.recorded(ctx, in.record(s, decision), func() error { return in.root.Install(ctx, s.name, s.dir, entry) })
	if err != nil {
		return placed.fail(err)
	}
	return placed
}

// change is how an entry differs from what was locked.
func change(name string, was, is *lock.Entry) *lock.Change {
	before, after := lock.New(), lock.New()
	if was != nil {
		before.Skills[name] = was
	}
	after.Skills[name] = is
	return &lock.Compare(before, after)[0]
}

// recordRefused records that something was not installed.
func (in *installer) recordRefused(ctx context.Context, s *stagedSkill, placed placedSkill) placedSkill {
	r := in.record(s, *placed.Decision)
	r.Kind = audit.Decided
	if _, err := in.log.Append(ctx, in.mask, r); err != nil {
		placed.err = err
	}
	return placed
}

// same says whether what is there is what was staged.
func (in *installer) same(ctx context.Context, s *stagedSkill) (bool, error) {
	if !s.there {
		return false, nil
	}
	there, err := lock.Read(ctx, in.root.Dir(), s.name)
	if err != nil {
		return false, err
	}
	return there.Digest == s.read.Digest, nil
}

// checkExisting says why what is there must not be replaced, "" when it may.
func (in *installer) checkExisting(ctx context.Context, want wantedSkill, s *stagedSkill) (why, hint string, err error) {
	if !s.there || want.force {
		return "", "", nil
	}
	there, err := lock.Read(ctx, in.root.Dir(), s.name)
	if err != nil {
		return "", "", err
	}
	const replace = "check the changes; --force replaces it"
	switch {
	case there.Digest == s.read.Digest:
		return "", "", nil
	case s.entry == nil:
		return fmt.Sprintf("folder %q exists, was not installed by skillctl, and differs", s.name), replace, nil
	case there.Digest != s.entry.Digest:
		return fmt.Sprintf("%q was changed since it was installed", s.name), replace, nil
	case want.update:
		return "", "", nil
	}
	return fmt.Sprintf("another version of %q is installed, from %s", s.name, s.entry.Origin.Spec),
		fmt.Sprintf("`skillctl update %s` fetches the newest version from there; --force installs this one", s.name), nil
}

// entry is what is to be locked.
func (in *installer) entry(s *stagedSkill, decision *install.Decision) *lock.Entry {
	e := &lock.Entry{
		Digest: s.read.Digest, Files: s.files, Capabilities: lock.Capabilities(decision.Capabilities), Origin: s.origin.Origin,
		Policy: decision.Policy, Effect: string(decision.Effect), Warnings: []string{},
		Approval: lock.Approval{By: in.by, Reason: in.reason, At: in.factory.Now().UTC().Format(time.RFC3339)},
	}
	if signer := decision.Signer; signer != nil {
		e.Signer = &lock.Signer{Kind: signer.Kind, Identity: signer.Identity, Issuer: signer.Issuer, KeyDigest: signer.KeyDigest}
	}
	for _, reason := range decision.Reasons {
		if reason.Effect == engine.Warn && !slices.Contains(e.Warnings, reason.Rule) {
			e.Warnings = append(e.Warnings, reason.Rule)
		}
	}
	return e
}
