package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/ask"
	"github.com/skillctl/skillctl/engine/policy"
)

// judgeTime bounds how long a question is judged.
const judgeTime = 2 * time.Minute

// server answers the calls of a client.
type server struct {
	*options
	// factory gives what the commands need, in the folder of the project; what they
	// write goes nowhere.
	factory *kit.Factory
	project string
	results *results
	// sessions are the sessions of code that clients have opened.
	sessions *sessions
	// asked are the questions that people in front of clients have not answered.
	asked *ask.Questions
	// turns bounds how many questions are judged at a time.
	turns chan struct{}
	// runs bounds how much runs at a time; running is waited for at the end.
	runs    chan struct{}
	running sync.WaitGroup
	// conversation ends when the client has closed its end: what runs for it ends.
	conversation context.Context
	hangUp       context.CancelFunc
}

func newServer(ctx context.Context, o *options) (*server, error) {
	streams := o.factory.IO
	dir := streams.Dir
	if dir == "" {
		var err error
		if dir, err = os.Getwd(); err != nil {
			return nil, fmt.Errorf("find the folder of the project: %w", err)
		}
	}
	f := o.factory.Silent(dir)
	s := &server{
		options: o, factory: f, project: dir, results: newResults(), sessions: newSessions(), asked: ask.New(f.Now), turns: make(chan struct{}, runtime.GOMAXPROCS(0)), runs: make(chan struct{}, maxRuns),
	}
	s.conversation, s.hangUp = context.WithCancel(ctx)
	return s, nil
}

// check reads the settings once.
func (s *server) check(ctx context.Context) error {
	merged, err := s.factory.ExecSettings(ctx, s.AnyKind())
	if err != nil {
		return err
	}
	_, err = s.factory.Decider(merged.Policies.Dirs)
	return err
}

// commands is by what commands are judged: folders that have policies for them.
func (s *server) commands() kit.PolicyFlags { return s.For(s.factory.IO, policy.KindExec) }

// instructions are for the model, before it calls anything.
const instructions = `skillctl decides what may run, load and be installed on this machine.
Run commands with run_command, code with run_code and code that shares its state with session_open and session_run, or ask decide_command before you run a shell command with another tool. Ask lint_skill before you use a skill that you were given, and gate_skill before you install one. ` +
	`"allow" and "warn" mean yes. "ask" means that a person has to say yes first; "deny" means no: do something else. explain has more about any id in a reason.`

// protocol is the server of the SDK, with all tools and resources.
func (s *server) protocol(log *slog.Logger) *sdk.Server {
	p := sdk.NewServer(s.implementation(), &sdk.ServerOptions{
		Instructions: instructions, Logger: log, SetCacheable: private, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
	})
	add(s, p, decideTool(), s.decideCommand)
	add(s, p, runTool(), s.runCommand)
	add(s, p, codeTool(), s.runCode)
	add(s, p, sessionOpenTool(), s.sessionOpen)
	add(s, p, sessionRunTool(), s.sessionRun)
	add(s, p, sessionListTool(), s.sessionList)
	add(s, p, sessionCloseTool(), s.sessionClose)
	add(s, p, lintTool(), s.lintSkill)
	add(s, p, gateTool(), s.gateSkill)
	add(s, p, listTool(), s.listSkills)
	add(s, p, explainTool(), s.explain)
	s.addResources(p)
	return p
}

// private says of a list or a resource that it is for this client alone.
func private(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" }

// turn waits until a question may be judged, and bounds how long that takes. Who gets a
// turn gives it back.
func (s *server) turn(ctx context.Context) (bounded context.Context, back func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, judgeTime)
	select {
	case s.turns <- struct{}{}:
		return ctx, func() { <-s.turns; cancel() }, nil
	case <-ctx.Done():
		cancel()
		return nil, nil, context.Cause(ctx)
	}
}

// folder is a folder that a call names. It is the project's or one below it: what only
// reads where it runs needs no entry in the settings, so that who names another folder
// would read there.
func (s *server) folder(name string) (string, error) {
	if name == "" {
		return s.project, nil
	}
	dir, err := filepath.EvalSymlinks(s.factory.IO.At(name))
	if err != nil {
		return "", fmt.Errorf("the folder %q cannot be used: it does not exist, or cannot be read", name)
	}
	root, err := filepath.EvalSymlinks(s.project)
	if err != nil {
		return "", errors.New("the folder of the project cannot be read")
	}
	if rel, err := filepath.Rel(root, dir); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("the folder %q is not in the project %q; leave \"dir\" out, or name a folder of the project", name, s.project)
	}
	return dir, nil
}
