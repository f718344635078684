package kit

import (
	"slices"

	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/trust"
)

// Locked is what the gate is told of a locked skill.
func Locked(entry *lock.Entry) *install.Locked {
	return &install.Locked{
		Digest: entry.Digest, Signer: entry.Signer.Name(), Capabilities: install.Capabilities(entry.Capabilities),
		Signed: slices.ContainsFunc(entry.Files, func(f lock.File) bool { return f.Path == trust.Name }),
	}
}
