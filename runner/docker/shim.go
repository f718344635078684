package docker

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// A container with a restricted network has no network. Its first process is
// this very binary, which forwards a port of the container's own loopback to the
// socket that the proxy listens on; both are mounted read-only.
const (
	shimTarget  = shimFolder + "/skillctl"
	proxyTarget = shimFolder + "/proxy.sock"
)

// proxyVariables tell a command where its proxy is.
func proxyVariables() []string {
	at := "http://127.0.0.1:" + strconv.Itoa(early.ProxyPort)
	var all []string
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		all = append(all, name+"="+at)
	}
	return append(all, "NO_PROXY=", "no_proxy=")
}

// shim finds the binary for containers of an image.
func (b *Backend) shim(e *engine, i *image) (string, error) {
	if !e.local {
		return "", e.unavailable("a session, or a restricted network, needs a container engine on this machine, to mount this program and the socket of the proxy", "set network: none for a single run, or use a container engine on this machine")
	}
	file, err := b.executable()
	if err != nil {
		return "", e.unavailable(fmt.Sprintf("this program cannot be found: %v", err), "")
	}
	if file, err = filepath.EvalSymlinks(file); err != nil {
		return "", e.unavailable(fmt.Sprintf("this program cannot be found: %v", err), "")
	}
	binary, err := elf.Open(file)
	if err != nil {
		return "", e.unavailable("a session, or a restricted network, needs this program as a Linux binary: "+err.Error(), "run it on Linux")
	}
	defer func() { _ = binary.Close() }()
	for _, part := range binary.Progs {
		if part.Type == elf.PT_INTERP {
			return "", e.unavailable("a session, or a restricted network, needs this program linked statically, to run in any image", "build it with CGO_ENABLED=0")
		}
	}
	if want := elfMachine(i.architecture); want != binary.Machine {
		return "", e.unavailable(fmt.Sprintf("the image is for %s and this program for %s", i.architecture, binary.Machine), "use an image for this machine")
	}
	return file, nil
}

func elfMachine(architecture string) elf.Machine {
	switch architecture {
	case "amd64":
		return elf.EM_X86_64
	case "arm64":
		return elf.EM_AARCH64
	}
	return elf.EM_NONE
}

// throughProxy gives a plan the proxy.
func (b *Backend) throughProxy(plan *Request, e *engine, i *image, spec runner.Spec) error {
	file, err := b.shim(e, i)
	if err != nil {
		return err
	}
	info, err := os.Lstat(spec.Proxy)
	if err != nil || info.Mode().Type() != os.ModeSocket {
		return e.unavailable(fmt.Sprintf("the network is restricted and %q is not a socket of a proxy", spec.Proxy), "")
	}
	plan.HostConfig.Mounts = append(plan.HostConfig.Mounts,
		Mount{Type: "bind", Source: spec.Proxy, Target: proxyTarget, ReadOnly: true},
	)
	if !spec.Tended { // whose tender is this binary, too
		plan.HostConfig.Mounts = append(plan.HostConfig.Mounts, Mount{Type: "bind", Source: file, Target: shimTarget, ReadOnly: true})
	}
	plan.Cmd = append([]string{early.ShimMarker, proxyTarget}, slices.Concat(plan.Entrypoint, plan.Cmd)...)
	plan.Entrypoint = []string{shimTarget}
	return nil
}

// tended gives a plan this binary as the parent of its program. The container goes
// with its first process, whether or not somebody is left to remove it.
func (b *Backend) tended(plan *Request, e *engine, i *image, spec runner.Spec) error {
	file, err := b.shim(e, i)
	if err != nil {
		return err
	}
	plan.HostConfig.Mounts = append(plan.HostConfig.Mounts, Mount{Type: "bind", Source: file, Target: shimTarget, ReadOnly: true})
	plan.Cmd = append([]string{early.TenderMarker}, spec.Argv...)
	plan.Entrypoint = []string{shimTarget}
	// An init would have the descriptors that frames go over, for everybody to open.
	plan.HostConfig.AutoRemove, plan.HostConfig.Init = true, false
	return nil
}
