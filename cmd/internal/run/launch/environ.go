package launch

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// nativeEnvironment is the whole environment of a command on this machine: what
// the boundary passes on, a folder for what programs keep, and what the request
// sets.
func nativeEnvironment(o Order) []string {
	env := passed(o)
	if path := PrependPath(env["PATH"], o.Boundary.Environment.PathPrepend); path != "" {
		env["PATH"] = path
	}
	env["PWD"] = o.Boundary.Workspace.Path
	if o.Machine != nil && o.Machine.Cache != "" && o.Boundary.Sandbox != "none" {
		env["XDG_CACHE_HOME"] = o.Machine.Cache
	}
	for _, name := range o.Boundary.Environment.Skill {
		if value, ok := o.Extra[name]; ok {
			env[name] = value
		}
	}
	maps.Copy(env, o.Own)
	maps.Copy(env, o.Request.Env)
	return list(env)
}

// containerEnvironment is what a container is given besides what its image sets.
// Nothing of a skill's own goes there.
func containerEnvironment(o Order) []string {
	env := map[string]string{}
	for _, name := range o.Boundary.Environment.Container {
		if value, ok := o.Settings[name]; ok {
			env[name] = value
		}
	}
	maps.Copy(env, passed(o))
	maps.Copy(env, o.Own)
	maps.Copy(env, o.Request.Env)
	return list(env)
}

// passed are the inherited variables that the boundary names; a name may end in
// "*".
func passed(o Order) map[string]string {
	env := map[string]string{}
	for name, value := range o.Request.Inherited {
		if slices.ContainsFunc(o.Boundary.Environment.Pass, func(pattern string) bool {
			prefix, wild := strings.CutSuffix(pattern, "*")
			return name == pattern || wild && strings.HasPrefix(name, prefix)
		}) {
			env[name] = value
		}
	}
	return env
}

// PrependPath puts folders before those of a PATH, unless it begins with them.
func PrependPath(path string, folders []string) string {
	const separator = string(filepath.ListSeparator)
	first := strings.Join(folders, separator)
	switch {
	case first == "", path == first, strings.HasPrefix(path, first+separator):
		return path
	case path == "":
		return first
	}
	return first + separator + path
}

func list(env map[string]string) []string {
	out := make([]string, 0, len(env))
	for _, name := range slices.Sorted(maps.Keys(env)) {
		out = append(out, name+"="+env[name])
	}
	return out
}
