package format

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// boundaryView is what is shown of a boundary: #Boundary of schema/boundary.cue.
type boundaryView struct {
	Host, Node, Sandbox, Network string
	Workspace                    struct{ Path, Access string }
	Read, Write, Hide, Protect   []string
	Egress                       struct {
		Allowed, Denied []string
		Bytes           int64
	}
	Environment struct{ Pass, Skill []string }
	Limits      struct {
		TimeoutMs, Memory, PIDs, FileSize, Written, Output int64
		CPUs                                               float64
	}
	Docker struct {
		Image, Engine string
		ReadOnly      bool
	}
	Output struct{ Source, Target string }
}

// boundaryLines says in words where and within what limits something runs. A
// profile that says only a host, or anything else, is shown as it is.
func boundaryLines(boundary map[string]any) []string {
	if len(boundary) == 0 {
		return []string{"none"}
	}
	var b boundaryView
	text, err := json.Marshal(boundary)
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil || b.Sandbox == "" {
		return []string{plainBoundary(boundary)}
	}
	lines := []string{b.placement(), "workspace " + b.Workspace.Path + b.access(), b.reach()}
	if kept := b.kept(); kept != "" {
		lines = append(lines, "read-only in it "+kept)
	}
	if b.Host == "gateway" && b.Sandbox != "none" {
		lines = append(lines, "other files: only system files and those of your tools are readable; secrets are hidden")
	}
	if names := b.Environment.Pass; len(names) > 0 {
		lines = append(lines, "variables "+strings.Join(names, " "))
	}
	if names := b.Environment.Skill; len(names) > 0 {
		lines = append(lines, "of the skill's entry the variables "+strings.Join(names, " "))
	}
	lines = append(lines, b.limits())
	if b.Output.Target != "" {
		lines = append(lines, "files of "+b.Output.Source+" go to "+b.Output.Target)
	}
	return lines
}

func (b *boundaryView) placement() string {
	where := map[string]string{"gateway": "on this machine", "sandbox": "in a container on this machine", "node": "in a container on node " + b.Node}[b.Host]
	where = cmp.Or(where, b.Host)
	switch {
	case b.Sandbox == "docker" && b.Docker.Image == "":
		return where + "; its image is not set (run.docker.image)"
	case b.Sandbox == "docker" && b.Docker.ReadOnly:
		return where + ", image " + b.Docker.Image + ", its root read-only"
	case b.Sandbox == "docker":
		return where + ", image " + b.Docker.Image + ", its root writable"
	case b.Sandbox == "none":
		return where + ", without a sandbox: it may do everything that you may"
	}
	return where + ", in " + b.Sandbox
}

func (b *boundaryView) access() string {
	return map[string]string{"rw": " (read and write)", "ro": " (read-only)", "none": " (hidden)"}[b.Workspace.Access]
}

// maxKept is how many protected paths are named.
const maxKept = 8

// kept names what of the workspace may be read and not changed.
func (b *boundaryView) kept() string {
	if b.Workspace.Access != "rw" {
		return ""
	}
	var names []string
	for _, path := range b.Protect {
		if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(b.Workspace.Path, "/")+"/"); ok {
			names = append(names, rest)
		}
	}
	if more := len(names) - maxKept; more > 0 {
		names = append(names[:maxKept], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, " ")
}

func (b *boundaryView) reach() string {
	if b.Network != "restricted" {
		return "network " + b.Network
	}
	text := "network: only " + strings.Join(b.Egress.Allowed, ", ")
	if len(b.Egress.Denied) > 0 {
		text += "; never " + strings.Join(b.Egress.Denied, ", ")
	}
	if b.Egress.Bytes > 0 {
		text += "; at most " + amount(b.Egress.Bytes)
	}
	return text
}

func (b *boundaryView) limits() string {
	l := b.Limits
	return fmt.Sprintf("at most %s, %s of memory, %s, %d processes, files of %s, %s in all, %s of output",
		time.Duration(l.TimeoutMs)*time.Millisecond, amount(l.Memory), processors(l.CPUs), l.PIDs, amount(l.FileSize), amount(l.Written), amount(l.Output))
}

// processors is how many of them may be kept busy; parts of one are allowed.
func processors(n float64) string {
	if n == 1 {
		return "1 processor"
	}
	return strconv.FormatFloat(n, 'f', -1, 64) + " processors"
}

// amount is a number of bytes in the largest unit that says it exactly.
func amount(bytes int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if bytes >= unit.size && bytes%unit.size == 0 {
			return fmt.Sprintf("%d %s", bytes/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}

func plainBoundary(limits map[string]any) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(limits)) {
		text, err := Line(limits[key])
		if err != nil {
			continue // it was read from JSON
		}
		parts = append(parts, key+": "+strings.Trim(string(text), `"`))
	}
	return strings.Join(parts, ", ")
}
