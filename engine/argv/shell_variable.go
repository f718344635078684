package argv

import (
	"slices"
	"strings"
)

// ShellVariable is what shells make of one of their own variables.
type ShellVariable struct {
	// Set are the dialects in which every shell gives it a value that is not empty, as long
	// as the text does nothing with it.
	Set []string `json:"set"`
	// Integer: a shell evaluates whatever a text assigns to it.
	Integer bool `json:"integer"`
	// Renewed: a shell gives it values whatever a text assigns to it.
	Renewed bool `json:"renewed"`
	// Others: others than the text decide what it holds, such as arguments, input, and what
	// a pattern matched.
	Others bool `json:"others"`
	// Followed: what it holds is found out from what the text does.
	Followed bool `json:"followed"`
}

// SetIn reports whether every shell of a dialect gives it a value that is not empty.
func (v ShellVariable) SetIn(dialect string) bool { return slices.Contains(v.Set, dialect) }

// VariableOfShell is what shells make of the variable of a name; nothing, where it is none of
// theirs.
func VariableOfShell(name string) ShellVariable {
	all := loadTables().variables
	if v, ok := all[name]; ok {
		return v
	}
	for at := strings.IndexByte(name, '_'); at > 0; at = strings.LastIndexByte(name[:at], '_') {
		if v, ok := all[name[:at+1]+"*"]; ok {
			return v
		}
	}
	return ShellVariable{}
}
