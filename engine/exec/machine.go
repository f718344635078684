package exec

// Machine is what is so about the machine that a command is to run on: #Machine
// of schema/exec.cue. Paths are absolute.
type Machine struct {
	// OS is as Go calls it: "linux", "darwin", "windows".
	OS string `json:"os"`
	// UID is the user's, -1 where there are none.
	UID int `json:"uid"`
	// Homes are the home folders of the user: the one that $HOME names first, then
	// that of the system's records. Both hold what a command must not read.
	Homes []string `json:"homes"`
	// Workdir is the working directory with links resolved, "" when it is not
	// there.
	Workdir string `json:"workdir"`
	// Owner is the uid of whom it belongs to, -1 where folders have no owner.
	Owner int `json:"owner"`
	// Repository is the root of the repository that it lies in, "" for none.
	Repository string `json:"repository"`
	// Path are the folders of PATH that there are, links resolved.
	Path []string `json:"path"`
	// Own is what skillctl keeps for itself: approvals, records, and the folders of
	// the settings of the system and the user.
	Own []string `json:"own"`
	// Settings are the files of settings that were read, and the folders of
	// policies, links resolved, and the links to them in the working directory.
	Settings []string `json:"settings"`
	// Git is what git obeys in the folders that a run may change.
	Git Git `json:"git"`
	// Cache is a folder for what programs keep, for runs in this working directory
	// alone; "" for none.
	Cache string `json:"cache"`
	// Agents are the folders of workspaces and skills in what agents keep in the
	// home folders.
	Agents []AgentFolder `json:"agents,omitempty"`
	// Real is what paths of the settings lead to, links resolved; "" where there
	// is nothing.
	Real map[string]string `json:"real"`
}

// AgentFolder is a folder that an agent works in, or has skills in, links resolved.
type AgentFolder struct {
	// Tree is all that the agent keeps, Path the folder in it; no link leads there.
	Tree string `json:"tree"`
	Path string `json:"path"`
	// Skills: it holds skills; else it is a workspace.
	Skills bool `json:"skills"`
}

// Git is what git obeys in a working directory. All paths are absolute.
type Git struct {
	// Folders are those that git keeps repositories in: `.git`, those of
	// submodules, of worktrees, and of repositories near the top.
	Folders []string `json:"folders"`
	// Files are what leads git to them, what their configurations and the user's
	// include, the folders of core.hooksPath, and where links in folders of hooks
	// lead. They may be missing.
	Files []string `json:"files"`
	// Astray are files that send git elsewhere for its configuration, where git
	// itself makes none.
	Astray []string `json:"astray"`
}
