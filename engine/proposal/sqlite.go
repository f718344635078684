package proposal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/internal/sqlite"
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

// Examine has judge look at the skill as it would be, and writes nothing: for
// proposals that OpenClaw itself applies.
func (q *Queue) Examine(b *Bundle, folder string, judge func(Staged) error) error {
	if b.Status != Pending {
		return &StatusError{b.ID, b.Status, "applied"}
	}
	if b.Stale != "" {
		return &StaleError{b.ID, b.Stale}
	}
	if err := q.within(b.Record); err != nil {
		return err
	}
	staged := Staged{Path: filepath.Join(folder, b.Target.SkillKey), Dir: b.Target.SkillKey, Bundle: b}
	if _, err := q.assemble(b, staged.Path); err != nil {
		return fmt.Errorf("put the skill together: %w", err)
	}
	return judge(staged)
}
