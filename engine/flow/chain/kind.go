package chain

// Kinds of sources: see [Source].
const (
	// network is what was fetched, connection what comes through one that is open, requested
	// what a visitor of a page says, coded what the package has written in a code. They are
	// nobody's secrets.
	network    = "network"
	connection = "connection"
	requested  = "request"
	coded      = "coded"
	// personal is what people keep in their folders, workspace what the agent works on,
	// argument what the program is given: files of whoever has the skill.
	personal  = "personal"
	workspace = "workspace"
	argument  = "argument"
)
