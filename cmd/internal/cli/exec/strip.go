package exec

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/cmd/internal/run/code/typescript"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
)

// NewStrip is the command strip-types, which takes the types out of TypeScript.
func NewStrip(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use: typescript.Command, Hidden: true, Args: kit.NoArgs, Short: "Take the types out of TypeScript; skillctl starts this itself",
		RunE: func(*cobra.Command, []string) error { return typescript.Serve(f.IO.In, f.IO.Out) },
	}
}

// stripPiece is a text of a session without its types.
func stripPiece(ctx context.Context, text string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	script, err := typescript.Stripper{Program: program}.Strip(ctx, typescript.Source{Name: "execution.ts", Text: text, Piece: true})
	var wrong *typescript.SyntaxError
	switch {
	case errors.As(err, &wrong) && wrong.Line > 0:
		return "", &run.CodeError{Says: fmt.Sprintf("Uncaught SyntaxError: %s (line %d, column %d)", wrong.Says, wrong.Line, wrong.Column)}
	case wrong != nil:
		return "", &run.CodeError{Says: "Uncaught SyntaxError: " + wrong.Says}
	case err != nil:
		return "", err
	}
	return strings.TrimRight(script.Text, "\n"), nil
}

// stripTypes has node run a copy of the code without its types.
func (o *codeRun) stripTypes(ctx context.Context, j *run.Job) error {
	i := slices.Index(j.Spec.Argv, code.StripOption)
	if i < 0 || i+1 >= len(j.Spec.Argv) {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	source := typescript.Source{Name: j.Spec.Argv[i+1], Text: o.CodeText}
	beside := len(j.Spec.Carried) == 0 && !path.IsAbs(source.Name)
	if beside {
		source.Dir, source.Back = j.Boundary.Workspace.Path, o.stage.Back()
	}
	script, err := typescript.Stripper{Program: program}.Strip(ctx, source)
	if err != nil {
		return run.Refused(fmt.Sprintf("%s runs no TypeScript before %s, and the types cannot be taken out of the code: %v", o.where(j), code.TypeScriptNode, err))
	}
	name := "main.cjs"
	if script.Module {
		name = "main.mjs"
	}
	argv := slices.Clone(j.Spec.Argv)
	argv[i] = "--enable-source-maps"
	if len(j.Spec.Carried) > 0 {
		j.Spec.Carried = []runner.Carried{{Name: name, Text: []byte(script.Text)}}
		argv[i+1] = path.Join(runner.CarriedFolder, name)
	} else {
		at, err := o.stage.WriteFile(name, []byte(script.Text))
		if err != nil {
			return err
		}
		pin, err := launch.Pin(o.stage.Path(at))
		if err != nil {
			return err
		}
		j.Spec.Files = append(slices.Clip(j.Spec.Files), pin)
		argv[i+1] = o.runPath(j, at)
	}
	j.Spec.Argv = argv
	sum := sha256.Sum256([]byte(script.Text))
	j.Made = &audit.Made{Path: argv[i+1], Digest: "sha256:" + hex.EncodeToString(sum[:])}
	return nil
}
