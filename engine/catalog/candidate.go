package catalog

// Candidate is a folder that might be a skill.
type Candidate struct {
	ID int `json:"id"`
	// Root is the id of the root that it was found in.
	Root int `json:"root"`
	// Path is the folder by the names on the way from the root, Real with all
	// links resolved, "" when that leads nowhere.
	Path string `json:"path"`
	Real string `json:"real"`
	// Name is the path below the folder that was searched.
	Name string `json:"name"`
	// Order is the place among the candidates of the root in the order in which
	// the host reads them.
	Order int `json:"order"`
	// Role is "own" for a root that is a skill and has a folder "skills" which
	// is searched besides, "root" for one that is nothing but a skill, else
	// "folder".
	Role string `json:"role"`
	// Link: the folder itself is a symbolic link. Chain are the links on the way
	// from one folder to the next, where there are any.
	Link  bool   `json:"link"`
	Chain []Step `json:"chain"`
	// Inside: Real is the searched folder or below it. Target is the index of
	// the first allowed target that holds Real, -1 for none.
	Inside bool `json:"inside"`
	Target int  `json:"target"`
	// Loop: a link on the way leads back to a folder that it lies in.
	Loop bool `json:"loop"`
	// Detour is the first link on the whole way to the folder that leads neither
	// into Real nor to a folder above it, or out of Real again, "" for none: the
	// host refuses to open a manifest that is come to in such a way.
	Detour string `json:"detour"`
	// Unseen is why the host does not come here, "" when it does.
	Unseen string `json:"unseen"`
	// Absent is why there is no Manifest ([AbsentFolder], …), "" when there is.
	Absent string `json:"absent"`
	// Manifest is nil when there is none, or it was not looked at.
	Manifest *ManifestFile `json:"manifest"`
	// Skill is how the host reads the manifest, nil when it could not be read.
	Skill *SkillView `json:"skill"`

	// known: it was read before.
	known bool
}

// Step is one symbolic link.
type Step struct {
	Path   string `json:"path"`
	Target string `json:"target"`
	// Real is where it leads with all links resolved, "" for nowhere.
	Real string `json:"real"`

	// from is the real folder that it stands in.
	from string
}

// Reasons why the host does not come to a folder.
const (
	UnseenHidden     = "hidden"       // below a folder whose name starts with a dot
	UnseenPackages   = "dependencies" // below node_modules
	UnseenDeep       = "deep"         // more folders below the root than are searched
	UnseenInside     = "inside"       // below a folder that is a skill itself
	UnseenElsewhere  = "elsewhere"    // the search moved to the folder "skills"
	UnseenLookalike  = "lookalike"    // the manifest has a name that is not read
	UnseenCut        = "cut"          // more folders than the host looks at
	UnseenBound      = "bound"        // more folders than skillctl looks at
	UnseenNothing    = "nothing"      // the host is told to load nothing
	UnseenName       = "not-text"     // the name of a folder on the way is no text
	UnseenUnreadable = "unreadable"   // it, or a folder on the way, cannot be listed
	UnseenVanished   = "vanished"     // a folder on the way went away during the search
	UnseenLate       = "late"         // it came during the search
	UnseenDangling   = "dangling"     // a link that leads nowhere
	UnseenCircle     = "circle"       // links that lead to each other
	UnseenBlind      = "blind"        // a link that leads where nobody may look
	UnseenUnfollowed = "unfollowed"   // a loop that this profile does not walk
)

// Why a candidate has no manifest.
const (
	AbsentFolder  = "folder"   // the folder went away
	AbsentFile    = "manifest" // the manifest went away
	AbsentOutside = "outside"  // the folder is one that nobody follows the link to
	AbsentUnseen  = "unseen"   // the host does not come here
)

// Types of a manifest's file.
const (
	TypeRegular = "regular"
	TypeFolder  = "folder"
	TypeOther   = "other" // a pipe, socket or device
	TypeMissing = "missing"
)

// ManifestFile is the file SKILL.md of a candidate.
type ManifestFile struct {
	// Name is "SKILL.md", or that of what looks like it.
	Name string `json:"name"`
	// Link: it is a symbolic link. Real is where it leads, "" for nowhere.
	Link bool   `json:"link"`
	Real string `json:"real"`
	// Inside: Real is below the real folder of the candidate.
	Inside bool `json:"inside"`
	// Type is that of what it leads to.
	Type  string `json:"type"`
	Nlink int    `json:"nlink"`
	// Size is in bytes, Owner a user id or -1, Mode octal permission bits.
	Size  int64  `json:"size"`
	Owner int    `json:"owner"`
	Mode  string `json:"mode"`
	// Digest is "sha256:…" of what was read of it, "" when nothing was.
	Digest string `json:"digest"`
	// Problem is why it could not be read ([ProblemMissing], …), "" when it was
	// or was not tried; Error is what the system says.
	Problem string `json:"problem"`
	Error   string `json:"error"`
}
