package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// recorder keeps what it is asked.
type recorder struct {
	kit.Decider
	effect  engine.Effect
	request exec.Request
	asked   int
}

func (r *recorder) Remember() {}

func (r *recorder) Consult(_ context.Context, request exec.Request, _ engine.Settings, _ exec.Approvals, _ time.Time) (exec.Consultation, error) {
	r.request = request
	r.asked++
	return exec.Consultation{Profile: "p", Facts: &exec.Facts{}, Decision: engine.Decision{
		Effect: r.effect, Reasons: []engine.Reason{{Rule: "r", Effect: r.effect, Message: "m"}},
	}}, nil
}

// Profiles has the one that the tests name.
func (r *recorder) Profiles() ([]string, error) { return []string{"openclaw", "strict"}, nil }

func (r *recorder) Check(context.Context, string) error { return nil }

// TestExecRequest checks what becomes of the flags and the environment, and the
// exit code of each effect.
func TestExecRequest(t *testing.T) {
	dir := t.TempDir()
	for effect, code := range map[engine.Effect]int{engine.Allow: 0, engine.Warn: 0, engine.Ask: 126, engine.Deny: 126} {
		decider := &recorder{effect: effect}
		c := newConsole(engine.Report{})
		c.ExecSettings = func(context.Context, kit.SettingsQuery) (*settings.Settings, error) { return &settings.Settings{}, nil }
		c.Factory.Decider = func([]string) (kit.Decider, error) { return decider, nil }
		c.Approvals = func() (*approval.Store, error) { return nil, approval.ErrNoHome }
		c.Environ = func() []string { return []string{"PATH=/bin", "X=a=b", "=odd"} }
		got := c.run("exec", "--explain", "--json", "--workdir", dir, "--env", "Y=1", "--elevated", "-c", "ls")
		if got != code {
			t.Errorf("%s: exit code %d; want %d\n%s", effect, got, code, c.err.String())
		}
		yes := true
		want := exec.Request{Kind: "exec", Exec: exec.Invocation{
			Command: "ls", Cwd: dir, Env: map[string]string{"Y": "1"}, Inherited: map[string]string{"PATH": "/bin", "X": "a=b"}, Elevated: &yes,
		}}
		// Which shell and which machine this is, package launch finds out.
		if got := decider.request.Exec; got.Machine == nil || got.Machine.Workdir != dir || got.Shell.Dialect == "" {
			t.Errorf("the machine is %+v, the shell %+v", got.Machine, got.Shell)
		}
		decider.request.Exec.Machine, decider.request.Exec.Shell = nil, exec.Shell{}
		if diff := cmp.Diff(want, decider.request); diff != "" {
			t.Error(diff)
		}
	}
}

// TestExecFlags checks what becomes of the flags that say how something is to run.
func TestExecFlags(t *testing.T) {
	dir, no := t.TempDir(), false
	decider := &recorder{effect: engine.Deny}
	var query kit.SettingsQuery
	c := newConsole(engine.Report{})
	c.ExecSettings = func(_ context.Context, q kit.SettingsQuery) (*settings.Settings, error) {
		query = q
		return &settings.Settings{}, nil
	}
	c.Factory.Decider = func([]string) (kit.Decider, error) { return decider, nil }
	c.Approvals = func() (*approval.Store, error) { return nil, approval.ErrNoHome }
	c.Environ = func() []string { return nil }
	args := []string{
		"exec", "--dry-run", "--json", "--profile", "openclaw", "--workdir", dir, "--env", "A=1,2", "--env", "B=", "--host", "node", "--node", "n",
		"--agent", "a", "--ask", "always", "--security", "full", "--elevated=false", "--unattended", "--timeout", "90s", "--policy", "p", "--policy", "q",
		"--no-config", "--color", "never", "--", "git", "log", "-c", "x",
	}
	if got := c.run(args...); got != kit.ExitExecDenied {
		t.Errorf("exit code %d\n%s", got, c.err.String())
	}
	if diff := cmp.Diff(kit.SettingsQuery{None: true, Agent: "a", Security: "full", Policies: []string{"p", "q"}}, query); diff != "" {
		t.Error(diff)
	}
	decider.request.Exec.Machine = nil
	want := exec.Request{Kind: "exec", Profile: "openclaw", Exec: exec.Invocation{
		Argv: []string{"git", "log", "-c", "x"}, Cwd: dir, Env: map[string]string{"A": "1,2", "B": ""}, Inherited: map[string]string{},
		Host: "node", Node: "n", Agent: "a", Ask: "always", Elevated: &no, Unattended: true, TimeoutMS: 90_000,
	}}
	if diff := cmp.Diff(want, decider.request); diff != "" {
		t.Error(diff)
	}
}

// TestRefusedOnce refuses a request with no more than one question to the policies:
// any other would be a call of a nil Decider.
func TestRefusedOnce(t *testing.T) {
	dir := t.TempDir()
	decider := &recorder{effect: engine.Deny}
	c := newConsole(engine.Report{})
	c.ExecSettings = func(context.Context, kit.SettingsQuery) (*settings.Settings, error) { return &settings.Settings{}, nil }
	c.Factory.Decider = func([]string) (kit.Decider, error) { return decider, nil }
	c.Approvals = func() (*approval.Store, error) { return nil, approval.ErrNoHome }
	c.Runs = func() (*session.Store, error) { return nil, errors.New("no runs in this test") }
	c.Audit = func(*settings.Settings) (*audit.Log, error) { return audit.Open(filepath.Join(dir, "audit")) }
	c.Backends = func() []runner.Backend { return nil }
	c.Environ = func() []string { return nil }
	if got := c.run("exec", "--workdir", dir, "--", "true"); got != kit.ExitExecDenied || decider.asked != 1 {
		t.Errorf("exit code %d after %d questions\n%s", got, decider.asked, c.err.String())
	}
	if !strings.Contains(c.err.String(), "deny[r]: m") {
		t.Errorf("the reason is not said: %q", c.err.String())
	}
}
