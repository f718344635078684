package exec

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// maxDecision bounds how long policies may take over one request.
const maxDecision = 5 * time.Second

// Decider decides what may run. It is immutable once built and safe for
// concurrent use; the policies of a profile are compiled when it is first asked.
type Decider struct {
	loader *policy.Loader

	mu       sync.Mutex
	profiles map[string]*execProfile
	// memory is where answers are kept, nil for nowhere.
	memory atomic.Pointer[memory]
	// names are those of all profiles, found once.
	names func() ([]string, error)
}

// New builds a decider. The options say which policies it asks; those of an
// operator are packages skillctl.user.…, each with a set "reasons", and can only
// tighten.
func New(opts ...policy.Option) *Decider {
	d := &Decider{loader: policy.NewLoader(opts...), profiles: map[string]*execProfile{}}
	d.names = sync.OnceValues(d.findProfiles)
	return d
}

// Decide answers a request under the settings. What goes wrong while deciding
// (a profile that there is not, a policy that does not compile, fails, gives
// nothing or takes too long) is a decision to deny that says so; an error is a
// ctx that has ended.
func (d *Decider) Decide(ctx context.Context, req Request, settings engine.Settings) (engine.Decision, error) {
	got, err := d.decide(ctx, req, settings, nil, false)
	return got.Decision, err
}

// decide answers a request and says by what. facts are those of the same request
// when it was decided before, nil to gather them; without wanted they may be left out of
// the answer.
func (d *Decider) decide(ctx context.Context, req Request, settings engine.Settings, facts *Facts, wanted bool) (Explanation, error) {
	if settings == nil {
		settings = engine.PlainSettings{}
	}
	given := prepare(settings)
	name := profileName(req, given.document)
	if req.Kind != "" && req.Kind != "exec" {
		message := fmt.Sprintf("no policies exist for a request of kind %q; it must be %q", req.Kind, "exec")
		return Explanation{Decision: refuse(req, "", "exec/kind", message), Profile: name}, nil
	}
	profile, err := d.profile(ctx, name)
	if ctx.Err() != nil {
		return Explanation{}, fmt.Errorf("decide: %w", ctx.Err())
	}
	if err != nil {
		digest := ""
		if profile != nil {
			digest = profile.digest
		}
		return Explanation{Decision: refuse(req, digest, "exec/policy", err.Error()), Profile: name}, nil
	}
	if message := req.Exec.tooLarge(); message != "" {
		return Explanation{Decision: refuse(req, profile.digest, "exec/limit", message), Profile: name}, nil
	}
	got, facts, err := d.judge(ctx, profile, req, given, facts, wanted)
	if ctx.Err() != nil {
		return Explanation{}, fmt.Errorf("decide: %w", ctx.Err())
	}
	if err != nil {
		message := fmt.Sprintf("the policies of profile %q give no answer: %v", name, err)
		return Explanation{Decision: refuse(req, profile.digest, "exec/policy", message), Profile: name, Facts: facts}, nil
	}
	decision := engine.Decision{
		ID: req.ID, Effect: got.Effect, Reasons: got.reasonsOf(settings), Boundary: copied(got.Boundary), Policy: profile.digest, Details: copied(got.Details),
	}
	if decision.Effect.Rank() == engine.Deny.Rank() {
		decision.Effect = engine.Deny
	}
	return Explanation{Decision: decision, Profile: name, Facts: facts}, nil
}

// Ask asks another question of a profile's policies, such as
// "data.skillctl.exec.profiles.openclaw.wrapper", and decodes the answer into
// target. It returns [policy.ErrUndefined] when there is none.
func (d *Decider) Ask(ctx context.Context, profile, entry string, input, target any) error {
	p, err := d.profile(ctx, profile)
	if err != nil {
		return err
	}
	query, err := p.loader.Prepare(ctx, entry, entry, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, maxDecision)
	defer cancel()
	return query.EvalInto(ctx, input, target)
}

// refuse is a decision to deny that no policy took.
func refuse(req Request, digest, rule, message string) engine.Decision {
	return engine.Decision{ID: req.ID, Effect: engine.Deny, Reasons: []engine.Reason{{Rule: rule, Effect: engine.Deny, Message: message}}, Policy: digest}
}

func profileName(req Request, document map[string]any) string {
	if req.Profile != "" {
		return req.Profile
	}
	if exec, ok := document["exec"].(map[string]any); ok {
		if name, ok := exec["profile"].(string); ok && name != "" {
			return name
		}
	}
	return "strict"
}

// The bounds of what a request may bring besides its command, in entries and
// bytes; the command has its own in package command.
const (
	maxVariables     = 4_000
	maxVariableBytes = 2 << 20
)

// tooLarge says which bound a request exceeds, "" for none.
func (r *Invocation) tooLarge() string {
	size := len(r.Cwd)
	for _, env := range []map[string]string{r.Env, r.Inherited} {
		if len(env) > maxVariables {
			return fmt.Sprintf("the request has %d variables; at most %d are read", len(env), maxVariables)
		}
		for name, value := range env {
			size += len(name) + len(value)
		}
	}
	if size > maxVariableBytes {
		return fmt.Sprintf("the variables of the request have %d bytes; at most %d are read", size, maxVariableBytes)
	}
	return ""
}

// execProfile is the policies of one profile.
type execProfile struct {
	name   string
	loader *policy.Loader
	digest string
	facts  map[string]bool
	// stays: it is the one that later requests are asked of, too.
	stays bool
	err   error
	once  sync.Once
}

// maxProfiles bounds how many are kept: requests may name any number that there
// are not.
const maxProfiles = 64

// profilePattern is what names of profiles look like: they are folders and
// packages.
var profilePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_-]*$`) })

// profile returns the policies of a profile. When it returns an error too, that
// says what is wrong with them.
func (d *Decider) profile(ctx context.Context, name string) (*execProfile, error) {
	if !profilePattern().MatchString(name) {
		return nil, d.noProfile(name)
	}
	d.mu.Lock()
	p := d.profiles[name]
	if p == nil {
		p = &execProfile{name: name, loader: d.loader.Filter(func(file string) bool { return isExecFile(file, name) })}
		if p.stays = len(d.profiles) < maxProfiles; p.stays {
			d.profiles[name] = p
		}
	}
	d.mu.Unlock()
	p.once.Do(func() { p.err = p.load(d) })
	if p.err != nil {
		return p, p.err
	}
	// Compiled here, so that a policy that does not compile is told from one that
	// fails on this request.
	if _, err := p.loader.Prepare(ctx, decisionEntry, decisionEntry, nil); err != nil {
		return p, err
	}
	return p, nil
}

const decisionEntry = "data.skillctl.exec.decision"

func (p *execProfile) load(d *Decider) error {
	set, err := p.loader.Load()
	if err != nil {
		return err
	}
	p.digest = set.Digest()
	all, err := set.Metadata()
	if err != nil {
		return err
	}
	p.facts = map[string]bool{}
	found := false
	for _, metadata := range all {
		if strings.Join(metadata.Package, ".") != "skillctl.exec.profiles."+p.name {
			continue
		}
		found = true
		wanted, _ := metadata.Custom["facts"].([]any)
		for _, fact := range wanted {
			if text, ok := fact.(string); ok {
				p.facts[text] = true
			}
		}
	}
	if !found {
		return d.noProfile(p.name)
	}
	return nil
}

// isExecFile is true for the built-in policies that a profile's decisions need.
func isExecFile(file, profile string) bool {
	return IsPolicy(file) && (!strings.HasPrefix(file, "exec/") || path.Dir(file) == "exec" || strings.HasPrefix(file, "exec/"+profile+"/"))
}

// skillVariables says what OpenClaw makes of the variables of a skill.
const skillVariables = "lib/openclaw/environment.rego"

// IsPolicy is true for the built-in policies that decide what may run, those of
// all profiles.
func IsPolicy(file string) bool {
	return strings.HasPrefix(file, "exec/") || strings.HasPrefix(file, "lib/exec/") || file == "lib/effect.rego" || file == skillVariables
}

// noProfile says that there is no profile of a name, and which there are.
func (d *Decider) noProfile(name string) error {
	names, err := d.Profiles()
	if err != nil {
		return err
	}
	return fmt.Errorf("profile %q does not exist; it must be one of %s", name, strings.Join(names, ", "))
}

// Check compiles the policies of a profile, which a later decision needs anyway,
// and says what is wrong with them or that there is no such profile. What is
// wrong with a policy is a [*policy.ProblemError].
func (d *Decider) Check(ctx context.Context, profile string) error {
	_, err := d.profile(ctx, profile)
	if ctx.Err() != nil {
		return fmt.Errorf("check policies: %w", ctx.Err())
	}
	return err
}

// ask asks the policies about the facts.
func (p *execProfile) ask(ctx context.Context, req Request, settings *prepared, facts *Facts) (*execAnswer, error) {
	query, err := p.loader.Prepare(ctx, decisionEntry, decisionEntry, nil)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxDecision)
	defer cancel()
	input := execInput{
		Kind: "exec", Profile: p.name, Request: req.Exec.input(), Settings: settings.settings, Said: settings.said, Facts: facts, Machine: req.Exec.Machine,
	}
	got := &execAnswer{}
	if err := query.EvalInto(ctx, input, got); err != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, fmt.Errorf("they take longer than %s", maxDecision)
		}
		if unknown := (*policy.UnknownKeyError)(nil); errors.As(err, &unknown) {
			return nil, fmt.Errorf("a reason of an operator's policy has no key %q; its keys are %s", unknown.Key, reasonKeys)
		}
		return nil, err
	}
	if len(got.Reasons) == 0 {
		return nil, errors.New("they give no reason")
	}
	return got, nil
}

// execInput is #ExecInput of schema/exec.cue.
type execInput struct {
	Kind     string         `json:"kind"`
	Profile  string         `json:"profile"`
	Request  map[string]any `json:"request"`
	Settings policy.Value   `json:"settings"`
	Said     policy.Value   `json:"said"`
	Facts    *Facts         `json:"facts"`
	Machine  *Machine       `json:"machine,omitempty"`
}
