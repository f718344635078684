package resolve

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// maxResolution bounds how long policies may take over one catalog.
const maxResolution = 2 * time.Minute

// resolveEntry is the question that a resolver asks.
const resolveEntry = "data.skillctl.catalog.resolution"

// Resolver says which skills an agent gets. It is immutable once built and safe
// for concurrent use; the policies are compiled when it is first asked.
type Resolver struct {
	loader *policy.Loader
	shapes *schema.Schema
}

// New builds a resolver. The options say which policies it asks.
func New(opts ...policy.Option) *Resolver {
	return &Resolver{shapes: schema.New(), loader: policy.NewLoader(opts...).Filter(func(file string) bool {
		return strings.HasPrefix(file, "catalog/") || file == environmentFile || file == promptFile
	})}
}

// Profiles are the names of the profiles for [Request.Profile],
// sorted.
func (r *Resolver) Profiles() ([]string, error) {
	entries, err := fs.ReadDir(r.loader.Files(), "catalog")
	if err != nil {
		return nil, fmt.Errorf("list profiles of the catalog: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// query compiles the policies of a profile once.
func (r *Resolver) query(ctx context.Context, profile string) (*policy.Query, error) {
	names, err := r.Profiles()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, profile) {
		return nil, fmt.Errorf("catalog profile %q does not exist; it must be one of %s", profile, strings.Join(names, ", "))
	}
	return r.loader.Prepare(ctx, profile, resolveEntry, func(file string) bool {
		return path.Dir(file) == "catalog" || strings.HasPrefix(file, "catalog/"+profile+"/") || file == environmentFile
	})
}

// Request asks which skills an agent gets.
type Request struct {
	Host *product.Host
	// Config is the configuration of the host as [product.Host.ReadConfig] reads
	// it.
	Config *document.Document
	// Agent is the id of the agent, as written; "" for the one in whose workspace
	// the working directory of the host is, or else the one that acts where no
	// other is named.
	Agent string
	// Profile is by whose rules: "strict" (also for ""), "openclaw".
	Profile string
	// Shadowing is what follows when several folders have one name: "allow",
	// "warn" (also for ""), "deny".
	Shadowing string
	// Unseen lists skills that the host does not come to, too.
	Unseen bool
}

// Resolve says which skills an agent gets. An error is a ctx that has ended, an
// agent that the configuration does not name, a profile that there is not, or a
// policy that fails; what is wrong with skills is in the answers.
func (r *Resolver) Resolve(ctx context.Context, req Request) (*Resolution, error) {
	return r.resolve(ctx, req, nil)
}

// Again resolves anew after a change. Only roots that one of the changed paths
// (absolute, files or folders) has to do with are searched again, and only what
// may be another in them is read and judged; the answers are those of a new
// [Resolver.Resolve]. The request may have another configuration than that of the
// last resolution, and must else be the same; variables of its host may have
// changed, too. A nil last is a first time.
func (r *Resolver) Again(ctx context.Context, req Request, last *Resolution, changed []string) (*Resolution, error) {
	if last == nil || last.unseen != req.Unseen || last.Profile != cmp.Or(req.Profile, "strict") {
		return r.resolve(ctx, req, nil)
	}
	return r.resolve(ctx, req, last, catalog.WithLast(last.facts, changed))
}

func (r *Resolver) resolve(ctx context.Context, req Request, last *Resolution, opts ...catalog.FindOption) (*Resolution, error) {
	req.Profile = cmp.Or(req.Profile, "strict")
	if req.Shadowing == "" {
		req.Shadowing = "warn"
	}
	query, err := r.query(ctx, req.Profile)
	if err != nil {
		return nil, err
	}
	config := req.Config.Root
	agent, err := agents.Choose(config, cmp.Or(req.Agent, req.Host.AgentHere(config)))
	if err != nil {
		return nil, err
	}
	opts = append(opts, catalog.WithLoops(req.Profile))
	if req.Unseen {
		opts = append(opts, catalog.WithUnseen())
	}
	facts, err := req.Host.Find(ctx, config, agent, opts...)
	if err != nil {
		return nil, err
	}
	return r.judge(ctx, query, req, agent, facts, last)
}
