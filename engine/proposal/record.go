package proposal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Status is the state of a proposal.
type Status string

// The states. Only a pending proposal changes its state.
const (
	Pending     Status = "pending"
	Applied     Status = "applied"
	Rejected    Status = "rejected"
	Quarantined Status = "quarantined"
	Stale       Status = "stale"
)

// Where a proposal is kept: in a file beside its draft, which OpenClaw takes into
// its database when it starts, or there already.
const (
	StoreFiles    = "files"
	StoreDatabase = "sqlite"
)

// Kinds of proposal.
const (
	Create = "create"
	Update = "update"
)

// Record is what is known of a proposal: openclaw.skill-workshop.proposal.v1.
type Record struct {
	Schema      string        `json:"schema"`
	ID          string        `json:"id"`
	Kind        string        `json:"kind"`
	Status      Status        `json:"status"`
	Title       string        `json:"title"`
	Description string        `json:"description"`
	CreatedAt   string        `json:"createdAt"`
	UpdatedAt   string        `json:"updatedAt"`
	CreatedBy   string        `json:"createdBy,omitempty"`
	Origin      *Origin       `json:"origin,omitempty"`
	Version     string        `json:"proposedVersion"`
	DraftFile   string        `json:"draftFile"`
	DraftHash   string        `json:"draftHash"`
	Target      Target        `json:"target"`
	Support     []SupportFile `json:"supportFiles,omitempty"`
	Goal        string        `json:"goal,omitempty"`
	Evidence    string        `json:"evidence,omitempty"`

	AppliedAt     string `json:"appliedAt,omitempty"`
	RejectedAt    string `json:"rejectedAt,omitempty"`
	QuarantinedAt string `json:"quarantinedAt,omitempty"`
	StaleAt       string `json:"staleAt,omitempty"`
	Reason        string `json:"statusReason,omitempty"`

	// Owner is the agent whose it is; Store where it is kept: [StoreFiles] or
	// [StoreDatabase].
	Owner string `json:"-"`
	Store string `json:"-"`
	// rest are the members that are not known here, kept as they are.
	rest map[string]json.RawMessage
}

// Origin is who proposed it.
type Origin struct {
	AgentID    string `json:"agentId,omitempty"`
	SessionKey string `json:"sessionKey,omitempty"`
	RunID      string `json:"runId,omitempty"`
	MessageID  string `json:"messageId,omitempty"`
}

// Target is the skill that a proposal would write.
type Target struct {
	SkillName string `json:"skillName"`
	SkillKey  string `json:"skillKey"`
	SkillDir  string `json:"skillDir"`
	SkillFile string `json:"skillFile"`
	Source    string `json:"source,omitempty"`
	// CurrentHash is that of the manifest when an update was proposed.
	CurrentHash string `json:"currentContentHash,omitempty"`
}

// SupportFile is a file besides the manifest.
type SupportFile struct {
	Path string `json:"path"`
	Hash string `json:"hash"`
	Size int    `json:"sizeBytes"`
	// TargetExisted and TargetHash say what was there when an update was
	// proposed.
	TargetExisted *bool  `json:"targetExisted,omitempty"`
	TargetHash    string `json:"targetContentHash,omitempty"`
}

// patterns are those of OpenClaw 2026.9.6.
var patterns = sync.OnceValue(func() (p struct{ id, draft, hash *regexp.Regexp }) {
	p.id = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{5,120}$`)
	p.draft = regexp.MustCompile(`^(?:PROPOSAL\.md|generations/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/PROPOSAL\.md)$`)
	p.hash = regexp.MustCompile(`^[a-fA-F0-9]{64}$`)
	return p
})

// ParseRecord reads a record as OpenClaw 2026.9.6 checks it.
func ParseRecord(text []byte) (*Record, error) {
	r := &Record{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("read record: %w", err)
	}
	if err := json.Unmarshal(text, &r.rest); err != nil {
		return nil, fmt.Errorf("read record: %w", err)
	}
	return r, r.check()
}

func (r *Record) check() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("record has schema %q; it must be %q", r.Schema, Schema)
	case !patterns().id.MatchString(r.ID):
		return fmt.Errorf("record has id %q, which is not valid", r.ID)
	case r.Kind != Create && r.Kind != Update:
		return fmt.Errorf("record has kind %q; it must be create or update", r.Kind)
	case !slices.Contains([]Status{Pending, Applied, Rejected, Quarantined, Stale}, r.Status):
		return fmt.Errorf("record has status %q, which is not valid", r.Status)
	case !patterns().draft.MatchString(r.DraftFile):
		return fmt.Errorf("record has draft %q, which is not a valid path", r.DraftFile)
	case r.Target.SkillKey == "" || r.Target.SkillDir == "" || r.Target.SkillFile == "":
		return errors.New("record names no skill to write")
	case len(r.Support) > MaxSupportFiles:
		return fmt.Errorf("record has %d files; at most %d are taken", len(r.Support), MaxSupportFiles)
	}
	return checkSupport(r.Support)
}

// supportFolders are where files besides the manifest may be.
func supportFolders() []string {
	return []string{"assets", "examples", "references", "scripts", "templates"}
}

// checkSupport wants plain paths in the folders that there are for them.
func checkSupport(files []SupportFile) error {
	seen, total := map[string]bool{}, 0
	for _, f := range files {
		if err := checkPath(f.Path); err != nil {
			return err
		}
		total += f.Size
		switch {
		case !patterns().hash.MatchString(f.Hash):
			return fmt.Errorf("file %q has digest %q, which is not valid", f.Path, f.Hash)
		case f.Size < 0 || f.Size > MaxSupportFile:
			return fmt.Errorf("file %q has %d bytes; at most %d are taken", f.Path, f.Size, MaxSupportFile)
		case seen[f.Path]:
			return fmt.Errorf("file %q occurs twice", f.Path)
		case total > MaxSupport:
			return fmt.Errorf("the files have more than %d bytes together", MaxSupport)
		}
		seen[f.Path] = true
	}
	for _, f := range files {
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if seen[dir] {
				return fmt.Errorf("%q is a file and a folder", dir)
			}
		}
	}
	return nil
}

func checkPath(name string) error {
	steps := strings.Split(name, "/")
	plain := !slices.ContainsFunc(steps, func(step string) bool { return step == "" || strings.HasPrefix(step, ".") })
	if !plain || strings.ContainsAny(name, "\\\x00") || len(steps) < 2 || len(steps) > 8 || !slices.Contains(supportFolders(), steps[0]) {
		return fmt.Errorf("file %q: it must be in %s, by a plain relative path", name, strings.Join(supportFolders(), ", "))
	}
	return nil
}

// text is the record as it is written: what was not known is kept.
func (r *Record) text() ([]byte, error) {
	known, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	merged := map[string]json.RawMessage{}
	maps.Copy(merged, r.rest)
	if err := json.Unmarshal(known, &merged); err != nil {
		return nil, err
	}
	return json.MarshalIndent(merged, "", "  ")
}

// hashOf is the digest that OpenClaw 2026.9.6 takes of a text.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Revision stands for the exact draft and files of a proposal, as OpenClaw
// 2026.9.6 computes it.
func (r *Record) Revision() string {
	type file struct {
		Path string `json:"path"`
		Hash string `json:"sha256"`
		Size int    `json:"sizeBytes"`
	}
	files := []file{}
	for _, f := range r.Support {
		files = append(files, file{f.Path, f.Hash, f.Size})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.Path, b.Path) })
	text, _ := json.Marshal(struct {
		Version string `json:"proposedVersion"`
		Hash    string `json:"contentSha256"`
		Files   []file `json:"supportFiles"`
	}{r.Version, r.DraftHash, files})
	return hashOf(text)
}
