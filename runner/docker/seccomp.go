package docker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// maxProfile bounds a seccomp profile, in bytes.
const maxProfile = 1 << 20

// securityOptions are those of every container. An engine without its own
// seccomp profile is refused where it is asked.
func securityOptions(profile string) ([]string, error) {
	options := []string{"no-new-privileges"}
	if profile == "" {
		return options, nil
	}
	if strings.EqualFold(strings.TrimSpace(profile), "unconfined") {
		return nil, fmt.Errorf("the seccomp profile is %q: containers are not started without one; name a file, or leave it out to use the engine's own", profile)
	}
	text, err := readProfile(profile)
	if err != nil {
		return nil, fmt.Errorf("read the seccomp profile %s: %w", profile, err)
	}
	return append(options, "seccomp="+text), nil
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
