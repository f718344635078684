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

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/folder"
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
	r, draft, facts, err := q.prepare(d)
	if err != nil {
		return nil, err
	}
	return r, q.locked(ctx, func(root *os.Root) (err error) {
		if facts.Waiting, facts.Quarantined, err = q.waiting(ctx, root); err != nil {
			return err
		}
		if err := q.permit(ctx, "", facts, Given(false)); err != nil {
			return err
		}
		if err := r.check(); err != nil {
			return &DraftError{err}
		}
		return publish(root, r, draft, d.Files)
	})
}

// waiting counts the proposals that wait or are in quarantine, and the latter.
func (q *Queue) waiting(ctx context.Context, root *os.Root) (all, quarantined int, err error) {
	records, _, err := q.filesIn(root)
	if err != nil {
		return 0, 0, err
	}
	stored, err := q.stored(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, r := range merged(records, stored) {
		switch {
		case r.Owner != q.agent:
		case r.Status == Quarantined:
			quarantined++
			all++
		case r.Status == Pending:
			all++
		}
	}
	return all, quarantined, nil
}

// prepare makes the record and the draft of a proposal, and finds out what the
// policies are told of it.
func (q *Queue) prepare(d Draft) (*Record, string, *facts, error) {
	key, now := Key(d.Name), q.stamp()
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
			return nil, "", nil, err
		}
		name, around = r.Target.SkillName, current
		r.Target.CurrentHash = hashOf([]byte(current))
	}
	r.Title = map[string]string{Create: "Create ", Update: "Update "}[r.Kind] + r.Target.SkillName
	shown := described(d.Text)
	skillDescription := cmp.Or(shown, described(around), strings.TrimSpace(d.Description))
	r.Description = strings.TrimSpace(d.Description)
	if r.Description == "" && d.Update {
		r.Description = clip(skillDescription, maxCopied)
	}
	draft := render(name, skillDescription, d.Text, around, r.Version, now)
	r.DraftHash = hashOf([]byte(draft))
	if err := r.support(d); err != nil {
		return nil, "", nil, err
	}
	suffix := make([]byte, 5)
	if _, err := rand.Read(suffix); err != nil {
		return nil, "", nil, err
	}
	r.ID = fmt.Sprintf("%s-%s-%s", strings.Trim(clip(key, 60), "-"), q.now().UTC().Format("20060102"), hex.EncodeToString(suffix))
	facts := q.factsOf(actionAdd, r)
	facts.Draft = &draftFacts{Description: len(r.Description), Described: strings.TrimSpace(skillDescription) != "", Text: factsOfText("SKILL.md", d.Text), Files: []textFacts{}}
	for _, f := range r.Support {
		facts.Draft.Files = append(facts.Draft.Files, factsOfText(f.Path, d.Files[f.Path]))
	}
	return r, draft, facts, nil
}

// maxCopied is how much of a skill's description becomes that of an update which
// has none, in bytes.
const maxCopied = 160

// current is the manifest that an update changes, "" where there is none.
func (q *Queue) current(r *Record) (string, error) {
	if q.within(r) != nil {
		return "", nil
	}
	root, err := folder.Open(r.Target.SkillDir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("open the skill %q: %w", r.Target.SkillKey, folder.Bare(err))
	}
	defer func() { _ = root.Close() }()
	text, err := readFile(root, "SKILL.md", maxDraft)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the skill %q: %w", r.Target.SkillKey, folder.Bare(err))
	}
	return string(text), nil
}

// support records the files of a proposal.
func (r *Record) support(d Draft) error {
	for _, name := range slices.Sorted(maps.Keys(d.Files)) {
		text := d.Files[name]
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
func (f *SupportFile) was(place string) error {
	if err := checkPath(f.Path); err != nil {
		return &DraftError{err}
	}
	var text []byte
	root, err := folder.Open(place)
	if err == nil {
		defer func() { _ = root.Close() }()
		text, err = readFile(root, filepath.FromSlash(f.Path), MaxSupportFile)
	}
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %q of the skill: %w", f.Path, folder.Bare(err))
	}
	f.TargetExisted = &there
	if there {
		f.TargetHash = hashOf(text)
	}
	return nil
}

// publish writes a proposal beside the others and gives it its name at last.
func publish(root *os.Root, r *Record, draft string, files map[string]string) (err error) {
	staging := addedPrefix + r.ID
	defer func() {
		if err != nil {
			_ = root.RemoveAll(staging)
			err = fmt.Errorf("write the proposal: %w", folder.Bare(err))
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
	atomicfile.SyncFolder(root, ".")
	return nil
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
