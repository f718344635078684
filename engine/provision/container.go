package provision

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// rightsOf finds the settings by which a container gets more of its machine than its own.
var rightsOf = lazydfa.New(`\b(?:privileged|cap_add|hostPID|hostPath|pid|userns_mode|ipc|security_opt|devices|driver_opts)["']?[ \t]*:|\bsource["']?[ \t]*:[ \t]*["']?/|\bcapabilities["']?[ \t]*:|["' \t-]/[^\s:"']*:/`)

// maxContainers is how deep containers are looked for in a manifest.
const maxContainers = 16

// containers finds the containers of compose files and of manifests of clusters that are given
// something of their machine: behind the image stands what that is.
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
		_, several := v["containers"].([]any)
		if _, composed := v["services"].(map[string]any); several || composed {
			pod = v
		}
		if image, ok := v["image"].(string); ok && image != "" {
			if given := givenTo(v, pod); len(given) > 0 {
				f.single(Found{Kind: Container, To: append([]string{image}, given...), From: at[0], End: at[1]})
			}
		}
		for _, key := range sorted(v) {
			f.inside(v[key], pod, at, depth+1)
		}
	}
}

// givenTo is what one container is given of its machine: "privileged", "cap SYS_ADMIN", "pid host",
// "mount /etc", with " ro" where it can only read.
func givenTo(c, pod map[string]any) []string {
	var given []string
	security, _ := c["securityContext"].(map[string]any)
	capabilities, _ := security["capabilities"].(map[string]any)
	if c["privileged"] == true || c["privileged"] == "true" || security["privileged"] == true {
		given = append(given, "privileged")
	}
	for _, name := range append(texts(c["cap_add"]), texts(capabilities["add"])...) {
		given = append(given, "cap "+strings.TrimPrefix(strings.ToUpper(name), "CAP_"))
	}
	if c["pid"] == "host" || pod["hostPID"] == true {
		given = append(given, "pid host")
	}
	if c["userns_mode"] == "host" {
		given = append(given, "userns host")
	}
	for _, one := range texts(c["security_opt"]) {
		if unconfined().MatchString(one) {
			given = append(given, "unconfined")
		}
	}
	for _, one := range texts(c["devices"]) {
		from, _, _ := strings.Cut(one, ":")
		given = append(given, "device "+path.Clean(from))
	}
	mount := func(from string, readOnly bool) {
		from = behindVolume(from, pod)
		if !strings.HasPrefix(from, "/") {
			return // a volume of its own, or below the project
		}
		one := "mount " + path.Clean(from)
		if readOnly {
			one += " ro"
		}
		given = append(given, one)
	}
	mounts, _ := c["volumes"].([]any)
	for _, one := range mounts {
		switch one := one.(type) {
		case string:
			parts := strings.Split(one, ":")
			if len(parts) > 1 {
				mount(parts[0], slices.Contains(strings.Split(parts[len(parts)-1], ","), "ro"))
			}
		case map[string]any:
			from, _ := one["source"].(string)
			mount(from, one["read_only"] == true)
		}
	}
	volumes, _ := pod["volumes"].([]any)
	for _, one := range volumes {
		volume, _ := one.(map[string]any)
		host, _ := volume["hostPath"].(map[string]any)
		from, _ := host["path"].(string)
		if at := mountOf(c, volume["name"]); at != nil {
			mount(from, at["readOnly"] == true)
		}
	}
	slices.Sort(given)
	return slices.Compact(given)
}

// unconfined finds the options that take the filters of the kernel's calls away.
var unconfined = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:seccomp|apparmor)[=:]unconfined|label[=:]disable|systempaths[=:]unconfined)$`)
})

// behindVolume is the folder of the machine that a volume of a compose file stands for, or what
// it was where it stands for none.
func behindVolume(from string, composed map[string]any) string {
	volumes, _ := composed["volumes"].(map[string]any)
	volume, _ := volumes[from].(map[string]any)
	options, _ := volume["driver_opts"].(map[string]any)
	if device, ok := options["device"].(string); ok && strings.HasPrefix(device, "/") {
		return device
	}
	return from
}

// mountOf is how a container mounts a volume of its pod, nil for not at all.
func mountOf(c map[string]any, name any) map[string]any {
	list, _ := c["volumeMounts"].([]any)
	for _, one := range list {
		if mount, _ := one.(map[string]any); mount["name"] == name {
			return mount
		}
	}
	return nil
}
