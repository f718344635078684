package docker

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/policies"
)

// refusals is what a container is never shown, whatever the settings say. The
// policies judge settings by the same table; this is the last line, after links
// are resolved.
type refusals struct {
	System   []string `json:"system"`
	Home     []string `json:"home"`
	Sockets  []string `json:"sockets"`
	Reserved []string `json:"reserved"`
	// homes are the home folders that are known.
	homes []string
}

// shimFolder is where a container finds what skillctl brings along.
const shimFolder = "/.skillctl"

// readRefusals reads the table once.
var readRefusals = sync.OnceValues(func() (*refusals, error) {
	text, err := fs.ReadFile(policies.FS(), "tables/sandbox_binds.json")
	if err != nil {
		return nil, fmt.Errorf("read the table of binds: %w", err)
	}
	r := &refusals{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("read the table of binds: %w", err)
	}
	r.homes = []string{"/root"}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		r.homes = append(r.homes, filepath.Clean(home))
		if real, err := filepath.EvalSymlinks(home); err == nil {
			r.homes = append(r.homes, real)
		}
	}
	return r, nil
})

// source says why a path may not be shown, "" when it may.
func (r *refusals) source(place string) string {
	for _, name := range r.Sockets {
		if strings.HasSuffix(place, name) {
			return "is the socket of a container engine: who can write to it controls the machine"
		}
	}
	for _, folder := range r.System {
		if folders.Within(place, folder) {
			return "is a folder of the system, or lies in one: " + folder
		}
		if folders.Within(folder, place) {
			return "holds a folder of the system: " + folder
		}
	}
	return r.credentials(place)
}

// workspace is source, but a project may lie in root's home folder: the command
// sees the project alone.
func (r *refusals) workspace(place string) string {
	for _, folder := range r.System {
		if folders.Within(folder, place) {
			return "holds a folder of the system: " + folder
		}
		if folders.Within(place, folder) && folder != "/root" {
			return "is a folder of the system, or lies in one: " + folder
		}
	}
	return r.credentials(place)
}

// credentials says where a home folder's secrets would be seen.
func (r *refusals) credentials(place string) string {
	for _, home := range r.homesOf(place) {
		if folders.Within(home, place) {
			return "holds the home folder " + home + ", and with it credentials"
		}
		for _, name := range r.Home {
			if folders.Within(place, filepath.Join(home, name)) {
				return "holds credentials of a user: " + filepath.Join(home, name)
			}
		}
	}
	return ""
}

// homesOf are the known home folders, and the one that a path looks to lie in.
func (r *refusals) homesOf(place string) []string {
	homes := r.homes
	for _, parent := range []string{"/home", "/Users"} {
		if folders.Within(parent, place) {
			return append(homes[:len(homes):len(homes)], parent)
		}
		if rest, ok := strings.CutPrefix(place, parent+"/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			homes = append(homes[:len(homes):len(homes)], parent+"/"+name)
		}
	}
	return homes
}

// target says why a container cannot have a folder there, "" when it can.
func (r *refusals) target(place string) string {
	if !path.IsAbs(place) || strings.ContainsAny(place, ":,\x00") {
		return "it must be an absolute path without : and ,"
	}
	place = path.Clean(place)
	if place == "/" {
		return "it is the root of the container"
	}
	for _, folder := range r.Reserved {
		if place == folder || strings.HasPrefix(place, folder+"/") {
			return folder + " is the workspace's"
		}
	}
	for _, folder := range []string{"/proc", "/sys", "/dev", "/sbin/docker-init", shimFolder} {
		if place == folder || strings.HasPrefix(place, folder+"/") || strings.HasPrefix(folder, place+"/") {
			return folder + " is the engine's"
		}
	}
	return ""
}
