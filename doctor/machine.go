package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/setup"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// Machine is what is examined.
type Machine struct {
	// OpenClaw is an installation of OpenClaw, nil when there is none.
	OpenClaw *Installation
	// ZeroClaw is one of ZeroClaw, nil when there is none.
	ZeroClaw *Installation
	// Claude is Claude Code, Codex is Codex; nil when it is not set up.
	Claude, Codex *SetUp
	// Agents are those that are installed, and how they ask skillctl; nil where it was not
	// looked for them.
	Agents []setup.Inspected
	// Own are the files and folders that skillctl itself trusts: settings,
	// policies, approvals, the record of runs. Those that are not there are left
	// out.
	Own []string
	// Unusable: settings of skillctl are there, and cannot be used.
	Unusable bool
	// Intel is the list of what is known to be bad, nil when there is none.
	Intel *Intel
	// UID is the user who examines; -1 where the system has no such number.
	UID int
	// Home is the user's home folder, Getenv looks up the environment.
	Home   string
	Getenv func(string) string
	// Exec decides commands under the installed settings; nil leaves the probes
	// of the exec policy out.
	Exec Decide
	// Run tries the boundary of runs for real; nil leaves it out.
	Run Attempt
	// Calls are what agents asked since a time, by the record; nil leaves out what is
	// looked for there. Now is the time.
	Calls func(ctx context.Context, since time.Time) ([]Call, error)
	Now   func() time.Time

	// budget is that of the policy in the examination that goes on.
	budget *budget
}

// Decide says what the installed exec policy answers to a command: "allow",
// "warn", "ask" or "deny", and why.
type Decide func(ctx context.Context, profile, command string) (effect, reason string, err error)

// Attempt runs a shell command inside the boundary of runs and says what it
// printed. An error means that the boundary cannot be had.
type Attempt func(ctx context.Context, script string) (output string, err error)

// Installation is a host that is installed here.
type Installation struct {
	// State is its folder, Config its configuration file; both absolute.
	State, Config string
	// Beside says that State is only the folder that a named configuration lies in,
	// and may be any other folder, such as that of a project.
	Beside bool
	// Document is the configuration, with what it includes; nil when it cannot be
	// read, and Err says why.
	Document *document.Document
	Err      error
}

// OpenOpenClaw reads the installation of OpenClaw 2026.9.6 whose configuration
// is config, or, if that is "", the one of this user: OPENCLAW_CONFIG_PATH, else
// openclaw.json (or clawdbot.json) in OPENCLAW_STATE_DIR, else in ~/.openclaw
// or an existing ~/.clawdbot. It returns nil when there is none.
func OpenOpenClaw(ctx context.Context, config, home string, getenv func(string) string) (*Installation, error) {
	state := expand(getenv("OPENCLAW_STATE_DIR"), home)
	if state == "" {
		state = firstDir(filepath.Join(home, ".openclaw"), filepath.Join(home, ".clawdbot"))
	}
	if config == "" {
		config = expand(getenv("OPENCLAW_CONFIG_PATH"), home)
	}
	if config == "" {
		if state == "" {
			return nil, nil
		}
		config = firstFile(filepath.Join(state, "openclaw.json"), filepath.Join(state, "clawdbot.json"))
		if config == "" {
			return &Installation{State: state}, nil
		}
	} else if getenv("OPENCLAW_STATE_DIR") == "" {
		state = ""
	}
	return open(ctx, state, config, document.Load)
}

// OpenZeroClaw reads the installation of ZeroClaw whose configuration is config,
// or, if that is "", ~/.zeroclaw/config.toml. It returns nil when there is none.
func OpenZeroClaw(ctx context.Context, config, home string) (*Installation, error) {
	if config == "" {
		config = firstFile(filepath.Join(home, ".zeroclaw", "config.toml"))
		if config == "" {
			return nil, nil
		}
	}
	return open(ctx, "", config, document.Read)
}

type reader func(ctx context.Context, root *os.Root, name string, opts ...document.Option) (*document.Document, error)

// open reads a configuration; "" for the state is the folder that it lies in.
func open(ctx context.Context, state, config string, read reader) (*Installation, error) {
	config, err := filepath.Abs(config)
	if err != nil {
		return nil, fmt.Errorf("find configuration: %w", err)
	}
	if _, err := os.Lstat(config); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("configuration %q does not exist", config)
	}
	in := &Installation{State: state, Config: config}
	if state == "" {
		in.State = filepath.Dir(config)
		in.Beside = !strings.HasPrefix(filepath.Base(in.State), ".") && firstDir(filepath.Join(in.State, "credentials"), filepath.Join(in.State, "agents")) == ""
	}
	root, err := folder.Open(filepath.Dir(config))
	if err != nil {
		in.Err = err
		return in, nil
	}
	defer func() { _ = root.Close() }()
	in.Document, in.Err = read(ctx, root, filepath.Base(config), document.WithDir(filepath.ToSlash(filepath.Dir(config))))
	if ctx.Err() != nil {
		return nil, fmt.Errorf("read configuration: %w", ctx.Err())
	}
	return in, nil
}

// value is what the configuration says at a path, nil for nothing.
func (in *Installation) value(path ...any) any {
	if in == nil || in.Document == nil || in.Document.Root == nil {
		return nil
	}
	node := in.Document.Root.At(path...)
	if node == nil {
		return nil
	}
	return node.Interface()
}

func (in *Installation) text(path ...any) string {
	text, _ := in.value(path...).(string)
	return text
}

// texts is a list of strings; what is not a string is left out.
func (in *Installation) texts(path ...any) []string {
	list, _ := in.value(path...).([]any)
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func (m *Machine) files() []string {
	out := []string{}
	for _, in := range []*Installation{m.OpenClaw, m.ZeroClaw} {
		if in != nil && in.Config != "" {
			out = append(out, in.Config)
		}
	}
	return out
}

// locate finds where the setting of a result stands.
func (m *Machine) locate(r *Result) {
	if r.Setting == nil || m.OpenClaw == nil || m.OpenClaw.Document == nil {
		return
	}
	span, file, _ := m.OpenClaw.Document.Locate(r.Setting, false)
	r.Span = span
	r.File = cmp.Or(r.File, file)
	if r.File == "" {
		r.File = m.OpenClaw.Config
	}
}

// expand replaces a leading ~ by the home folder.
func expand(name, home string) string {
	if name == "~" {
		return home
	}
	if rest, ok := strings.CutPrefix(name, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	return name
}

func firstDir(names ...string) string {
	for _, n := range names {
		if info, err := os.Stat(n); err == nil && info.IsDir() {
			return n
		}
	}
	return ""
}

func firstFile(names ...string) string {
	for _, n := range names {
		if info, err := os.Stat(n); err == nil && !info.IsDir() {
			return n
		}
	}
	return ""
}
