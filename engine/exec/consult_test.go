package exec_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/policies"
)

// approvals is a decider with a store and a folder to work in.
type approvals struct {
	t       *testing.T
	decider *exec.Decider
	store   *approval.Store
	dir     string
	now     time.Time
}

func newApprovals(t *testing.T, opts ...policy.Option) *approvals {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tool", "other"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	store, err := approval.Open(filepath.Join(dir, "state", "approvals"))
	if err != nil {
		t.Fatal(err)
	}
	decider := sharedDecider()
	if len(opts) > 0 {
		decider = exec.New(opts...)
	}
	return &approvals{t: t, decider: decider, store: store, dir: dir, now: time.Unix(1_700_000_000, 0)}
}

func (a *approvals) request(profile, command string) exec.Request {
	return exec.Request{Profile: profile, Exec: exec.Invocation{
		Command: command, Cwd: a.dir, Inherited: map[string]string{"PATH": a.dir + ":/usr/bin:/bin", "HOME": a.dir},
	}}
}

func (a *approvals) consult(req exec.Request, s engine.Settings) exec.Consultation {
	a.t.Helper()
	got, err := a.decider.Consult(context.Background(), req, s, a.store, a.now)
	if err != nil {
		a.t.Fatal(err)
	}
	return got
}

// approve approves what the request asks for now.
func (a *approvals) approve(req exec.Request, s engine.Settings, scope approval.Scope) *approval.Record {
	a.t.Helper()
	got := a.consult(req, s)
	plan, err := approval.Bind(context.Background(), exec.Subject(req, s))
	if err != nil {
		a.t.Fatal(err)
	}
	r, err := a.store.Add(plan, approval.Grant{
		Scope: scope, Reviewer: "ann", Reason: "needed", Now: a.now, Expires: a.now.Add(time.Hour), Asked: got.Asked, Policy: got.Decision.Policy,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return r
}

func hasRule(d engine.Decision, rule string) bool {
	for _, reason := range d.Reasons {
		if reason.Rule == rule {
			return true
		}
	}
	return false
}

func TestConsult(t *testing.T) {
	for _, c := range []struct {
		profile, command string
		settings         map[string]any
	}{
		{"strict", "tool -x", map[string]any{}},
		{"strict", "python3 -c 'print(1)'", map[string]any{"security": "full"}},
		{"openclaw", "tool -x", map[string]any{"security": "allowlist", "ask": "on-miss"}},
	} {
		a := newApprovals(t)
		s := engine.PlainSettings{"exec": c.settings}
		req := a.request(c.profile, c.command)
		before := a.consult(req, s)
		if before.Decision.Effect != engine.Ask || before.Approval != nil || len(before.Asked) == 0 {
			t.Fatalf("%s: %+v", c.profile, before)
		}
		alone := req
		alone.Exec.Unattended = true
		if got := a.consult(alone, s); got.Decision.Effect != engine.Deny || len(got.Asked) == 0 {
			t.Fatalf("%s unattended: %+v", c.profile, got)
		}
		r := a.approve(req, s, approval.Always)
		for name, req := range map[string]exec.Request{"attended": req, "unattended": alone} {
			got := a.consult(req, s)
			if got.Decision.Effect != engine.Allow || got.Approval == nil || got.Approval.ID != r.ID || got.Plan == nil || !hasRule(got.Decision, "approval/"+r.ID) {
				t.Errorf("%s %s: %+v", c.profile, name, got.Decision)
			}
		}
		// What a request says of itself is no approval.
		other := a.request(c.profile, c.command+" y")
		other.Exec.Approved, other.Exec.Approval = true, &exec.Approval{ID: r.ID, Scope: "always"}
		if got := a.consult(other, s); got.Decision.Effect != engine.Ask {
			t.Errorf("%s: it approved itself: %+v", c.profile, got.Decision)
		}
	}
}

// TestDenialStands: no approval, however it came about, turns a denial.
func TestDenialStands(t *testing.T) {
	a := newApprovals(t)
	asking := engine.PlainSettings{"exec": map[string]any{}}
	req := a.request("strict", "tool -x")
	a.approve(req, asking, approval.Always)
	for name, settings := range map[string]map[string]any{
		"security": {"security": "deny"},
		"ask":      {"ask": "off"},
	} {
		for _, unattended := range []bool{false, true} {
			req.Exec.Unattended = unattended
			got := a.consult(req, engine.PlainSettings{"exec": settings})
			if got.Decision.Effect != engine.Deny || got.Approval != nil {
				t.Errorf("%s %t: %+v", name, unattended, got.Decision)
			}
		}
	}
	req.Exec.Unattended = false
	// A policy that lets through whatever is approved does not, when it denied.
	careless := newApprovals(t, policy.WithFiles(carelessPolicies(t)))
	if got := careless.consult(careless.request("careless", "tool -x"), asking); got.Decision.Effect != engine.Deny {
		t.Fatalf("the profile does not deny: %+v", got.Decision)
	}
	careless.approve(careless.request("careless", "tool -x"), asking, approval.Always)
	if got := careless.consult(careless.request("careless", "tool -x"), asking); got.Decision.Effect != engine.Deny {
		t.Errorf("an approval turned a denial: %+v", got.Decision)
	}
}

func carelessPolicies(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"exec/exec.rego", "lib/effect.rego"} {
		text, err := fs.ReadFile(policies.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	files["exec/careless/careless.rego"] = &fstest.MapFile{Data: []byte(`# METADATA
# title: Careless
# description: Lets through whatever is said to be approved.
package skillctl.exec.profiles.careless

reasons contains {"effect": "deny", "rule": "no", "message": "no"} if not input.request.approved

reasons contains {"effect": "allow", "rule": "yes", "message": "yes"} if input.request.approved
`)}
	return files
}

func TestAlwaysToAsk(t *testing.T) {
	for _, profile := range []string{"strict", "openclaw"} {
		a := newApprovals(t)
		s := engine.PlainSettings{"exec": map[string]any{"security": "allowlist", "ask": "always", "allowlist": []any{a.dir + "/tool"}}}
		req := a.request(profile, a.dir+"/tool")
		r := a.approve(req, s, approval.Always)
		got := a.consult(req, s)
		if got.Decision.Effect != engine.Ask || got.Approval != nil || !strings.Contains(got.Decision.Reasons[len(got.Decision.Reasons)-1].Message, r.ID+" (always) does not apply") {
			t.Errorf("%s: %+v", profile, got.Decision)
		}
		if err := a.store.Revoke(r.ID, "ann", a.now); err != nil {
			t.Fatal(err)
		}
		once := a.approve(req, s, approval.Once)
		if got := a.consult(req, s); got.Decision.Effect != engine.Allow || got.Approval.ID != once.ID {
			t.Errorf("%s once: %+v", profile, got.Decision)
		}
		if err := a.store.Use(once.ID, a.now); err != nil {
			t.Fatal(err)
		}
		if got := a.consult(req, s); got.Decision.Effect != engine.Ask {
			t.Errorf("%s used: %+v", profile, got.Decision)
		}
	}
}

// TestOperatorsQuestion: an approval answers a question of the operator's, too,
// and does not answer one that comes up later.
func TestOperatorsQuestion(t *testing.T) {
	operator := fstest.MapFS{"ask.rego": &fstest.MapFile{Data: []byte(`package skillctl.user.ask

reasons contains {"effect": "ask", "rule": "tools", "message": "tools are asked about"}
`)}}
	settings := func(a *approvals) engine.Settings {
		return engine.PlainSettings{"exec": map[string]any{"allowlist": []any{a.dir + "/tool"}}}
	}
	a := newApprovals(t, policy.WithOperator("p", operator))
	req := a.request("strict", a.dir+"/tool")
	if got := a.consult(req, settings(a)); got.Decision.Effect != engine.Ask {
		t.Fatalf("got %+v", got.Decision)
	}
	a.approve(req, settings(a), approval.Always)
	if got := a.consult(req, settings(a)); got.Decision.Effect != engine.Allow {
		t.Errorf("it is asked all the same: %+v", got.Decision)
	}

	later := newApprovals(t)
	req = later.request("strict", "tool")
	none := engine.PlainSettings{}
	later.approve(req, none, approval.Always)
	later.decider = exec.New(policy.WithOperator("p", operator))
	if got := later.consult(req, none); got.Decision.Effect != engine.Ask || !strings.Contains(got.Decision.Reasons[len(got.Decision.Reasons)-1].Message, "asks as well") {
		t.Errorf("a question that nobody answered: %+v", got.Decision)
	}
}

func TestStoreThatFails(t *testing.T) {
	a := newApprovals(t)
	req := a.request("strict", "tool")
	r := a.approve(req, engine.PlainSettings{}, approval.Always)
	name := filepath.Join(a.store.Path(), r.ID+".json")
	if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := a.consult(req, engine.PlainSettings{})
	if got.Decision.Effect != engine.Deny || got.Decision.Reasons[0].Rule != "exec/approvals" || !strings.Contains(got.Decision.Reasons[0].Message, r.ID) {
		t.Errorf("got %+v", got.Decision)
	}
	// What may run without an approval is none of the store's business.
	allowed := a.request("strict", "echo hi")
	if got := a.consult(allowed, engine.PlainSettings{}); got.Decision.Effect != engine.Allow {
		t.Errorf("got %+v", got.Decision)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.decider.Consult(ctx, req, engine.PlainSettings{}, a.store, a.now); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDriftIsSaid(t *testing.T) {
	a := newApprovals(t)
	req := a.request("strict", "./tool")
	r := a.approve(req, engine.PlainSettings{}, approval.Always)
	if err := os.WriteFile(filepath.Join(a.dir, "tool"), []byte("#!/bin/sh\nevil\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	got := a.consult(req, engine.PlainSettings{})
	last := got.Decision.Reasons[len(got.Decision.Reasons)-1]
	if got.Decision.Effect != engine.Ask || len(got.Misses) != 1 || !strings.Contains(last.Message, r.ID+` does not apply: the program "./tool" has changed`) {
		t.Errorf("got %+v", got)
	}
}
