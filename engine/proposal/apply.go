package proposal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

// Staged is the folder of a skill as it would be once a proposal is applied.
type Staged struct {
	// Path is the folder, Dir its name in the end.
	Path, Dir string
	Bundle    *Bundle
}

// Judge looks at a skill as it would be, and says what the gate says of it:
// "allow", "warn" or "deny".
type Judge func(ctx context.Context, staged Staged) (effect string, err error)

// Bounds of a skill that is updated.
const (
	maxSkillFiles = 10_000
	maxSkillTotal = 256 << 20
)

// Apply writes what a proposal says, if the policies agree: the folder of the
// skill is put together beside its place, judged, and takes its place in one step.
// A proposal that does not fit any more is marked stale: a [*StaleError].
func (q *Queue) Apply(ctx context.Context, id, reason string, judge Judge, consent Consent) (*Record, error) {
	var applied *Record
	err := q.locked(ctx, func(root *os.Root) error {
		r, err := q.open(ctx, root, id)
		if err != nil {
			return err
		}
		if err := q.Permit(ctx, actionExamine, r, Given(false)); err != nil {
			var stale *StaleError
			if errors.As(err, &stale) {
				_, settled := q.settle(root, r, Stale, stale.Reason)
				err = errors.Join(err, settled)
			}
			return err
		}
		b, err := q.bundle(ctx, root, r)
		if err != nil {
			return err
		}
		applied, err = q.apply(ctx, root, b, reason, func(staged Staged) error { return q.judged(ctx, staged, judge, consent) })
		return err
	})
	return applied, err
}

// judged has a skill looked at as it would be, and asks the policies whether it
// may be applied.
func (q *Queue) judged(ctx context.Context, staged Staged, judge Judge, consent Consent) error {
	gate, err := judge(ctx, staged)
	if err != nil {
		return err
	}
	facts := q.factsOf(actionApply, staged.Bundle.Record)
	facts.Gate = gate
	return q.permit(ctx, staged.Bundle.ID, facts, consent)
}

// open gives a proposal, after what an earlier process left undone is done or
// undone.
func (q *Queue) open(ctx context.Context, root *os.Root, id string) (*Record, error) {
	r, err := readRecord(root, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &UnknownError{id}
	}
	if err != nil {
		return nil, fmt.Errorf("read proposal %s: %w", id, err)
	}
	stored, err := q.stored(ctx)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(stored, func(s *Record) bool { return s.ID == id }) {
		return nil, errTaken
	}
	return q.recover(ctx, root, r)
}

// errTaken says that a proposal is OpenClaw's since it was looked up.
var errTaken = errors.New("OpenClaw has taken the proposal into its database meanwhile; try again")

// still says whether a proposal is as it was read. OpenClaw knows nothing of our
// lock, and takes records away when it starts.
func still(root *os.Root, r *Record) error {
	now, err := readRecord(root, r.ID)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errTaken
	case err != nil:
		return fmt.Errorf("read proposal %s once more: %w", r.ID, err)
	case now.Status != r.Status || now.Revision() != r.Revision():
		return &StaleError{r.ID, "the proposal was changed while it was judged; inspect it again"}
	}
	return nil
}

// within holds a proposal to the folder that the agent's own skills are in,
// whatever the policies say.
func (q *Queue) within(r *Record) error {
	// A key is the name of a folder, and is joined to paths as it is.
	if key := Key(r.Target.SkillKey); key == "" || key != r.Target.SkillKey {
		return fmt.Errorf("proposal %s has the key %q; use lower-case letters, digits and hyphens", r.ID, r.Target.SkillKey)
	}
	if filepath.Clean(r.Target.SkillDir) != filepath.Join(q.skills, Key(r.Target.SkillKey)) || filepath.Clean(r.Target.SkillFile) != filepath.Join(r.Target.SkillDir, "SKILL.md") {
		return fmt.Errorf("proposal %s would write %q, which is not a folder in %s", r.ID, r.Target.SkillDir, q.skills)
	}
	return nil
}

// oldName is what there was before, beside what is put into its place.
const oldName = "old"

func (q *Queue) apply(ctx context.Context, root *os.Root, b *Bundle, reason string, judge func(Staged) error) (*Record, error) {
	staging := q.staging(b.Record)
	if err := os.RemoveAll(staging); err != nil {
		return nil, fmt.Errorf("clean up %q: %w", staging, err)
	}
	defer func() { _ = os.RemoveAll(staging) }()
	staged := Staged{Path: filepath.Join(staging, b.Target.SkillKey), Dir: b.Target.SkillKey, Bundle: b}
	before, err := q.assemble(b, staged.Path)
	if err != nil {
		return nil, fmt.Errorf("assemble the skill: %w", folder.Bare(err))
	}
	q.step("staged")
	judged, err := treeOf(staged.Path)
	if err != nil {
		return nil, err
	}
	if err := judge(staged); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if now, err := treeOf(staged.Path); err != nil || now != judged {
		return nil, errors.Join(errors.New("the skill was changed while it was judged; nothing was applied"), err)
	}
	if err := still(root, b.Record); err != nil {
		return nil, err
	}
	if err := q.keepOld(root, b); err != nil {
		return nil, fmt.Errorf("record the previous state: %w", folder.Bare(err))
	}
	q.step("noted")
	if now, err := treeOf(b.Target.SkillDir); now != before || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(&StaleError{b.ID, "the skill was changed while the proposal was judged; try again"}, root.Remove(filepath.Join(b.ID, rollbackFile)))
	}
	if err := replace(staged.Path, b.Target.SkillDir, filepath.Join(staging, oldName)); err != nil {
		return nil, errors.Join(fmt.Errorf("write the skill: %w", err), root.Remove(filepath.Join(b.ID, rollbackFile)))
	}
	q.step("replaced")
	applied, err := q.settle(root, b.Record, Applied, reason)
	q.step("recorded")
	return applied, err
}

// assemble puts the skill together as it would be, and returns what stands for
// the one that is there, "" for none.
func (q *Queue) assemble(b *Bundle, place string) (before string, err error) {
	if err := os.MkdirAll(place, 0o755); err != nil {
		return "", err
	}
	if b.Kind == Update {
		if before, err = treeOf(b.Target.SkillDir); err != nil {
			return "", err
		}
		if err := copyTree(b.Target.SkillDir, place); err != nil {
			return "", err
		}
	}
	root, err := folder.Open(place)
	if err != nil {
		return "", err
	}
	defer func() { _ = root.Close() }()
	all := b.texts()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		local := filepath.FromSlash(name)
		if err := root.MkdirAll(filepath.Dir(local), 0o755); err != nil {
			return "", err
		}
		if err := writeFile(root, local, []byte(all[name]), 0o644); err != nil {
			return "", err
		}
	}
	return before, nil
}

// visit calls do for each entry of a skill's folder, sorted. What is neither a
// file nor a folder is an error: no proposal is made for such a skill.
func visit(place string, do func(root *os.Root, name string, info fs.FileInfo) error) error {
	root, err := folder.Open(place)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	count, total := 0, int64(0)
	return fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		count++
		total += info.Size()
		switch {
		case !info.IsDir() && !info.Mode().IsRegular():
			return fmt.Errorf("%q in %q is neither a file nor a folder: apply the proposal by hand", name, place)
		case count > maxSkillFiles || total > maxSkillTotal:
			return fmt.Errorf("%q is too large for a proposal: more than %d files or %d bytes", place, maxSkillFiles, maxSkillTotal)
		}
		return do(root, filepath.FromSlash(name), info)
	})
}

// treeOf stands for all that is in a folder; "" when it is not there.
func treeOf(place string) (string, error) {
	var text strings.Builder
	err := visit(place, func(root *os.Root, name string, info fs.FileInfo) error {
		if info.IsDir() {
			fmt.Fprintf(&text, "%q %o\n", name, info.Mode().Perm())
			return nil
		}
		content, err := readFile(root, name, maxSkillTotal)
		fmt.Fprintf(&text, "%q %o %s\n", name, info.Mode().Perm(), hashOf(content))
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return "tree " + hashOf([]byte(text.String())), err
}

func copyTree(from, to string) error {
	target, err := folder.Open(to)
	if err != nil {
		return err
	}
	defer func() { _ = target.Close() }()
	return visit(from, func(root *os.Root, name string, info fs.FileInfo) error {
		if info.IsDir() {
			return target.Mkdir(name, info.Mode().Perm()|0o700)
		}
		source, err := folder.File(root, name)
		if err != nil {
			return err
		}
		defer func() { _ = source.Close() }()
		file, err := target.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm())
		if err != nil {
			return err
		}
		_, err = io.Copy(file, io.LimitReader(source, maxSkillTotal))
		return errors.Join(err, file.Sync(), file.Close())
	})
}

// rollback is openclaw.skill-workshop.rollback.v1: what there was before.
type rollback struct {
	Schema     string    `json:"schema"`
	ProposalID string    `json:"proposalId"`
	WrittenAt  string    `json:"writtenAt"`
	File       string    `json:"targetSkillFile"`
	Action     string    `json:"action"`
	Hash       string    `json:"previousContentHash,omitempty"`
	Content    *string   `json:"previousContent,omitempty"`
	Support    []oldFile `json:"supportFiles,omitempty"`
}

type oldFile struct {
	Path    string  `json:"path"`
	Existed bool    `json:"existed"`
	Content *string `json:"previousContent,omitempty"`
	Hash    string  `json:"previousContentHash,omitempty"`
}

// keepOld notes what there was, before anything is changed.
func (q *Queue) keepOld(root *os.Root, b *Bundle) error {
	note := rollback{Schema: rollbackSchema, ProposalID: b.ID, WrittenAt: q.stamp(), File: b.Target.SkillFile, Action: b.Kind}
	old := func(name string) (*string, string, error) {
		skill, err := folder.Open(b.Target.SkillDir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, "", nil
		}
		if err != nil {
			return nil, "", err
		}
		defer func() { _ = skill.Close() }()
		text, err := readFile(skill, filepath.FromSlash(name), maxDraft)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, "", nil
		}
		content := string(text)
		return &content, hashOf(text), err
	}
	var err error
	if note.Content, note.Hash, err = old("SKILL.md"); err != nil {
		return err
	}
	for _, f := range b.Support {
		content, hash, err := old(f.Path)
		if err != nil {
			return err
		}
		note.Support = append(note.Support, oldFile{Path: f.Path, Existed: content != nil, Content: content, Hash: hash})
	}
	text, err := json.MarshalIndent(note, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(root, filepath.Join(b.ID, rollbackFile), text, 0o600)
}

// recover finishes or undoes what a process began that ended before it was done.
// The caller holds the lock.
func (q *Queue) recover(ctx context.Context, root *os.Root, r *Record) (*Record, error) {
	note := filepath.Join(r.ID, rollbackFile)
	if _, err := root.Lstat(note); r.Status != Pending || errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err := q.within(r); err != nil {
		return nil, err
	}
	old := filepath.Join(q.staging(r), oldName)
	if _, err := os.Lstat(r.Target.SkillDir); errors.Is(err, fs.ErrNotExist) {
		// It ended between two steps: what there was goes back.
		if err := os.Rename(old, r.Target.SkillDir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("restore the skill as before proposal %s: %w", r.ID, err)
		}
	}
	b, err := q.bundle(ctx, root, r)
	if err != nil {
		return nil, err
	}
	if q.holds(b) {
		_ = os.RemoveAll(q.staging(r))
		return q.settle(root, r, Applied, "")
	}
	_ = os.RemoveAll(q.staging(r))
	return r, root.Remove(note)
}

// holds says that a skill is as a proposal says already.
func (q *Queue) holds(b *Bundle) bool {
	root, err := folder.Open(b.Target.SkillDir)
	if err != nil {
		return false
	}
	defer func() { _ = root.Close() }()
	for name, want := range b.texts() {
		if text, err := readFile(root, filepath.FromSlash(name), maxDraft); err != nil || string(text) != want {
			return false
		}
	}
	return true
}
