package install

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/intel"
)

// installListed is something that is known to be bad of where something comes from, of
// its name, or of a package that it brings along: what lint does not see.
type installListed struct {
	Kind intel.Kind `json:"kind"`
	intel.Entry
	Ended bool `json:"ended"`
	// Text is how it is written, In where: "origin", "name", "file", or the file of the
	// package that names it.
	Text string `json:"text"`
	In   string `json:"in"`
}

// seek looks for what is known to be bad in a request and in what packages say of
// themselves.
func (g *Gate) seek(req *Request, facts *installFacts) []installListed {
	if g.intel == nil {
		return nil
	}
	var found []installListed
	note := func(in string, hits ...intel.Hit) {
		for _, hit := range hits {
			found = append(found, installListed{hit.Kind, *hit.Entry, hit.Ended, hit.Text, in})
		}
	}
	named := func(in, manager, name, version string) {
		note(in, g.intel.Named(manager, name, version)...)
	}
	for _, key := range slices.Sorted(maps.Keys(req.Origin)) {
		if text, ok := req.Origin[key].(string); ok {
			note("origin", g.intel.Seek("", []byte(text))...)
		}
	}
	if owner, ok := req.Origin["ownerHandle"].(string); ok {
		registry, _ := req.Origin["registry"].(string)
		if at, err := url.Parse(cmp.Or(registry, defaultRegistry)); err == nil {
			note("origin", g.intel.Seek("", []byte(at.Hostname()+"/"+strings.TrimPrefix(owner, "@")))...)
		}
	}
	note("origin", g.intel.Seek("", []byte(req.Action.Specifier))...)
	if req.Target.Type == "skill" {
		named("name", "skill", req.Target.Name, "")
	}
	if req.Plugin != nil {
		named("name", "npm", req.Plugin.Package, req.Plugin.Version)
	}
	for _, one := range append(slices.Clone(facts.Packages), facts.Package) {
		if one == nil {
			continue
		}
		named(one.File, "npm", one.Name, one.Version)
		for _, other := range one.Dependencies {
			named(one.File, "npm", other.Name, other.Spec)
		}
	}
	if facts.Found == foundFile {
		note("file", g.intel.File(facts.Digest)...)
	}
	return found
}

// defaultRegistry is where OpenClaw takes skills from that name no registry.
const defaultRegistry = "https://clawhub.ai"
