package gate

import (
	"context"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/folder"
)

// name has the skill judged under the name that it would be installed under, so that the
// gate and an installation give one answer: that which is locked of its folder, or else
// what it calls itself.
func (t *gateTarget) name(ctx context.Context, locked *lock.Lock) {
	if locked == nil || locked.Skills[t.req.Target.Name] == nil {
		t.req.Target.Name = ownName(ctx, t.req.Path, t.req.Target.Name)
	}
	if locked == nil {
		return
	}
	if entry := locked.Skills[t.req.Target.Name]; entry != nil {
		t.req.Action.Mode = "update"
		t.req.Lock = kit.Locked(entry)
	}
}

// ownName is what a skill calls itself. One that cannot be read keeps the name of its
// folder: the gate says what is wrong with it.
func ownName(ctx context.Context, dir, base string) string {
	root, err := folder.Open(dir)
	if err != nil {
		return base
	}
	defer func() { _ = root.Close() }()
	read, err := skill.ReadManifest(ctx, root, base, skill.WithDir(base))
	if err != nil {
		return base
	}
	return kit.OwnName(read, base)
}
