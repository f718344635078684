package install

import (
	"fmt"

	"github.com/skillctl/skillctl/engine/stage"
	"github.com/skillctl/skillctl/engine/trust"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// leaveUnsigned removes what the signature of a staged copy leaves out: it is no
// part of what was signed, so it is not installed with it.
func leaveUnsigned(staged *stage.Staged) error {
	folder, err := folders.Open(staged.Dir)
	if err != nil {
		return fmt.Errorf("open the staged copy: %w", err)
	}
	defer func() { _ = folder.Close() }()
	names, err := trust.LeftOut(folder)
	if err != nil {
		return nil //nolint:nilerr // the gate says what is wrong with the signature
	}
	for _, name := range names {
		if err := folder.RemoveAll(name); err != nil {
			return fmt.Errorf("leave out %q: %w", name, err)
		}
		staged.Notes = append(staged.Notes, stage.Note{Path: name, Message: "the signature does not cover it, so it is left out"})
	}
	return nil
}
