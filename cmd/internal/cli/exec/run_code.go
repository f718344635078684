package exec

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
)

// read reads the code.
func (o *runOptions) read() ([]byte, error) {
	from, name := o.factory.IO.In, "standard input"
	if o.file != "-" {
		name = fmt.Sprintf("%q", o.file)
		info, err := os.Stat(o.file)
		if err != nil {
			return nil, kit.Usagef("the code %s cannot be read: %w", name, source.Bare(err))
		}
		if !info.Mode().IsRegular() {
			return nil, kit.Usagef("the code %s is not a regular file; - reads standard input", name)
		}
		file, err := os.Open(o.file)
		if err != nil {
			return nil, kit.Usagef("the code %s cannot be read: %w", name, source.Bare(err))
		}
		defer file.Close()
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, code.MaxSize+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the code from %s: %w", name, source.Bare(err))
	case len(text) > code.MaxSize:
		return nil, kit.Usagef("the code in %s is larger than %d bytes", name, code.MaxSize)
	case len(bytes.TrimSpace(text)) == 0 && o.numbered.runtime == "":
		return nil, kit.Usagef("there is no code in %s", name)
	case !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0:
		return nil, kit.Usagef("the code in %s is not UTF-8 text", name)
	}
	return text, nil
}

// codeRequest is the request to run the code.
func (o *codeRun) codeRequest(merged *settings.Settings, text []byte) (exec.Request, error) {
	o.Argv = []string{} // the words come when it is known where it runs
	request, err := o.Request(merged)
	if err != nil {
		return request, err
	}
	invocation := &request.Exec
	invocation.Extra = map[string]any{"language": o.Language, "code": string(text)}
	if runtime := map[code.Language]string{code.Python: "python", code.JavaScript: "nodejs", code.Bash: "terminal"}[o.lang()]; runtime != "" {
		invocation.Extra["runtime"] = runtime
	}
	o.CodeText = string(text)
	search := &lookup.Search{Path: invocation.Inherited["PATH"], Dir: invocation.Cwd, Home: invocation.Inherited["HOME"]}
	if run.Contained(merged, invocation) {
		search = nil
	}
	if o.interpreter, err = o.find(merged, search); err != nil {
		return request, err
	}
	if len(o.interpreter.Argv) == 0 {
		return request, &kit.ExitError{Code: kit.ExitExecNotFound, Err: fmt.Errorf("no program for %s: no %s in PATH", o.Language, strings.Join(o.interpreter.Looked, ", no "))}
	}
	name, err := o.locateCode(merged, invocation, search == nil, text)
	if err != nil {
		return request, err
	}
	if o.lang() != code.Bash {
		invocation.Argv = append(o.interpreter.Runs(o.runs(), name), o.options.args...)
		return request, nil
	}
	invocation.Argv, invocation.Command, o.Script = nil, string(text), o.interpreter.Runs(o.lang(), name)[1]
	o.ShellArgs = []string{o.Script}
	invocation.Shell = exec.Shell{Program: o.interpreter.Argv[0], Dialect: "bash"}
	if search != nil {
		invocation.Shell.Program = search.Resolve(o.interpreter.Argv[0]).Path
	}
	return request, nil
}

// find looks for what runs the code.
func (o *codeRun) find(merged *settings.Settings, search *lookup.Search) (code.Interpreter, error) {
	wanted := o.wanted(merged)
	if o.kernel && o.lang() == code.TypeScript && wanted != "" && path.Base(wanted) != "node" {
		at := ""
		if place, ok := merged.Origin("codeExec", "typescript", "interpreter"); ok {
			at = fmt.Sprintf(" (%s)", place)
		}
		return code.Interpreter{}, kit.Usagef("a session runs TypeScript with node alone, and codeExec.typescript.interpreter is %q%s; set it to node, or run single files with `skillctl run`", wanted, at)
	}
	return code.Find(o.runs(), wanted, search), nil
}

// runs is the language that the interpreter gets: a session takes the types out itself.
func (o *codeRun) runs() code.Language {
	if o.kernel && o.lang() == code.TypeScript {
		return code.JavaScript
	}
	return o.lang()
}

// wanted is the program that the settings name for the language, "" for none.
func (o *codeRun) wanted(merged *settings.Settings) string {
	switch o.lang() {
	case code.Python:
		return merged.CodeExec.Python.Interpreter
	case code.TypeScript:
		return merged.CodeExec.TypeScript.Interpreter
	}
	return ""
}

// locateCode says by which name the run sees the code: that of its file, where it lies
// in the working directory, else that of a copy. Both are relative to the working
// directory, in a container as on this machine.
func (o *codeRun) locateCode(merged *settings.Settings, invocation *exec.Invocation, container bool, text []byte) (string, error) {
	sum := sha256.Sum256(text)
	o.Code.Digest = "sha256:" + hex.EncodeToString(sum[:])
	workdir := invocation.Machine.Workdir
	far := invocation.Node != "" || strings.EqualFold(strings.TrimSpace(invocation.Host), "node") || merged.Run.Host == "node"
	seen := merged.Run.Shown(container) && !far
	o.stage = code.Open(workdir, o.lang(), o.options.packages)
	if seen && workdir != "" && o.options.file != "-" {
		full, err := filepath.Abs(o.options.file)
		if err != nil {
			return "", fmt.Errorf("find the code: %w", err)
		}
		if full, err = filepath.EvalSymlinks(full); err != nil {
			return "", fmt.Errorf("find the code: %w", err)
		}
		if rel, err := filepath.Rel(workdir, full); err == nil && filepath.IsLocal(rel) {
			o.Code.Path, o.Code.Real = full, full
			return filepath.ToSlash(rel), nil
		}
	}
	switch {
	case seen:
	case len(o.options.packages) > 0:
		return "", kit.Usagef("--package keeps packages in the working directory, which is not visible where the code would run")
	case container:
		return o.carry(o.fileName(merged), text), nil
	case invocation.Machine.Cache == "":
		return "", kit.Usagef("the code cannot be prepared: there is no folder to keep it in; set HOME")
	default:
		o.stage = code.Open(invocation.Machine.Cache, o.lang(), o.options.packages)
	}
	return o.copyCode(o.fileName(merged), text, seen)
}

// fileName is what code without a file is called.
func (o *codeRun) fileName(merged *settings.Settings) string {
	if o.options.file != "-" {
		return filepath.Base(o.options.file)
	}
	return o.lang().File(merged.CodeExec.JavaScript.ESModules)
}

// carry has a container bring the code along.
func (o *codeRun) carry(name string, text []byte) string {
	o.Code = runner.Pin{}
	o.Carried = []runner.Carried{{Name: name, Text: text}}
	return path.Join(runner.CarriedFolder, name)
}

// copyCode writes a copy of the code down.
func (o *codeRun) copyCode(name string, text []byte, seen bool) (string, error) {
	at, err := o.stage.WriteFile(name, text)
	if err != nil {
		return "", err
	}
	o.Code = runner.Pin{Path: o.stage.Path(at), Real: o.stage.Path(at), Digest: o.Code.Digest}
	if !seen {
		return o.Code.Path, nil
	}
	return at, nil
}
