package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine/proposal"
	"github.com/skillctl/skillctl/internal/folder"
)

type proposalsAddOptions struct {
	proposalsOptions
	path              string
	name, description string
	update            bool
	goal, evidence    string
}

func newProposalsAdd(f *Factory, runF func(context.Context, *proposalsAddOptions) error) *cobra.Command {
	opts := &proposalsAddOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "add --name NAME --description TEXT PATH",
		Short: "Propose a skill",
		Long: `Puts a proposal into the queue. PATH is the text of a skill, or a folder with a
PROPOSAL.md or SKILL.md and files in assets, examples, references, scripts or
templates. Nothing is written to the skills before somebody applies it.

Names become lower-case letters, digits and hyphens, at most 64; descriptions have
at most 160 bytes. Links, executable files and what is no UTF-8 text are refused.

Exit codes
  0  it waits in the queue; its id is written
  1  it is refused: a limit, a name that is taken, a text that is none
  2  a flag, the path or the configuration is wrong
  3  skillctl could not do its work`,
		Example: `  skillctl proposals add --name weekly-update --description 'Friday wrap-up' ./weekly-update
  skillctl proposals add --update --name weekly-update ./PROPOSAL.md --goal 'a shorter summary'`,
		Args: oneArg("the text of a skill, or a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.path = args[0]
			if opts.name == "" {
				return usagef("name the skill with --name")
			}
			return seam(runF, proposalsAddRun)(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.name, "name", "", "the `name` of the skill (required)")
	flags.StringVar(&opts.description, "description", "", "what the proposal is about (not needed with --update)")
	flags.BoolVar(&opts.update, "update", false, "change a skill that the agent has")
	flags.StringVar(&opts.goal, "goal", "", "what it is for")
	flags.StringVar(&opts.evidence, "evidence", "", "why it is wanted")
	return cmd
}

func proposalsAddRun(ctx context.Context, o *proposalsAddOptions) error {
	queue, err := o.open(ctx)
	if err != nil {
		return err
	}
	draft := proposal.Draft{Name: o.name, Update: o.update, Description: o.description, By: "skillctl", Goal: o.goal, Evidence: o.evidence}
	if draft.Text, draft.Files, err = readDraft(o.path); err != nil {
		return &ExitError{Code: ExitUsage, Err: err}
	}
	r, err := queue.Add(ctx, draft)
	if err != nil {
		return proposalError(err)
	}
	if o.json {
		return writeJSON(o.factory.IO.Out, map[string]any{"record": r, "revisionHash": r.Revision()})
	}
	return putText(o.factory.IO, r.ID+"\n")
}

// readDraft reads what is proposed: a text, or a folder with one.
func readDraft(name string) (text string, files map[string]string, err error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("there is no file or folder %q", name)
	}
	if err != nil {
		return "", nil, err
	}
	dir, file := filepath.Split(filepath.Clean(name))
	if info.IsDir() {
		dir = name
	}
	root, err := folder.Open(dir)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = root.Close() }()
	if !info.IsDir() {
		text, err = readDraftFile(root, file)
		return text, nil, err
	}
	files = map[string]string{}
	total := 0
	err = fs.WalkDir(root.FS(), ".", func(place string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if place != "PROPOSAL.md" && place != "SKILL.md" && !strings.Contains(place, "/") {
			return fmt.Errorf("%q: besides PROPOSAL.md or SKILL.md, files stand in assets, examples, references, scripts or templates", place)
		}
		content, err := readDraftFile(root, place)
		if err != nil {
			return err
		}
		if total += len(content); len(files) > proposal.MaxSupportFiles || total > proposal.MaxSupport+proposal.MaxSupportFile {
			return fmt.Errorf("%q has more than %d files or %d bytes", name, proposal.MaxSupportFiles, proposal.MaxSupport)
		}
		files[place] = content
		return nil
	})
	if err != nil {
		return "", nil, err
	}
	for _, manifest := range []string{"PROPOSAL.md", "SKILL.md"} {
		if content, ok := files[manifest]; ok && text == "" {
			text = content
		}
		delete(files, manifest)
	}
	if text == "" {
		return "", nil, fmt.Errorf("%q has neither a PROPOSAL.md nor a SKILL.md with something in it", name)
	}
	return text, files, nil
}

func readDraftFile(root *os.Root, name string) (string, error) {
	file, err := folder.File(root, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", err
	case info.Mode()&0o111 != 0:
		return "", fmt.Errorf("%q is executable; a proposal has texts only", name)
	case info.Size() > proposal.MaxSupportFile:
		return "", fmt.Errorf("%q has more than %d bytes", name, proposal.MaxSupportFile)
	}
	text, err := io.ReadAll(io.LimitReader(file, proposal.MaxSupportFile))
	return string(text), err
}
