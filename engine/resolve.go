package engine

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/document"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/policies"
)

// maxResolution bounds how long policies may take over one catalog.
const maxResolution = 2 * time.Minute

// resolveEntry is the question that a resolver asks.
const resolveEntry = "data.skillctl.catalog.resolution"

// Resolver says which skills an agent gets. It is immutable once built and safe
// for concurrent use; the policies are compiled when it is first asked.
type Resolver struct {
	files    fs.FS
	replaced bool
	load     func() (*policy.Set, error)

	mu      sync.Mutex
	queries map[string]*policy.Query
}

// ResolverOption changes what [NewResolver] builds.
type ResolverOption func(*Resolver)

// WithCatalogPolicies replaces the policies that are built in.
func WithCatalogPolicies(files fs.FS) ResolverOption {
	return func(r *Resolver) { r.files, r.replaced = files, true }
}

// NewResolver builds a resolver.
func NewResolver(opts ...ResolverOption) *Resolver {
	r := &Resolver{files: policies.FS(), queries: map[string]*policy.Query{}}
	for _, opt := range opts {
		opt(r)
	}
	r.load = sync.OnceValues(func() (*policy.Set, error) {
		options := []policy.Option{policy.WithFilter(func(file string) bool { return strings.HasPrefix(file, "catalog/") || file == environmentFile })}
		if !r.replaced {
			options = append(options, policy.WithUnsafeUnchecked())
		}
		return policy.Load(r.files, options...)
	})
	return r
}

// CatalogProfiles are the names of the profiles for [ResolveRequest.Profile],
// sorted.
func (r *Resolver) CatalogProfiles() ([]string, error) {
	entries, err := fs.ReadDir(r.files, "catalog")
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
	names, err := r.CatalogProfiles()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, profile) {
		return nil, fmt.Errorf("there is no profile %q of the catalog; there are %s", profile, strings.Join(names, ", "))
	}
	return r.prepared(ctx, profile, resolveEntry, func(file string) bool {
		return path.Dir(file) == "catalog" || strings.HasPrefix(file, "catalog/"+profile+"/")
	})
}

// prepared compiles a question to some of the policies once; the name is what it
// is known by.
func (r *Resolver) prepared(ctx context.Context, name, question string, keep func(file string) bool) (*policy.Query, error) {
	set, err := r.load()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.queries[name]; known != nil {
		return known, nil
	}
	query, err := set.Keep(keep).Prepare(ctx, question)
	if err == nil {
		r.queries[name] = query
	}
	return query, err
}

// ResolveRequest asks which skills an agent gets.
type ResolveRequest struct {
	Host *catalog.Host
	// Config is the configuration of the host as [catalog.Host.ReadConfig] reads
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

// catalogInput is what the policies of the catalog are given.
type catalogInput struct {
	Profile      string                   `json:"profile"`
	Agent        catalogAgent             `json:"agent"`
	Platform     string                   `json:"platform"`
	Shadowing    string                   `json:"shadowing"`
	Roots        []catalog.Root           `json:"roots"`
	Limits       catalog.Limits           `json:"limits"`
	Candidates   []catalogCandidate       `json:"candidates"`
	Index        catalogIndex             `json:"index"`
	Entries      map[string]catalog.Entry `json:"entries"`
	AllowBundled []string                 `json:"allow_bundled"`
	Filter       catalog.Filter           `json:"filter"`
	Host         catalog.There            `json:"host"`
}

type catalogAgent struct {
	ID string `json:"id"`
}

// catalogIndex groups candidates, so that policies need not search for what
// belongs together. Ids stand in the order of loading.
type catalogIndex struct {
	// Names are the candidates that have a name, Roots those of each root.
	Names map[string][]int `json:"names"`
	Roots [][]int          `json:"roots"`
}

func indexOf(facts *catalog.Facts) catalogIndex {
	index := catalogIndex{Names: map[string][]int{}, Roots: make([][]int, len(facts.Roots))}
	for i := range index.Roots {
		index.Roots[i] = []int{}
	}
	for i := range facts.Candidates {
		c := &facts.Candidates[i]
		if c.Skill != nil && c.Skill.Problem == "" {
			index.Names[c.Skill.Name] = append(index.Names[c.Skill.Name], i)
		}
		if c.Role == "folder" {
			index.Roots[c.Root] = append(index.Roots[c.Root], i)
		}
	}
	return index
}

// catalogCandidate is what policies are given of a candidate.
type catalogCandidate struct {
	ID       int                   `json:"id"`
	Root     int                   `json:"root"`
	Path     string                `json:"path"`
	Real     string                `json:"real"`
	Order    int                   `json:"order"`
	Role     string                `json:"role"`
	Link     bool                  `json:"link"`
	Inside   bool                  `json:"inside"`
	Target   int                   `json:"target"`
	Loop     bool                  `json:"loop"`
	Detour   string                `json:"detour"`
	Unseen   string                `json:"unseen"`
	Manifest *catalog.ManifestFile `json:"manifest"`
	Skill    *catalog.SkillView    `json:"skill"`
}

// Resolve says which skills an agent gets. An error is a ctx that has ended, an
// agent that the configuration does not name, a profile that there is not, or a
// policy that fails; what is wrong with skills is in the answers.
func (r *Resolver) Resolve(ctx context.Context, req ResolveRequest) (*Resolution, error) {
	return r.resolve(ctx, req)
}

// Again resolves anew after a change. Only roots that one of the changed paths
// (absolute, files or folders) has to do with are searched again, and only what
// was found in them is read; the judgement is always new. The request may have
// another configuration than that of the last resolution, and must else be the
// same; variables of its host may have changed, too. A nil last is a first time.
func (r *Resolver) Again(ctx context.Context, req ResolveRequest, last *Resolution, changed []string) (*Resolution, error) {
	if last == nil || last.unseen != req.Unseen || last.Profile != cmp.Or(req.Profile, "strict") {
		return r.resolve(ctx, req)
	}
	return r.resolve(ctx, req, catalog.WithLast(last.facts, changed))
}

func (r *Resolver) resolve(ctx context.Context, req ResolveRequest, opts ...catalog.FindOption) (*Resolution, error) {
	if req.Profile == "" {
		req.Profile = "strict"
	}
	if req.Shadowing == "" {
		req.Shadowing = "warn"
	}
	query, err := r.query(ctx, req.Profile)
	if err != nil {
		return nil, err
	}
	config := req.Config.Root
	agent, err := catalog.ChooseAgent(config, cmp.Or(req.Agent, req.Host.AgentHere(config)))
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
	return r.judge(ctx, query, req, facts)
}

// judge asks the policies about the facts.
func (r *Resolver) judge(ctx context.Context, query *policy.Query, req ResolveRequest, facts *catalog.Facts) (*Resolution, error) {
	config := req.Config.Root
	input := catalogInput{
		Profile: req.Profile, Agent: catalogAgent{ID: facts.Agent.ID}, Platform: req.Host.Platform, Shadowing: req.Shadowing,
		Roots: facts.Roots, Limits: facts.Limits, Index: indexOf(facts), Candidates: make([]catalogCandidate, len(facts.Candidates)), Entries: catalog.Entries(config),
		AllowBundled: catalog.AllowBundled(config), Filter: catalog.FilterOf(config, facts.Agent), Host: req.Host.Ask(config, facts.Candidates),
	}
	for i := range facts.Candidates {
		c := &facts.Candidates[i]
		input.Candidates[i] = catalogCandidate{
			ID: c.ID, Root: c.Root, Path: c.Path, Real: c.Real, Order: c.Order, Role: c.Role, Link: c.Link, Inside: c.Inside, Target: c.Target,
			Loop: c.Loop, Detour: c.Detour, Unseen: c.Unseen, Manifest: c.Manifest, Skill: c.Skill,
		}
	}
	asking, cancel := context.WithTimeout(ctx, maxResolution)
	defer cancel()
	var answer struct {
		Answers []Standing `json:"answers"`
	}
	if err := query.EvalInto(asking, input, &answer); err != nil {
		return nil, fmt.Errorf("judge the catalog: %w", err)
	}
	if len(answer.Answers) != len(facts.Candidates) {
		return nil, fmt.Errorf("judge the catalog: the policies answer for %d of %d candidates", len(answer.Answers), len(facts.Candidates))
	}
	return newResolution(req, facts, input.Filter, answer.Answers), nil
}
