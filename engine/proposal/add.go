package proposal

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Draft is what somebody proposes.
type Draft struct {
	// Name of the skill; Update says that it is there and is to be changed.
	Name   string
	Update bool
	// Description is for the queue; that of the skill stands in Text. Of an
	// update it may be empty.
	Description string
	// Text is a SKILL.md, or only what stands below its front matter.
	Text string
	// Files are texts by path, in assets, examples, references, scripts or
	// templates.
	Files map[string]string
	// By is the program that proposes it; Goal and Evidence say what for.
	By, Goal, Evidence string
}

// timeLayout is that of JavaScript's toISOString.
const timeLayout = "2006-01-02T15:04:05.000Z"

func (q *Queue) stamp() string { return q.now().UTC().Format(timeLayout) }

// Add puts a proposal into the queue.
func (q *Queue) Add(ctx context.Context, d Draft) (*Record, error) {
	r, draft, err := q.prepare(d)
	if err != nil {
		return nil, err
	}
	return r, q.locked(ctx, func(root *os.Root) error {
		waiting, err := q.waiting(ctx, root)
		if err != nil {
			return err
		}
		if waiting >= q.limits.MaxPending {
			return fmt.Errorf("the queue of agent %s is full: %d proposals wait or are in quarantine, and skills.workshop.maxPending is %d; apply or reject some", q.agent, waiting, q.limits.MaxPending)
		}
		return publish(root, r, draft, d.Files)
	})
}

// waiting counts the proposals that maxPending is about.
func (q *Queue) waiting(ctx context.Context, root *os.Root) (int, error) {
	records, _, err := q.filesIn(root)
	if err != nil {
		return 0, err
	}
	stored, err := q.stored(ctx)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range append(records, stored...) {
		if r.Owner == q.agent && (r.Status == Pending || r.Status == Quarantined) {
			n++
		}
	}
	return n, nil
}

// prepare makes the record and the draft of a proposal.
func (q *Queue) prepare(d Draft) (*Record, string, error) {
	key := Key(d.Name)
	if key == "" {
		return nil, "", fmt.Errorf("the name %q has neither a letter nor a digit", d.Name)
	}
	now := q.stamp()
	r := &Record{
		Schema: Schema, Kind: Create, Status: Pending, CreatedAt: now, UpdatedAt: now, CreatedBy: cmp.Or(d.By, "cli"), Version: "v1",
		DraftFile: "PROPOSAL.md", Goal: strings.TrimSpace(d.Goal), Evidence: strings.TrimSpace(d.Evidence),
		Origin: &Origin{AgentID: q.agent}, Owner: q.agent, Store: StoreFiles,
		Target: Target{
			SkillName: strings.TrimSpace(d.Name), SkillKey: key, SkillDir: filepath.Join(q.skills, key),
			SkillFile: filepath.Join(q.skills, key, "SKILL.md"), Source: "openclaw-workshop",
		},
		rest: map[string]json.RawMessage{"scan": json.RawMessage(`{"state":"pending","scannedAt":"` + now + `","critical":0,"warn":0,"info":0,"findings":[]}`)},
	}
	name, around := key, ""
	if d.Update {
		r.Kind = Update
		current, err := q.current(r)
		if err != nil {
			return nil, "", err
		}
		name, around = r.Target.SkillName, current
		r.Target.CurrentHash = hashOf([]byte(current))
	}
	r.Title = map[string]string{Create: "Create ", Update: "Update "}[r.Kind] + r.Target.SkillName
	shown := described(d.Text)
	skillDescription := cmp.Or(shown, described(around), strings.TrimSpace(d.Description))
	r.Description = strings.TrimSpace(d.Description)
	if r.Description == "" && d.Update {
		r.Description = clip(skillDescription, MaxDescription)
	}
	draft := render(name, skillDescription, d.Text, around, r.Version, now)
	r.DraftHash = hashOf([]byte(draft))
	if err := q.fits(r, d, skillDescription); err != nil {
		return nil, "", err
	}
	suffix := make([]byte, 5)
	if _, err := rand.Read(suffix); err != nil {
		return nil, "", err
	}
	r.ID = fmt.Sprintf("%s-%s-%s", strings.Trim(clip(key, 60), "-"), q.now().UTC().Format("20060102"), hex.EncodeToString(suffix))
	return r, draft, r.check()
}

// current is the manifest that an update changes.
func (q *Queue) current(r *Record) (string, error) {
	root, err := os.OpenRoot(r.Target.SkillDir)
	if err != nil {
		return "", fmt.Errorf("there is no skill %q to update in %s", r.Target.SkillKey, q.skills)
	}
	defer func() { _ = root.Close() }()
	text, err := readFile(root, "SKILL.md", maxDraft)
	if err != nil {
		return "", fmt.Errorf("read the skill %q: %w", r.Target.SkillKey, bare(err))
	}
	return string(text), nil
}

// fits holds a proposal to the limits.
func (q *Queue) fits(r *Record, d Draft, description string) error {
	switch {
	case r.Description == "":
		return errors.New("a proposal wants a description (--description)")
	case len(r.Description) > MaxDescription:
		return fmt.Errorf("the description has %d bytes; at most %d are taken", len(r.Description), MaxDescription)
	case strings.TrimSpace(description) == "":
		return errors.New("the skill wants a description in its front matter")
	case len(d.Text) > q.limits.MaxSkillBytes:
		return fmt.Errorf("the skill has %d bytes; skills.workshop.maxSkillBytes is %d", len(d.Text), q.limits.MaxSkillBytes)
	case !utf8.ValidString(d.Text) || strings.ContainsRune(d.Text, 0):
		return errors.New("the skill is no UTF-8 text")
	case strings.TrimSpace(d.Text) == "":
		return errors.New("the skill is empty")
	}
	for _, name := range slices.Sorted(maps.Keys(d.Files)) {
		text := d.Files[name]
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return fmt.Errorf("file %q is no UTF-8 text", name)
		}
		f := SupportFile{Path: name, Hash: hashOf([]byte(text)), Size: len(text)}
		if d.Update {
			if err := f.was(r.Target.SkillDir); err != nil {
				return err
			}
		}
		r.Support = append(r.Support, f)
	}
	return nil
}

// was notes what stands in the place of a file now.
func (f *SupportFile) was(folder string) error {
	if err := checkPath(f.Path); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fmt.Errorf("open the skill: %w", err)
	}
	defer func() { _ = root.Close() }()
	text, err := readFile(root, filepath.FromSlash(f.Path), MaxSupportFile)
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %q of the skill: %w", f.Path, bare(err))
	}
	f.TargetExisted = &there
	if there {
		f.TargetHash = hashOf(text)
	}
	return nil
}

// publish writes a proposal beside the others and gives it its name at last.
func publish(root *os.Root, r *Record, draft string, files map[string]string) (err error) {
	staging := ".staging-" + r.ID
	defer func() {
		if err != nil {
			_ = root.RemoveAll(staging)
			err = fmt.Errorf("write the proposal: %w", err)
		}
	}()
	if err := root.Mkdir(staging, 0o700); err != nil {
		return err
	}
	text, err := r.text()
	if err != nil {
		return err
	}
	all := map[string]string{recordFile: string(text), "PROPOSAL.md": draft}
	maps.Copy(all, files)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		place := filepath.Join(staging, filepath.FromSlash(name))
		if err := root.MkdirAll(filepath.Dir(place), 0o700); err != nil {
			return err
		}
		if err := writeFile(root, place, []byte(all[name]), 0o600); err != nil {
			return err
		}
	}
	if err := root.Rename(staging, r.ID); err != nil {
		return err
	}
	return syncFolder(root, ".")
}

// clip cuts a text to so many bytes, between characters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// sweep removes what a process left that ended while it added a proposal. The
// caller holds the lock.
func sweep(root *os.Root) {
	dir, err := root.Open(".")
	if err != nil {
		return
	}
	defer func() { _ = dir.Close() }()
	names, _ := dir.Readdirnames(maxProposals)
	for _, name := range names {
		if strings.HasPrefix(name, ".staging-") {
			_ = root.RemoveAll(name)
		}
	}
}
