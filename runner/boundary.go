package runner

import "time"

// Boundary is where a command runs and within what limits. It has the shape of
// #Boundary in schema/boundary.cue. The zero value of a field is never
// "unlimited": a backend refuses a boundary whose limits are not set.
type Boundary struct {
	// Host is "gateway" (this machine), "sandbox" (a container on this machine's
	// engine) or "node" (another engine, see Node).
	Host string `json:"host"`
	Node string `json:"node,omitempty"`
	// Sandbox is what holds it: "landlock", "bubblewrap", "sandbox-exec",
	// "docker" or "none".
	Sandbox string `json:"sandbox"`
	// Workspace is the folder that the command works on.
	Workspace Workspace `json:"workspace"`
	// Read and Write are more folders and files that the command may read, and
	// change; Hide are those that it may not even read, wherever they lie. All are
	// absolute. What is hidden wins over what is readable.
	Read  []string `json:"read"`
	Write []string `json:"write"`
	Hide  []string `json:"hide"`
	// Show are folders that lie in hidden ones and are not hidden with these. They
	// are seen where they are given, unless something is given that holds the
	// hidden folder too.
	Show []string `json:"show,omitempty"`
	// Protect are files and folders that the command reads where it may, and that
	// it can neither change nor move nor replace, though what they lie in may be
	// changed. A link and what is not there cannot be held: whoever starts the run
	// looks at them when it has ended.
	Protect []string `json:"protect"`
	// Network is "none", "restricted" (see Egress) or "full".
	Network string  `json:"network"`
	Egress  *Egress `json:"egress,omitempty"`
	// Environment names what the command inherits.
	Environment Environment `json:"environment"`
	Limits      Limits      `json:"limits"`
	// Docker is set for a container.
	Docker *Container `json:"docker,omitempty"`
	// Output says which files leave; nil when none do.
	Output *Output `json:"output,omitempty"`
}

// Workspace is the folder that a command works on.
type Workspace struct {
	// Path is absolute, on this machine.
	Path string `json:"path"`
	// Access is "rw", "ro" or "none".
	Access string `json:"access"`
	// Roots are the folders that the workspace must lie in, links resolved; empty
	// for anywhere but the root of the file system.
	Roots []string `json:"roots"`
}

// Egress is what a command may reach when the network is restricted.
type Egress struct {
	// Allowed and Denied are patterns: "example.com", "*.example.com". What is
	// denied wins; no pattern allows nothing.
	Allowed []string `json:"allowed"`
	Denied  []string `json:"denied"`
	// Bytes bounds what one run sends and receives together; 0 for no bound.
	Bytes int64 `json:"bytes,omitempty"`
}

// Environment is what a command sees of this process's variables.
type Environment struct {
	// Pass are the names that are passed on when they are set.
	Pass []string `json:"pass"`
	// PathPrepend are folders before those of PATH.
	PathPrepend []string `json:"pathPrepend"`
	// Skill are the names of variables that the skill's entry gives it.
	Skill []string `json:"skill,omitempty"`
	// Container are the names of variables that the settings give to every container.
	Container []string `json:"container,omitempty"`
}

// Limits bound what one run uses.
type Limits struct {
	// TimeoutMS ends the run, in milliseconds; GraceMS later it is killed.
	TimeoutMS int64 `json:"timeoutMs"`
	GraceMS   int64 `json:"graceMs"`
	// Memory is in bytes, swap included.
	Memory int64 `json:"memory"`
	// CPUs is how many processors it may keep busy.
	CPUs float64 `json:"cpus"`
	// PIDs bounds processes and threads.
	PIDs int64 `json:"pids"`
	// FileSize is the largest file that it may write, in bytes.
	FileSize int64 `json:"fileSize"`
	// Written is how many bytes it may add to the folders that it may change, Files
	// how many files and folders. Backends do not hold these, but for the bytes in the
	// root of a container: whoever starts the run watches it.
	Written int64 `json:"written"`
	Files   int64 `json:"files"`
	// OpenFiles bounds open descriptors.
	OpenFiles int64 `json:"openFiles"`
	// Output bounds what is kept of stdout and of stderr, each, in bytes.
	Output int64 `json:"output"`
}

// Timeout is how long the run may take.
func (l Limits) Timeout() time.Duration { return time.Duration(l.TimeoutMS) * time.Millisecond }

// Grace is how long the run has between being asked to end and being killed.
func (l Limits) Grace() time.Duration { return time.Duration(l.GraceMS) * time.Millisecond }

// Container is what a boundary says about a container.
type Container struct {
	// Engine is where the engine answers; "" for the one of this machine's user
	// (DOCKER_HOST or the default socket).
	Engine string `json:"engine,omitempty"`
	// TLS names the files for an engine behind tcp://.
	TLS *TLS `json:"tls,omitempty"`
	// Image is a reference, best with its digest.
	Image string `json:"image"`
	// User is "uid:gid"; "" for the workspace's owner, and 65534:65534 where that
	// is root.
	User string `json:"user,omitempty"`
	// ReadOnly makes the root file system read-only; Tmpfs are folders in memory,
	// each with its size in bytes.
	ReadOnly bool             `json:"readOnly"`
	Tmpfs    map[string]int64 `json:"tmpfs"`
	// Mount shows the workspace at /workspace.
	Mount bool `json:"mount"`
	// Network is a network of the engine's for Boundary.Network "full"; "" for its
	// bridge.
	Network string `json:"network,omitempty"`
	// DNS are the addresses of name servers, Hosts further names as name:address,
	// for Boundary.Network "full".
	DNS   []string `json:"dns,omitempty"`
	Hosts []string `json:"extraHosts,omitempty"`
	// Seccomp is the path of a profile, "engine" for the engine's own, "" for
	// skillctl's.
	Seccomp string `json:"seccomp,omitempty"`
	// Ulimits are by name, soft and hard alike.
	Ulimits map[string]int64 `json:"ulimits"`
	// Binds are more folders, each ro unless Write.
	Binds []Bind `json:"binds"`
	// Warm keeps the container for later runs with the same boundary.
	Warm bool `json:"warm,omitempty"`
}

// TLS names the files of a client.
type TLS struct {
	CA   string `json:"ca"`
	Cert string `json:"cert"`
	Key  string `json:"key"`
}

// Bind is a folder of this machine in a container.
type Bind struct {
	Source string `json:"source"`
	Target string `json:"target"`
	Write  bool   `json:"write,omitempty"`
}

// Output says which files leave a run.
type Output struct {
	// Source is the folder in the run that they are taken from, Target the one on
	// this machine that they go to.
	Source string `json:"source"`
	Target string `json:"target"`
	// Handed is the folder on this machine that a container has as Source, "" where
	// that lies in what it sees anyway.
	Handed string `json:"handed,omitempty"`
	// Types are globs of file names; empty for all.
	Types []string `json:"types"`
	// FileSize is the largest that is taken, in bytes.
	FileSize int64 `json:"fileSize"`
}
