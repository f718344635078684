package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/settings"
)

// protocolOpenClaw is the value of --protocol.
const protocolOpenClaw = "openclaw"

// maxInstallText bounds a request, in bytes: OpenClaw sends none that is larger.
const maxInstallText = 256 << 10

// protocolTime is how long an answer may take. OpenClaw gives its policy ten
// seconds unless its settings say otherwise.
const protocolTime = 8 * time.Second

// protocolMemory is from when on garbage is collected while an answer is made, in
// bytes.
const protocolMemory = 192 << 20

// gateProtocol answers the one request on standard input. Whatever goes wrong is
// an answer, too: the host reads no other words of ours. An error means that the
// answer could not be written.
func gateProtocol(ctx context.Context, o *gateOptions) error {
	// One answer makes less garbage than there is room for.
	defer o.factory.IO.Tune(-1, protocolMemory)()
	ctx, cancel := context.WithTimeout(ctx, o.timeout)
	defer cancel()
	answered := make(chan installAnswer, 1)
	go func() {
		// What does not end (a file system that hangs, an input that is not closed)
		// must not keep the host waiting; the process ends with the answer.
		defer func() {
			if failed := recover(); failed != nil {
				answered <- blockAnswer(fmt.Sprintf("skillctl failed, which is a fault of its own: %v", failed))
			}
		}()
		answered <- o.protocolAnswer(ctx)
	}()
	var answer installAnswer
	select {
	case answer = <-answered:
	case <-ctx.Done():
		if answer = blockAnswer("skillctl was interrupted before it had judged"); errors.Is(ctx.Err(), context.DeadlineExceeded) {
			answer = blockAnswer(fmt.Sprintf("judging takes longer than %s; --timeout allows more, and so must the host's timeoutMs", o.timeout))
		}
	}
	return writeAnswer(o.factory.IO.Out, answer)
}

func writeAnswer(w io.Writer, answer installAnswer) error {
	text, err := answer.bytes()
	if err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// protocolAnswer reads and answers the request.
func (o *gateOptions) protocolAnswer(ctx context.Context) installAnswer {
	if o.wrong != nil {
		return blockAnswer("skillctl is called the wrong way: " + o.wrong.Error())
	}
	text, err := io.ReadAll(io.LimitReader(o.factory.IO.In, maxInstallText+1))
	if err != nil {
		return blockAnswer("the request cannot be read: " + err.Error())
	}
	p := installPolicy{load: o.load, rulers: o.factory.IO.GateFiles}
	return p.answer(ctx, text)
}

// load reads the settings and builds the gate for them.
func (o *gateOptions) load(ctx context.Context) (*settings.Settings, kit.Gate, error) {
	for flag, names := range map[string][]string{"--config": {o.config}, "--policy": o.policies} {
		for _, name := range names {
			if name != "" && !filepath.IsAbs(name) {
				return nil, nil, fmt.Errorf("%s %q is not an absolute path, and the working directory is that of the agent", flag, name)
			}
		}
	}
	s, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{File: o.config, None: o.config == "", Policies: o.policies, PolicyKinds: kit.GatePolicies(), Absolute: true})
	if err != nil {
		return nil, nil, fmt.Errorf("the settings of skillctl cannot be used: %w", err)
	}
	gate, err := o.factory.Gate(s)
	if err != nil {
		return nil, nil, fmt.Errorf("the policies of the settings cannot be used: %w", err)
	}
	return s, gate, nil
}

// installPolicy answers requests of OpenClaw.
type installPolicy struct {
	load func(context.Context) (*settings.Settings, kit.Gate, error)
	// rulers are the files that settings make the gate go by.
	rulers func(*settings.Settings) []string
}

// answer answers the text of a request, which may be anything.
func (p *installPolicy) answer(ctx context.Context, text []byte) installAnswer {
	if len(text) > maxInstallText {
		return blockAnswer(fmt.Sprintf("the request is larger than %d bytes", maxInstallText))
	}
	req, err := readOpenClawInstall(text)
	if err != nil {
		return blockAnswer("the request cannot be understood: " + err.Error())
	}
	s, gate, err := p.load(ctx)
	if err != nil {
		return blockAnswer(err.Error())
	}
	req.Rulers = p.rulers(s)
	decision, err := gate.Judge(ctx, req, s)
	if err != nil {
		return blockAnswer(err.Error())
	}
	return openClawAnswer(&decision)
}

// InstallPolicy answers requests of OpenClaw as `skillctl gate --protocol openclaw`
// does, by the settings that are built in.
func InstallPolicy() func(ctx context.Context, request []byte) ([]byte, error) {
	load := sync.OnceValues(func() (*settings.Settings, error) {
		return settings.Load(context.Background(), settings.WithoutProject(), settings.WithSystemDir(""), settings.WithUserDir(""))
	})
	gate := install.New()
	p := installPolicy{rulers: new(kit.IOStreams).GateFiles, load: func(context.Context) (*settings.Settings, kit.Gate, error) {
		s, err := load()
		return s, gate, err
	}}
	return func(ctx context.Context, request []byte) ([]byte, error) {
		answer := p.answer(ctx, request)
		return answer.bytes()
	}
}
