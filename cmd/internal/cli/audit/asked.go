package audit

import (
	"context"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/audit"
)

// Newest are the newest runs of the record, at most so many, as list shows them.
func Newest(ctx context.Context, f *kit.Factory, config string, noConfig bool, limit int) (*audit.Found, error) {
	q := &auditQuery{auditOptions: auditOptions{factory: f, config: config, noConfig: noConfig}}
	found, _, err := q.runs(ctx, limit)
	return found, err
}
