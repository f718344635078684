package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/skillctl/skillctl/cmd/internal/run/growth"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/cmd/internal/run/remains"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
	"github.com/skillctl/skillctl/runner/session"
)

// supervisedState is what a supervisor has to know of whatever it looks after.
type supervisedState struct {
	// Spec is without its streams.
	Spec runner.Spec `json:"spec"`
	// Guard looks after what no sandbox can keep as it is.
	Guard launch.Guard `json:"guard"`
	// Before is what was in the folders that it may change.
	Before *remains.State `json:"before,omitempty"`
	// Meter measures what it adds.
	Meter *growth.Meter `json:"meter,omitempty"`
	// Env are the variables that the request sets, some of them secret; Secret are
	// those of a skill.
	Env    []string `json:"env"`
	Secret []string `json:"secret"`
	// Audit is the folder of the record, kept for so many days.
	Audit     string `json:"audit"`
	Retention int    `json:"retention"`
	// Proxy: the last descriptor is the socket of the proxy. Advice is what may be done
	// about connections that it refuses.
	Proxy  bool                     `json:"proxy"`
	Advice map[egress.Reason]string `json:"advice,omitempty"`
}

// leaving is something that is left to a supervisor.
type leaving struct {
	// store is where the supervisor finds its folder, which create makes.
	store interface {
		Path() string
		Discard(id string) error
	}
	create func() error
	// command starts the supervisor.
	command string
	spec    runner.Spec
	// describe adds to what every supervisor is told what this one has to know.
	describe func(supervisedState) any
	handover runner.Handover
}

// leave leaves something to a supervisor. With an error, what is handed over is still
// this process's, the socket of the proxy too, and there is no folder.
func (j *Job) leave(ctx context.Context, l leaving) error {
	program, err := selfProgram()
	if err != nil {
		return err
	}
	socket, err := j.egress.release()
	if err != nil {
		return err
	}
	err = j.leaveSocket(ctx, l, program, socket)
	if err != nil {
		j.egress.socket = socket
	}
	return err
}

func (j *Job) leaveSocket(ctx context.Context, l leaving, program string, socket *os.File) error {
	spec := l.spec
	spec.Stdin, spec.Stdout, spec.Stderr = nil, nil, nil
	payload, err := json.Marshal(l.describe(supervisedState{
		Spec: spec, Guard: j.guard, Before: j.before, Meter: j.meter, Env: j.Env, Secret: j.secret,
		Audit: j.log.Path(), Retention: j.Merged.Run.Audit.RetentionDays, Proxy: socket != nil, Advice: j.egress.advice,
	}))
	if err != nil {
		return fmt.Errorf("start the supervisor: %w", err)
	}
	if err := l.create(); err != nil {
		return err
	}
	with := l.handover
	if socket != nil {
		with.Files = append(with.Files[:len(with.Files):len(with.Files)], socket)
	}
	err = session.Launch(context.WithoutCancel(ctx), program, []string{l.command}, session.Order{Runs: l.store.Path(), ID: j.id, Payload: payload}, with)
	if err != nil {
		return errors.Join(err, l.store.Discard(j.id))
	}
	return nil
}

// selfProgram is the file of this program, also where it was replaced meanwhile.
func selfProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the program of the supervisor: %w", err)
	}
	return name, nil
}
