package cli

import (
	"github.com/skillctl/skillctl/engine"
)

// SettingsQuery says which settings are wanted.
type SettingsQuery struct {
	// File replaces the settings of the project; None leaves all files out.
	File string
	None bool
}

// Settings is what the operator's settings say to lint.
type Settings struct {
	Control engine.Control
	FailOn  engine.Severity
	// Baseline is the path of a baseline file, empty for none.
	Baseline string
	// Files are the settings that were read, outermost first.
	Files []string
}
