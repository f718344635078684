package proposal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/folder"
)

// facts are what the policies are told.
type facts struct {
	Action string `json:"action"`
	Agent  string `json:"agent"`
	// Settings are skills.workshop of the configuration, as they stand there.
	Settings any `json:"settings"`
	// Waiting is how many proposals of the agent wait or are in quarantine; it is
	// counted before one is added.
	Waiting int `json:"waiting"`
	// Quarantined is how many of these are in quarantine.
	Quarantined int           `json:"quarantined"`
	Proposal    proposalFacts `json:"proposal"`
	Target      targetFacts   `json:"target"`
	Draft       *draftFacts   `json:"draft,omitempty"`
	// Gate is what the gate says of the skill as it would be, "" before it is
	// asked.
	Gate string `json:"gate"`
	// Approved says that a person said yes.
	Approved bool `json:"approved"`
}

type proposalFacts struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Status Status `json:"status"`
	Name   string `json:"name"`
	Key    string `json:"key"`
	// Current is the digest of the manifest that an update was made for.
	Current string `json:"current"`
}

// targetFacts are what is so about the folder that a proposal would write.
type targetFacts struct {
	// Skills is the folder that it should be in.
	Skills string `json:"skills"`
	// Folder is "none", "folder", "other" than a folder, "outside" of where
	// proposals are written, or "unreadable"; Manifest is "none", "file" or
	// "unreadable". Problem says why.
	Folder   string `json:"folder"`
	Manifest string `json:"manifest"`
	Problem  string `json:"problem"`
	// Digest is that of the manifest, in lower case as all of them.
	Digest string      `json:"digest"`
	Files  []fileFacts `json:"files"`
}

// fileFacts are about a file that a proposal would replace: what was recorded of
// it, if anything, and what is there now.
type fileFacts struct {
	Path    string `json:"path"`
	Existed *bool  `json:"existed,omitempty"`
	Was     string `json:"was"`
	There   bool   `json:"there"`
	Digest  string `json:"digest"`
}

// draftFacts are about the texts of a proposal that is to be added. Description is
// the bytes of its own; Described says that the skill has one.
type draftFacts struct {
	Description int         `json:"description"`
	Described   bool        `json:"described"`
	Text        textFacts   `json:"text"`
	Files       []textFacts `json:"files"`
}

// textFacts are about one text: plain is UTF-8 without NUL.
type textFacts struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
	Plain bool   `json:"plain"`
	Blank bool   `json:"blank"`
}

func factsOfText(path, text string) textFacts {
	return textFacts{path, len(text), utf8.ValidString(text) && !strings.ContainsRune(text, 0), strings.TrimSpace(text) == ""}
}

// factsOf finds out what the policies are told of a proposal.
func (q *Queue) factsOf(action string, r *Record) *facts {
	return &facts{
		Action: action, Agent: q.agent, Settings: q.settings,
		Proposal: proposalFacts{r.ID, r.Kind, r.Status, r.Target.SkillName, r.Target.SkillKey, r.Target.CurrentHash},
		Target:   q.targetOf(r),
	}
}

func (q *Queue) targetOf(r *Record) targetFacts {
	t := targetFacts{Skills: q.skills, Folder: "none", Manifest: "none", Files: []fileFacts{}}
	if err := q.within(r); err != nil {
		t.Folder, t.Problem = "outside", err.Error()
		return t
	}
	if info, err := os.Lstat(r.Target.SkillDir); err == nil && !info.IsDir() {
		t.Folder = "other"
		return t
	}
	root, err := folder.Open(r.Target.SkillDir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t
	case err != nil:
		t.Folder, t.Problem = "unreadable", folder.Bare(err).Error()
		return t
	}
	defer func() { _ = root.Close() }()
	t.Folder = "folder"
	text, err := readFile(root, "SKILL.md", maxDraft)
	switch {
	case err == nil:
		t.Manifest, t.Digest = "file", hashOf(text)
	case !errors.Is(err, fs.ErrNotExist):
		t.Manifest, t.Problem = "unreadable", folder.Bare(err).Error()
	}
	for _, f := range r.Support {
		text, err := readFile(root, filepath.FromSlash(f.Path), MaxSupportFile)
		now := fileFacts{Path: f.Path, Existed: f.TargetExisted, Was: f.TargetHash, There: err == nil}
		if err == nil {
			now.Digest = hashOf(text)
		}
		t.Files = append(t.Files, now)
	}
	return t
}
