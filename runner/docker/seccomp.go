package docker

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// maxProfile bounds a seccomp profile, in bytes.
const maxProfile = 1 << 20

// EngineProfile is the name of the engine's own seccomp profile in a boundary.
const EngineProfile = "engine"

// seccompOption begins the option that names a profile.
const seccompOption = "seccomp="

// profileText is skillctl's own profile, as engines read it: what is listed is
// allowed. It leaves out what lets programs get round a filter or out of a
// container (io_uring, namespaces, mounts, keys, bpf, other processes), sockets of
// families that no network namespace holds, such as AF_VSOCK, programs of other
// processor modes, and modes that make a program run as its owner.
//
//go:embed seccomp.json
var profileText string

// ownProfile is skillctl's own profile, in one line.
var ownProfile = sync.OnceValues(func() (string, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(profileText)); err != nil {
		return "", fmt.Errorf("read skillctl's seccomp profile: %w", err)
	}
	return compact.String(), nil
})

// ProfileName tells skillctl's own profile from other versions of it. It stands in
// requests that are shown and recorded; an engine is given the text.
func ProfileName() string {
	return fmt.Sprintf("skillctl@sha256:%x", sha256.Sum256([]byte(profileText)))
}

// spelledOut are options as an engine reads them.
func spelledOut(options []string) ([]string, error) {
	out := slices.Clone(options)
	for i, option := range out {
		if option == seccompOption+ProfileName() {
			text, err := ownProfile()
			if err != nil {
				return nil, err
			}
			out[i] = seccompOption + text
		}
	}
	return out, nil
}

// securityOptions are those of every container.
func securityOptions(profile string) ([]string, error) {
	options := []string{"no-new-privileges"}
	switch profile {
	case "":
		return append(options, seccompOption+ProfileName()), nil
	case EngineProfile: // an engine without one is refused where it is asked
		return options, nil
	}
	if strings.EqualFold(strings.TrimSpace(profile), "unconfined") {
		return nil, fmt.Errorf("the seccomp profile is %q: containers are not started without one; name a file, or leave it out to use skillctl's own", profile)
	}
	if !filepath.IsAbs(profile) {
		return nil, fmt.Errorf("the seccomp profile is %q: that is no absolute path, and no profile has this name; name a file with its whole path, or leave it out to use skillctl's own", profile)
	}
	text, err := readProfile(profile)
	if err != nil {
		return nil, fmt.Errorf("read the seccomp profile %s: %w", profile, err)
	}
	return append(options, seccompOption+text), nil
}

// readProfile reads a profile, and refuses one that refuses nothing.
func readProfile(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", folders.Bare(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxProfile+1))
	if err != nil {
		return "", folders.Bare(err)
	}
	if len(text) > maxProfile {
		return "", fmt.Errorf("it has more than %d bytes", maxProfile)
	}
	var p struct {
		Default  string `json:"defaultAction"`
		Syscalls []struct {
			Action string `json:"action"`
		} `json:"syscalls"`
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return "", fmt.Errorf("it is not JSON of a profile: %w", err)
	}
	refuses := denies(p.Default)
	for _, call := range p.Syscalls {
		refuses = refuses || denies(call.Action)
	}
	if !refuses {
		return "", fmt.Errorf("it refuses no system call")
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return "", fmt.Errorf("it is not JSON of a profile: %w", err)
	}
	return compact.String(), nil
}

func denies(action string) bool {
	switch action {
	case "SCMP_ACT_ERRNO", "SCMP_ACT_KILL", "SCMP_ACT_KILL_PROCESS", "SCMP_ACT_KILL_THREAD", "SCMP_ACT_TRAP":
		return true
	}
	return false
}
