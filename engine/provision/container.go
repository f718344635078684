package provision

import (
	"context"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// rightsOf finds the settings by which a container gets more of its machine than its own.
var rightsOf = lazydfa.New(`(?m)^[ \t{,-]*["']?(?:privileged|cap_add|hostPID|hostPath|pid|devices)["']?[ \t]*:|(?:docker|containerd|crio|podman)\.sock\b|["' \t-]/:/`)

// maxContainers is how deep containers are looked for in a manifest.
const maxContainers = 16

// containers finds the containers of compose files and of manifests of clusters that get the rights
// of their machine, with their images.
func (f *finder) containers() {
	last := -1
	for _, m := range rightsOf.FindAllIndex(f.text, maxFound*4) {
		if m[0] < last {
			continue // it is of a document that was looked into
		}
		begin, end := f.around(m[0])
		last = end
		if end-begin > maxManifest {
			f.whole = false
			continue
		}
		doc, err := document.ParseYAML(context.Background(), f.file, f.text[begin:end], document.Position{Line: 1, Column: 1})
		if err != nil || doc.Root == nil {
			continue
		}
		f.inside(value(doc.Root), nil, m, 0)
	}
}

// inside looks for containers in a part of a manifest; pod is the part that has several of them.
func (f *finder) inside(v any, pod map[string]any, at []int, depth int) {
	if depth > maxContainers {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			f.inside(one, pod, at, depth+1)
		}
	case map[string]any:
		if _, ok := v["containers"].([]any); ok {
			pod = v
		}
		if image, ok := v["image"].(string); ok && image != "" {
			if rights := rightsIn(v, pod); len(rights) > 0 {
				f.single(Found{Kind: Container, Name: strings.Join(rights, " "), To: []string{image}, From: at[0], End: at[1]})
			}
		}
		for _, key := range sorted(v) {
			f.inside(v[key], pod, at, depth+1)
		}
	}
}

// rightsIn are the rights of the machine that one container gets.
func rightsIn(c, pod map[string]any) []string {
	var rights []string
	add := func(right string) {
		if right != "" && !slices.Contains(rights, right) {
			rights = append(rights, right)
		}
	}
	security, _ := c["securityContext"].(map[string]any)
	capabilities, _ := security["capabilities"].(map[string]any)
	if c["privileged"] == true || c["privileged"] == "true" || security["privileged"] == true {
		add("privileged")
	}
	for _, name := range append(texts(c["cap_add"]), texts(capabilities["add"])...) {
		if slices.Contains([]string{"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_RAWIO"}, strings.TrimPrefix(strings.ToUpper(name), "CAP_")) {
			add("admin")
		}
	}
	if c["pid"] == "host" || pod["hostPID"] == true {
		add("processes")
	}
	mounts, _ := c["volumes"].([]any)
	for _, one := range mounts {
		switch one := one.(type) {
		case string:
			from, _, _ := strings.Cut(one, ":")
			add(place(from))
		case map[string]any:
			from, _ := one["source"].(string)
			add(place(from))
		}
	}
	volumes, _ := pod["volumes"].([]any)
	for _, one := range volumes {
		volume, _ := one.(map[string]any)
		host, _ := volume["hostPath"].(map[string]any)
		from, _ := host["path"].(string)
		if from != "" && mounted(c, volume["name"]) {
			add(place(from))
		}
	}
	return rights
}

// mounted reports whether a container mounts a volume of its pod.
func mounted(c map[string]any, name any) bool {
	list, _ := c["volumeMounts"].([]any)
	return slices.ContainsFunc(list, func(one any) bool {
		mount, _ := one.(map[string]any)
		return mount["name"] == name
	})
}

// place is what a container gets with a place of the machine, "" for nothing that matters.
func place(from string) string {
	switch from = strings.TrimRight(from, "/"); {
	case from == "":
		return "disk"
	case slices.Contains([]string{"/etc", "/root", "/home", "/var/lib/kubelet", "/proc"}, from):
		return "disk"
	case strings.HasSuffix(from, ".sock") && (strings.Contains(from, "docker") || strings.Contains(from, "containerd") || strings.Contains(from, "crio")):
		return "socket"
	}
	return ""
}
