package catalog

// Root is a folder that skills load from.
type Root struct {
	// ID is the place of the root in the order of loading: later ones win.
	ID int `json:"id"`
	// Tier is the kind of root: "extra", "bundled", …; Source is what the host
	// calls it.
	Tier   string `json:"tier"`
	Source string `json:"source"`
	// Path is the folder as it is named, absolute; Real has its links resolved
	// and is empty where Problem says why there is none.
	Path string `json:"path"`
	Real string `json:"real"`
	// Problem is why there is no such folder ([ProblemMissing], …), "" when
	// there is one.
	Problem string `json:"problem"`
	// Canonical: the host names files of this root by their real paths.
	Canonical bool `json:"canonical"`
	// Setting is the path of the setting that names it, nil for none.
	Setting []any `json:"setting"`
	// Base is the folder that was searched: the root, or its folder "skills".
	Base string `json:"base"`
	// Shape is "skill" when the root is one skill itself, "nested" when the
	// search moved to Base, else "folder".
	Shape string `json:"shape"`
	// Notes are what kept the search from seeing all of the root; MoreNotes is
	// how many there are besides those that are kept.
	Notes     []Note `json:"notes"`
	MoreNotes int    `json:"moreNotes"`
}

// Kinds of note.
const (
	NoteUnreadable = "unreadable" // a folder that cannot be listed
	NoteVanished   = "vanished"   // a folder that went away, or became something else, while it was searched
	NoteName       = "name"       // a folder in it whose name is no text
	NoteFolders    = "folders"    // more folders in one than the host looks at
	NoteEntries    = "entries"    // more entries in a folder than the host reads
	NoteBudget     = "budget"     // more folders of a root than the host lists
	NoteNothing    = "nothing"    // the host is told to load nothing, and does not look
	NoteBound      = "bound"      // more folders than skillctl looks at
	NoteUnlisted   = "unlisted"   // what the host passes over could not be listed whole
)

// Note says that a part of a root was not looked at.
type Note struct {
	Kind string `json:"kind"`
	// Path is the folder that it is about.
	Path string `json:"path"`
	// Count is how many folders or entries were left out, at least, where that
	// is known; Limit is how many are looked at, where a number is the reason.
	Count int `json:"count"`
	Limit int `json:"limit"`
	// Detail is what the system says, or the name that is no text, quoted; ""
	// for nothing.
	Detail string `json:"detail"`
}

// Target is a folder that links of some roots may lead into.
type Target struct {
	// Path is the folder as written, made absolute; Real is empty when there is
	// none.
	Path    string `json:"path"`
	Real    string `json:"real"`
	Setting []any  `json:"setting"`
}
