package proposal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/internal/sqlite"
	"github.com/skillctl/skillctl/internal/folder"
)

// databaseName is the file of OpenClaw's state, below the folder of its state.
const databaseName = "state/openclaw.sqlite"

// stored are the proposals that OpenClaw 2026.9.6 keeps in its database, table
// skill_workshop_proposals. They are read only: what becomes of them is for
// OpenClaw to record.
func (q *Queue) stored(ctx context.Context) ([]*Record, error) {
	rows, err := sqlite.Rows(ctx, filepath.Join(q.state, filepath.FromSlash(databaseName)), "skill_workshop_proposals")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the database of OpenClaw: %w", err)
	}
	var records []*Record
	for _, row := range rows {
		owner, owned := row["owner_agent_id"].(string)
		text, _ := row["record_json"].(string)
		r, err := ParseRecord([]byte(text))
		if err != nil || !owned || row["proposal_id"] != r.ID || row["status"] != string(r.Status) || row["draft_hash"] != r.DraftHash {
			continue // OpenClaw passes over such rows, too
		}
		r.Owner, r.Store = owner, StoreDatabase
		records = append(records, r)
	}
	return records, nil
}

// Examine judges a proposal as [Queue.Apply] does, puts the skill together in
// place, and writes nothing else.
func (q *Queue) Examine(ctx context.Context, b *Bundle, place string, judge Judge, consent Consent) error {
	if err := q.Permit(ctx, actionExamine, b.Record, Given(false)); err != nil {
		return err
	}
	staged := Staged{Path: filepath.Join(place, b.Target.SkillKey), Dir: b.Target.SkillKey, Bundle: b}
	if _, err := q.assemble(b, staged.Path); err != nil {
		return fmt.Errorf("assemble the skill: %w", folder.Bare(err))
	}
	return q.judged(ctx, staged, judge, consent)
}
