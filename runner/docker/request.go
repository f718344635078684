package docker

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/netip"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/mount"

	"github.com/skillctl/skillctl/runner"
)

// Request is what an engine is asked for. Its JSON has the names and units of the
// Engine API's POST /containers/create, without what is not set.
type Request struct {
	Name       string            `json:"Name"`
	Image      string            `json:"Image"`
	Entrypoint []string          `json:"Entrypoint"`
	Cmd        []string          `json:"Cmd,omitempty"`
	Env        []string          `json:"Env,omitempty"`
	User       string            `json:"User"`
	WorkingDir string            `json:"WorkingDir"`
	Tty        bool              `json:"Tty,omitempty"`
	OpenStdin  bool              `json:"OpenStdin,omitempty"`
	Labels     map[string]string `json:"Labels"`
	HostConfig Host              `json:"HostConfig"`

	view *view
}

// Host is the part of a [Request] that the machine holds the container by.
type Host struct {
	NetworkMode    string            `json:"NetworkMode"`
	Init           bool              `json:"Init"`
	AutoRemove     bool              `json:"AutoRemove,omitempty"`
	ReadonlyRootfs bool              `json:"ReadonlyRootfs"`
	Memory         int64             `json:"Memory"`
	MemorySwap     int64             `json:"MemorySwap"`
	NanoCPUs       int64             `json:"NanoCpus"`
	PidsLimit      int64             `json:"PidsLimit"`
	CapDrop        []string          `json:"CapDrop"`
	SecurityOpt    []string          `json:"SecurityOpt"`
	MaskedPaths    []string          `json:"MaskedPaths"`
	Tmpfs          map[string]string `json:"Tmpfs,omitempty"`
	Mounts         []Mount           `json:"Mounts,omitempty"`
	Ulimits        []Ulimit          `json:"Ulimits"`
	LogDriver      string            `json:"LogDriver"`
	DNS            []string          `json:"Dns,omitempty"`
	ExtraHosts     []string          `json:"ExtraHosts,omitempty"`
}

// Mount is a folder or file of the machine in the container.
type Mount struct {
	Type     string `json:"Type"`
	Source   string `json:"Source"`
	Target   string `json:"Target"`
	ReadOnly bool   `json:"ReadOnly"`
}

// Ulimit is a limit of every process, in the unit of setrlimit(2).
type Ulimit struct {
	Name string `json:"Name"`
	Soft int64  `json:"Soft"`
	Hard int64  `json:"Hard"`
}

// Limits of what an engine takes, measured with Docker Engine 20.10.
const (
	leastMemory = 6 << 20
	leastCPUs   = 0.01
)

// workspaceTarget is where the workspace is seen.
const workspaceTarget = "/workspace"

// The labels of a container. Spec.Labels come on top of them.
const (
	labelRun     = "skillctl.run"
	labelOwner   = "skillctl.owner"
	labelMachine = "skillctl.machine"
	labelLease   = "skillctl.lease"
	labelWarm    = "skillctl.warm"
	labelKey     = "skillctl.warm.key"
)

// Plan returns what an engine would be asked for. It looks at the files of this
// machine (links are resolved) and asks no engine: the name of the image is as the
// boundary has it. The errors are [*MountError] and those that say what the
// boundary lacks.
func Plan(spec runner.Spec) (*Request, error) {
	b := spec.Boundary
	if err := sound(spec); err != nil {
		return nil, err
	}
	view, err := inspectMounts(b)
	if err != nil {
		return nil, err
	}
	dir, err := view.inside(spec.Dir, b.Docker)
	if err != nil {
		return nil, err
	}
	security, err := securityOptions(b.Docker.Seccomp)
	if err != nil {
		return nil, err
	}
	network, err := networkMode(b)
	if err != nil {
		return nil, err
	}
	r := &Request{
		Name: "skillctl-" + spec.ID, Image: strings.TrimSpace(b.Docker.Image),
		Entrypoint: spec.Argv[:1], Cmd: spec.Argv[1:], Env: environment(spec),
		User: cmp.Or(b.Docker.User, view.owner), WorkingDir: dir,
		Tty: spec.Terminal != nil, OpenStdin: spec.Stdin != nil, Labels: labels(spec),
		HostConfig: Host{
			NetworkMode: network, Init: true, ReadonlyRootfs: b.Docker.ReadOnly,
			Memory: b.Limits.Memory, MemorySwap: b.Limits.Memory,
			NanoCPUs:  int64(math.Round(b.Limits.CPUs * 1e9)),
			PidsLimit: b.Limits.PIDs, CapDrop: []string{"ALL"}, SecurityOpt: security, MaskedPaths: masked(),
			DNS: b.Docker.DNS, ExtraHosts: b.Docker.Hosts,
			Tmpfs: view.tmpfs(b.Docker), Mounts: append(view.mounts, carriedMount(spec)...), Ulimits: ulimits(b), LogDriver: "none",
		},
		view: view,
	}
	return r, nil
}

// masked are the files of the kernel that a container does not see: those that
// engines cover by themselves, which a list replaces, and what tells of the
// kernel's memory and of the keys of other users.
func masked() []string {
	return []string{
		"/proc/acpi", "/proc/asound", "/proc/interrupts", "/proc/kallsyms", "/proc/kcore", "/proc/key-users", "/proc/keys", "/proc/kpagecgroup",
		"/proc/kpagecount", "/proc/kpageflags", "/proc/latency_stats", "/proc/sched_debug", "/proc/scsi", "/proc/slabinfo", "/proc/timer_list",
		"/proc/timer_stats", "/proc/vmallocinfo", "/sys/devices/virtual/powercap", "/sys/firmware",
	}
}

// sound says what a run lacks: a limit that is 0 is not "unlimited".
func sound(spec runner.Spec) error {
	b := spec.Boundary
	if spec.ID == "" || strings.Trim(spec.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("the run's id is %q; it must be lower-case letters, digits and dashes", spec.ID)
	}
	if len(spec.Argv) == 0 || spec.Argv[0] == "" {
		return fmt.Errorf("run %s has no program", spec.ID)
	}
	return complete(b)
}

// complete says what a boundary lacks.
func complete(b runner.Boundary) error {
	if b.Docker == nil {
		return fmt.Errorf("the boundary names no container")
	}
	if strings.TrimSpace(b.Docker.Image) == "" {
		return fmt.Errorf("the boundary names no image")
	}
	l := b.Limits
	for _, limit := range []struct {
		name  string
		value float64
		least float64
	}{
		{"timeoutMs", float64(l.TimeoutMS), 1},
		{"memory", float64(l.Memory), leastMemory},
		{"cpus", l.CPUs, leastCPUs},
		{"pids", float64(l.PIDs), 1},
		{"fileSize", float64(l.FileSize), 1},
		{"openFiles", float64(l.OpenFiles), 1},
		{"output", float64(l.Output), 1},
	} {
		if math.IsNaN(limit.value) || limit.value < limit.least {
			return fmt.Errorf("the boundary's limit %s is %s; it must be at least %s", limit.name, decimal(limit.value), decimal(limit.least))
		}
	}
	if err := named(b); err != nil {
		return err
	}
	for folder, size := range b.Docker.Tmpfs {
		if !path.IsAbs(folder) || strings.ContainsAny(folder, ":,") || path.Clean(folder) == "/" || size <= 0 {
			return fmt.Errorf("the boundary's tmpfs %q of %d bytes cannot be made: it needs an absolute path and a size above 0", folder, size)
		}
	}
	return nil
}

// named says what is wrong with the names that a container is to know.
func named(b runner.Boundary) error {
	if b.Network != "full" && len(b.Docker.DNS)+len(b.Docker.Hosts) > 0 {
		return fmt.Errorf("the boundary has name servers or names of its own, and its network is %q; they need full", b.Network)
	}
	for _, server := range b.Docker.DNS {
		if _, err := netip.ParseAddr(server); err != nil {
			return fmt.Errorf("the boundary's name server %q is no IP address", server)
		}
	}
	for _, entry := range b.Docker.Hosts {
		name, address, _ := strings.Cut(entry, ":")
		if _, err := netip.ParseAddr(address); err != nil || name == "" {
			return fmt.Errorf("the boundary's name %q is not name:address", entry)
		}
	}
	return nil
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// networkMode is the network that a container is started with.
func networkMode(b runner.Boundary) (string, error) {
	switch b.Network {
	case "none", "restricted": // what is restricted has a socket, and no network
		return "none", nil
	case "full":
		name := strings.TrimSpace(b.Docker.Network)
		if why := joins(name); why != "" {
			return "", fmt.Errorf("the network %q %s; name a network of the engine's own", name, why)
		}
		return cmp.Or(name, "bridge"), nil
	}
	return "", fmt.Errorf("the boundary's network is %q; it must be none, restricted or full", b.Network)
}

// joins says what a network would open. OpenClaw 2026.9 refuses the same.
func joins(network string) string {
	name := strings.ToLower(network)
	switch {
	case name == "host":
		return "is that of the machine"
	case strings.HasPrefix(name, "container:"), strings.HasPrefix(name, "ns:"):
		return "is that of something else that runs"
	}
	return ""
}

// environment is that of the run and what its signals need: a signal that the
// container gets goes to the process group, as it does natively.
func environment(spec runner.Spec) []string {
	env := slices.Clone(spec.Env)
	if spec.Boundary.Network == "restricted" {
		env = append(env, proxyVariables()...)
	}
	return append(env, "TINI_KILL_PROCESS_GROUP=1")
}

func labels(spec runner.Spec) map[string]string {
	all := map[string]string{}
	maps.Copy(all, spec.Labels)
	for _, own := range []string{labelOwner, labelMachine, labelLease, labelWarm, labelKey} {
		delete(all, own)
	}
	all[labelRun] = spec.ID
	return all
}

// tmpfs are the folders in memory that are no folder of this machine.
func (v *view) tmpfs(c *runner.Container) map[string]string {
	sizes := maps.Clone(c.Tmpfs)
	for _, s := range v.folders {
		delete(sizes, s.target)
	}
	folders := tmpfs(sizes)
	if options, ok := folders[workspaceTarget]; ok {
		// The engine makes the folder that a command starts in for root alone, and
		// a folder in memory takes its mode.
		uid, gid, _ := strings.Cut(cmp.Or(c.User, v.owner), ":")
		folders[workspaceTarget] = options + ",uid=" + uid + ",gid=" + gid
	}
	return folders
}

func tmpfs(sizes map[string]int64) map[string]string {
	if len(sizes) == 0 {
		return nil
	}
	options := map[string]string{}
	for folder, size := range sizes {
		options[path.Clean(folder)] = "rw,noexec,nosuid,nodev,mode=1777,size=" + strconv.FormatInt(size, 10)
	}
	return options
}

// noCore is too little for an image of a program's memory, and is not 0, for which
// the kernel would start the machine's own handler of crashes (core_pattern).
const noCore = 1

// ulimits are those of the boundary; where two are said, the lower counts, but of
// core files.
func ulimits(b runner.Boundary) []Ulimit {
	all := map[string]int64{"fsize": b.Limits.FileSize, "nofile": b.Limits.OpenFiles}
	for name, value := range b.Docker.Ulimits {
		if known, ok := all[name]; ok {
			value = min(value, known)
		}
		all[name] = value
	}
	all["core"] = noCore
	list := make([]Ulimit, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, Ulimit{Name: name, Soft: all[name], Hard: all[name]})
	}
	return list
}

// config is the request in the words of the client's library.
func (r *Request) config() (*container.Config, *container.HostConfig, error) {
	h := r.HostConfig
	security, err := spelledOut(h.SecurityOpt)
	if err != nil {
		return nil, nil, err
	}
	init, pids := h.Init, h.PidsLimit
	config := &container.Config{
		Image: r.Image, Entrypoint: r.Entrypoint, Cmd: r.Cmd, Env: r.Env, User: r.User, WorkingDir: r.WorkingDir,
		Tty: r.Tty, OpenStdin: r.OpenStdin, StdinOnce: r.OpenStdin, AttachStdin: r.OpenStdin, AttachStdout: true, AttachStderr: true,
		Labels: r.Labels,
		// A check of the image's own would run beside the command.
		Healthcheck: &container.HealthConfig{Test: []string{"NONE"}},
	}
	host := &container.HostConfig{
		NetworkMode: container.NetworkMode(h.NetworkMode), Init: &init, AutoRemove: h.AutoRemove, ReadonlyRootfs: h.ReadonlyRootfs,
		CapDrop: h.CapDrop, SecurityOpt: security, MaskedPaths: h.MaskedPaths, Tmpfs: h.Tmpfs, IpcMode: container.IPCModePrivate,
		LogConfig: container.LogConfig{Type: h.LogDriver}, DNS: h.DNS, ExtraHosts: h.ExtraHosts,
		Resources: container.Resources{Memory: h.Memory, MemorySwap: h.MemorySwap, NanoCPUs: h.NanoCPUs, PidsLimit: &pids},
	}
	if h.LogDriver == logsKept {
		host.LogConfig.Config = map[string]string{"max-size": "32m", "max-file": "2", "compress": "false"}
	}
	for _, u := range h.Ulimits {
		host.Ulimits = append(host.Ulimits, &container.Ulimit{Name: u.Name, Soft: u.Soft, Hard: u.Hard})
	}
	for _, m := range h.Mounts {
		host.Mounts = append(host.Mounts, apiMount(m))
	}
	return config, host, nil
}

func apiMount(m Mount) mount.Mount {
	out := mount.Mount{Type: mount.Type(m.Type), Source: m.Source, Target: m.Target, ReadOnly: m.ReadOnly}
	switch m.Type {
	case "bind":
		out.BindOptions = &mount.BindOptions{Propagation: mount.PropagationRPrivate}
	case "tmpfs":
		out.TmpfsOptions = &mount.TmpfsOptions{SizeBytes: 4096, Mode: 0o555}
	}
	return out
}

// logsKept is the log driver where a run's output cannot be handed over as a
// descriptor: two files of 32 MB at the most.
const logsKept = "local"
