package typescript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime/debug"
	"time"
)

// Command is what skillctl is told when it is to take types out: a [Source] as JSON on
// standard input, its answer on standard output.
const Command = "strip-types"

const (
	// patience is how long one source may take.
	patience = 20 * time.Second
	// maxStack bounds what is nested, in bytes of the process's stack.
	maxStack = 256 << 20
)

// Stripper takes types out in a process of its own.
type Stripper struct {
	// Program is skillctl itself.
	Program string
}

// answer is what the process says: a script, or why there is none.
type answer struct {
	Script *Script      `json:"script,omitempty"`
	Syntax *SyntaxError `json:"syntax,omitempty"`
	Error  string       `json:"error,omitempty"`
}

// Strip takes the types out of a source. A text that cannot be read in time, or is
// nested too deep, is a [*SyntaxError], as is one that is no TypeScript.
func (s Stripper) Strip(ctx context.Context, source Source) (*Script, error) {
	if why := unfit(source.Text); why != "" { // JSON would hand on another text
		return nil, &SyntaxError{File: source.Name, Says: why}
	}
	ask, err := json.Marshal(source)
	if err != nil {
		return nil, fmt.Errorf("take the types out of %s: %w", source.Name, err)
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(within, s.Program, Command)
	cmd.Stdin = bytes.NewReader(ask)
	cmd.Env = []string{"GOMEMLIMIT=1GiB", "GOTRACEBACK=none"}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var ended *exec.ExitError
	var got answer
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("take the types out of %s: %w", source.Name, ctx.Err())
	case within.Err() != nil:
		return nil, &SyntaxError{File: source.Name, Says: fmt.Sprintf("its syntax takes longer than %s to read", patience)}
	case errors.As(err, &ended):
		return nil, &SyntaxError{File: source.Name, Says: "its syntax is nested too deep to be read"}
	case err != nil:
		return nil, fmt.Errorf("take the types out of %s: %w", source.Name, err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		return nil, fmt.Errorf("take the types out of %s: read the answer: %w", source.Name, err)
	}
	switch {
	case got.Syntax != nil:
		return nil, got.Syntax
	case got.Error != "" || got.Script == nil:
		return nil, fmt.Errorf("take the types out of %s: %s", source.Name, got.Error)
	}
	return got.Script, nil
}

// Serve answers one source: it is what [Command] does.
func Serve(in io.Reader, out io.Writer) error {
	debug.SetMaxStack(maxStack)
	var source Source
	if err := json.NewDecoder(in).Decode(&source); err != nil {
		return fmt.Errorf("read the source: %w", err)
	}
	var got answer
	script, err := Strip(source)
	switch {
	case err == nil:
		got.Script = script
	case !errors.As(err, &got.Syntax):
		got.Error = err.Error()
	}
	return json.NewEncoder(out).Encode(got)
}
