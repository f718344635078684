package early

// Config is what a keeper is told. It is trusted: it comes from the process that
// started the keeper.
//
// The keeper answers with lines on [StatusFD]:
//
//	started PID
//	failed STAGE ERRNO PATH           nothing runs; STAGE is one of the Stage names
//	changed PATH                      nothing runs: the file is not the one expected
//	exit STATUS UTIME STIME MAXRSS OOM  wait status; microseconds; KiB; 0 or 1
type Config struct {
	Argv, Env []string
	// Program is what is executed; Dir is where.
	Program, Dir File
	// Checks are more files that must be the ones that were judged.
	Checks []File
	Flags  uint64
	// Base is the folder that the root is put together at, and Root what is in it, in
	// order, with FlagRoot.
	Base string
	Root []Place
	// Binds are made in order, with FlagNamespaces, before Mounts.
	Binds []Bind
	// Mounts are made in order, with FlagNamespaces.
	Mounts []Mount
	// FS, Net and Scoped are the rights that Landlock takes away; Rules give some
	// back. All zero: no Landlock.
	FS, Net, Scoped uint64
	Rules           []Rule
	// Filter is a seccomp program: struct sock_filter, in the order of this machine.
	Filter  []byte
	Rlimits []Rlimit
	// Join are files of control groups that the program writes "0" to before it
	// starts; Group is the folder of one of the second version that it is born in,
	// or "". Remove are the folders to be removed at the end, OutOfMemory a file
	// that counts the processes that the kernel ended.
	Join, Remove       []string
	Group, OutOfMemory string
	// Hold is a folder that is locked (flock) for as long as the keeper lives; "" for
	// none.
	Hold string
	// Keep are descriptors that the program inherits besides 0, 1 and 2.
	Keep []uint64
	// Proxy is the unix socket that 127.0.0.1:3128 leads to, or "".
	Proxy string
}

// The flags of a [Config].
const (
	// FlagNamespaces: the keeper was started as the first process of its own PID
	// and mount namespaces.
	FlagNamespaces = 1 << iota
	// FlagLoopback: it has its own network namespace; bring lo up.
	FlagLoopback
	// FlagTerminal: descriptor 0 is to be the controlling terminal.
	FlagTerminal
	// FlagConfine: drop all capabilities and never gain any (no_new_privs).
	FlagConfine
	// FlagDescriptor: execute the opened file, not its path. A script cannot be
	// executed so: its interpreter opens it by its path.
	FlagDescriptor
	// FlagWrapped: the program is a wrapper in a namespace of its own; signals other
	// than SIGKILL are for what it runs.
	FlagWrapped
	// FlagRoot: the program has a root folder of its own with Root, Binds and Mounts in
	// it, and nothing else is there. With FlagNamespaces.
	FlagRoot
	// flagSameSession: a shim's program stays in its session.
	flagSameSession
)

// File is a file and its identity. Device and Inode of 0 are not compared,
// neither is a Changed of 0: the time of its last change in nanoseconds.
type File struct {
	Path          string
	Device, Inode uint64
	Changed       int64
}

// Place is something in a root: a file or folder of the machine's at the same path,
// with all that is mounted in it; a link, if Link says where it leads; an empty
// folder, if Empty.
type Place struct {
	File     File
	Link     string
	Empty    bool
	Writable bool
}

// Bind puts a file or a folder, with all that is mounted in it, over another. Both
// have to be those that are meant. What is ReadOnly has no devices, unless Devices.
type Bind struct {
	From, Over File
	ReadOnly   bool
	Devices    bool
}

// Mount is one call of mount(2). An error stops the run unless Optional.
type Mount struct {
	Source, Target, Type, Data string
	Flags                      uint64
	Optional                   bool
}

// Rule gives rights beneath a path. One that is not there is left out, unless
// Device and Inode say which it must be.
type Rule struct {
	File   File
	Rights uint64
}

// Rlimit is a resource limit, soft and hard.
type Rlimit struct{ Resource, Soft, Hard uint64 }

// The stages that a start can fail at.
const (
	StageConfig    = "config"
	StageMount     = "mount"
	StageSeal      = "seal"
	StageLoopback  = "loopback"
	StageListen    = "listen"
	StageLandlock  = "landlock"
	StageSeccomp   = "seccomp"
	StagePrivilege = "privilege"
	StageGroup     = "cgroup"
	StageLimit     = "limit"
	StageDir       = "dir"
	StageTerminal  = "terminal"
	StageFork      = "fork"
	StageExec      = "exec"
)

// magic begins a configuration, so that a stray descriptor is not taken for one.
const magic = "skillctl keeper 1\n"

// maxConfig bounds a configuration, in bytes: the kernel takes 6 MiB of arguments
// and environment at the most.
const maxConfig = 16 << 20

// coder writes a configuration, or reads one, by the same walk over its fields,
// so that the two cannot differ.
type coder struct {
	data    []byte
	reading bool
	bad     bool
}

// Encode returns the bytes for [ControlFD], length first.
func (c *Config) Encode() []byte {
	w := &coder{}
	w.config(c)
	head := &coder{}
	n := uint64(len(magic) + len(w.data))
	head.number(&n)
	head.data = append(head.data, magic...)
	return append(head.data, w.data...)
}

// decode reads what Encode wrote, without the length.
func decode(data []byte) (*Config, bool) {
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		return nil, false
	}
	r := &coder{data: data[len(magic):], reading: true}
	c := &Config{}
	r.config(c)
	return c, !r.bad && len(r.data) == 0 && len(c.Argv) > 0
}

func (x *coder) config(c *Config) {
	x.strings(&c.Argv)
	x.strings(&c.Env)
	x.file(&c.Program)
	x.file(&c.Dir)
	list(x, &c.Checks, x.file)
	x.number(&c.Flags)
	x.text(&c.Base)
	list(x, &c.Root, func(p *Place) {
		x.file(&p.File)
		x.text(&p.Link)
		x.truth(&p.Empty)
		x.truth(&p.Writable)
	})
	list(x, &c.Binds, func(b *Bind) {
		x.file(&b.From)
		x.file(&b.Over)
		x.truth(&b.ReadOnly)
		x.truth(&b.Devices)
	})
	list(x, &c.Mounts, func(m *Mount) {
		x.text(&m.Source)
		x.text(&m.Target)
		x.text(&m.Type)
		x.text(&m.Data)
		x.number(&m.Flags)
		x.truth(&m.Optional)
	})
	x.number(&c.FS)
	x.number(&c.Net)
	x.number(&c.Scoped)
	list(x, &c.Rules, func(r *Rule) {
		x.file(&r.File)
		x.number(&r.Rights)
	})
	filter := string(c.Filter)
	x.text(&filter)
	c.Filter = []byte(filter)
	list(x, &c.Rlimits, func(r *Rlimit) {
		x.number(&r.Resource)
		x.number(&r.Soft)
		x.number(&r.Hard)
	})
	x.strings(&c.Join)
	x.strings(&c.Remove)
	x.text(&c.Group)
	x.text(&c.OutOfMemory)
	x.text(&c.Hold)
	list(x, &c.Keep, x.number)
	x.text(&c.Proxy)
}

func (x *coder) number(n *uint64) {
	if !x.reading {
		for i := range 8 {
			x.data = append(x.data, byte(*n>>(8*i)))
		}
		return
	}
	if len(x.data) < 8 {
		x.bad, x.data = true, nil
		return
	}
	*n = 0
	for i := range 8 {
		*n |= uint64(x.data[i]) << (8 * i)
	}
	x.data = x.data[8:]
}

func (x *coder) text(s *string) {
	n := uint64(len(*s))
	x.number(&n)
	if !x.reading {
		x.data = append(x.data, *s...)
		return
	}
	if n > uint64(len(x.data)) {
		x.bad, x.data = true, nil
		return
	}
	*s, x.data = string(x.data[:n]), x.data[n:]
}

func (x *coder) truth(b *bool) {
	n := uint64(0)
	if *b {
		n = 1
	}
	x.number(&n)
	*b = n == 1
}

func (x *coder) strings(items *[]string) { list(x, items, x.text) }

func (x *coder) file(f *File) {
	changed := uint64(f.Changed)
	x.text(&f.Path)
	x.number(&f.Device)
	x.number(&f.Inode)
	x.number(&changed)
	f.Changed = int64(changed)
}

// list codes a list; every item takes 8 bytes at least, which bounds what a
// length can claim.
func list[T any](x *coder, items *[]T, one func(*T)) {
	n := uint64(len(*items))
	x.number(&n)
	if x.reading {
		if n > uint64(len(x.data)/8) {
			x.bad, x.data = true, nil
			return
		}
		*items = make([]T, n)
	}
	for i := range *items {
		one(&(*items)[i])
	}
}
