package way

// Kinds of sources: see [Source].
const (
	// Network is what was fetched, Connection what comes through one that is open, Requested
	// what a visitor of a page says, Coded what the package has written in a code. They are
	// nobody's secrets.
	Network    = "network"
	Connection = "connection"
	Requested  = "request"
	Coded      = "coded"
	// Personal is what people keep in their folders, Workspace what the agent works on,
	// Argument what the program is given: files of whoever has the skill.
	Personal  = "personal"
	Workspace = "workspace"
	Argument  = "argument"
)
