package lookup

// Dir is the working directory of a command.
type Dir struct {
	// Known is false when a cd before it was not static or may not have run.
	Known bool `json:"known"`
	// Path is "" for the request's directory; otherwise what the cd's before it
	// add up to: relative to the request's directory, absolute, or beginning
	// with "~". It may be any of Or too, when a cd before it may fail.
	Path string   `json:"path"`
	Or   []string `json:"or"`
}

// Program is what was found on disk for a name.
type Program struct {
	Found bool `json:"found"`
	// How is "path" (the name has a slash), "search" (found on PATH), or
	// "none".
	How string `json:"how"`
	// Path is the absolute path as found, Real the same with links resolved,
	// Folder the folder of Real.
	Path   string `json:"path"`
	Real   string `json:"real"`
	Folder string `json:"folder"`
	// Also are other absolute names of the same file, where a standard folder is
	// a link to another (/bin and /usr/bin).
	Also []string `json:"also,omitempty"`
	Mode string   `json:"mode"` // octal: "0755"
	UID  int      `json:"uid"`
	// Writable is true when the file, or a folder on the way to it, can be
	// written by the user who runs skillctl (unless that is root) or by others.
	Writable bool `json:"writable"`
	// WorldWritable is true when anybody can.
	WorldWritable bool `json:"worldWritable"`
	// Digest is "sha256:…", only when Writable and no larger than 64 MiB.
	Digest string `json:"digest,omitempty"`
	// Script is true when the file begins with "#!".
	Script bool `json:"script"`
}

// Path is what a path resolves to.
type Path struct {
	Raw string `json:"raw"`
	// Command and Arg say where it stands; -1 for none.
	Command int `json:"command"`
	Arg     int `json:"arg"`
	// Path is the absolute cleaned path, Real the same with links resolved as
	// far as the path exists.
	Path string `json:"path"`
	Real string `json:"real"`
	// Exists, Link: whether it is there, and whether a link was followed.
	Exists bool `json:"exists"`
	Link   bool `json:"link"`
	// Folder: Real is a folder; found out for operands only.
	Folder bool `json:"folder,omitempty"`
	// Special: Real is neither a file nor a folder, such as a named pipe, whose
	// reader waits; found out for operands only.
	Special bool `json:"special,omitempty"`
	// Repository is what git would take for one from the folder, where nothing but its files
	// says so; found out for folders that git runs in only.
	Repository string `json:"repository,omitempty"`
	// Root is the workspace or allowed root that holds Real, "" for none.
	Root  string `json:"root"`
	Error string `json:"error,omitempty"`
}
