package catalog

import "os"

// Layout is what a product says of the skills of an agent: where they are, and how
// much of them it reads.
type Layout struct {
	// Roots are in the order of loading, made by [Rules.Root].
	Roots   []Root
	Targets []Target
	Limits  Limits
	// Manifests are the names of the file that makes a folder a skill, the best
	// first.
	Manifests []string
	// Apart: skills of one name do not displace each other; only a folder that is come
	// to in several ways counts once.
	Apart bool
	// View reads a manifest as the product does.
	View func(m Manifest) *SkillView
}

// Manifest is the text of a manifest that is to be read.
type Manifest struct {
	// Name is that of the file, Dir that of the folder as it is come to.
	Name, Dir string
	// Path is that folder with all above it.
	Path   string
	Source []byte
	// Folder is the folder itself, for what lies beside the manifest.
	Folder *os.Root
}

// Limits bound what is found in one root.
type Limits struct {
	// Candidates of one folder; also what the number of folders that are listed
	// follows from.
	Candidates int `json:"candidates"`
	// Loaded is how many skills of one root are loaded.
	Loaded int `json:"loaded"`
	// FileBytes is how long a manifest may be.
	FileBytes int `json:"fileBytes"`
}

// How much of a manifest is read, in bytes: OpenClaw reads a quarter of the
// least unless its settings say more, and we never read more than the most.
const (
	leastManifest = 1 << 20
	mostManifest  = 16 << 20
)

// FlatLimits bound what is found in the roots of products that have no limits of
// their own.
func FlatLimits() Limits {
	return Limits{Candidates: 100_000, Loaded: 100_000, FileBytes: leastManifest}
}

// UnboundLimits are those of a product that reads manifests of any length: bounds are
// those of skillctl alone.
func UnboundLimits() Limits {
	limits := FlatLimits()
	limits.FileBytes = 1 << 40
	return limits
}

// manifestBytes is how much of a manifest is read.
func manifestBytes(limits Limits) int64 {
	return int64(min(max(limits.FileBytes, leastManifest), mostManifest))
}
