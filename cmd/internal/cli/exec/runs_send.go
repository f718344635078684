package exec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/runner/session"
	"github.com/skillctl/skillctl/schema"
)

type runsSendOptions struct {
	factory *kit.Factory
	id      string
	text    []string
	bare    bool
	eof     bool
	paste   bool
	submit  bool
	keys    []string
	hex     []string
}

func newRunsSend(f *kit.Factory) *cobra.Command {
	opts := &runsSendOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "send ID [TEXT]",
		Short: "Send input to a run: lines, keys, pasted text",
		Long: `Sends a line, or all of standard input byte for byte, to a run. --eof closes the
input of the run afterwards.

To a run with a terminal (exec --pty) keys can be sent by their names, as OpenClaw has
them: one character, enter, tab, escape, space, backspace, up, down, left, right, home,
end, pageup, pagedown, insert, delete, f1 to f12, kp0 to kp9; C-c or ^C with control,
M-x with alt, S-tab with shift. --paste marks the text as pasted, so that an editor does
not take it for typed. --submit presses Enter afterwards. What is sent is the text
first, without an end of line, then --hex, --keys and --submit.`,
		Example: `  skillctl runs send 20261121-1 yes
  skillctl runs send 20261121-1 --eof < answers.txt
  skillctl runs send 20261121-1 --keys 'escape : w q enter'
  skillctl runs send 20261121-1 --keys C-c
  skillctl runs send 20261121-1 --paste --submit < prompt.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return kit.Usagef("`skillctl runs send` takes %s, and at most one text", oneRun)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id, opts.text = args[0], args[1:]
			if opts.bare && len(opts.text) == 0 {
				return kit.Usagef("--no-newline needs a TEXT argument")
			}
			return runError(runsSendRun(cmd.Context(), opts))
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.BoolVar(&opts.bare, "no-newline", false, "send the text without an end of line")
	fl.StringArrayVar(&opts.keys, "keys", nil, "press these `keys`, separated by spaces: 'C-c', 'up enter'")
	fl.StringArrayVar(&opts.hex, "hex", nil, "send these `bytes`, separated by spaces: '1b 5b 41'")
	fl.BoolVar(&opts.paste, "paste", false, "send the text, or standard input, as a terminal sends what is pasted")
	fl.BoolVar(&opts.submit, "submit", false, "press Enter afterwards")
	fl.BoolVar(&opts.eof, "eof", false, "close the input of the run afterwards; goes with a text or with standard input")
	return cmd
}

func runsSendRun(ctx context.Context, o *runsSendOptions) error {
	store, id, err := runOf(ctx, o.factory, o.id)
	if err != nil {
		return err
	}
	switch {
	case o.paste || o.submit || len(o.keys)+len(o.hex) > 0:
		text, err := o.typed(ctx, store, id)
		if err != nil {
			return err
		}
		return store.Send(ctx, id, text, o.eof)
	case len(o.text) > 0:
		text := o.text[0]
		if !o.bare {
			text += "\n"
		}
		return store.Send(ctx, id, []byte(text), o.eof)
	}
	return o.stream(ctx, store, id)
}

// stream sends all of standard input.
func (o *runsSendOptions) stream(ctx context.Context, store *session.Store, id string) error {
	buffer := make([]byte, session.MaxSend)
	for {
		n, err := o.factory.IO.In.Read(buffer)
		over := errors.Is(err, io.EOF)
		if err != nil && !over {
			return fmt.Errorf("read standard input: %w", err)
		}
		if n > 0 || over && o.eof {
			if err := store.Send(ctx, id, buffer[:n], over && o.eof); err != nil {
				return err
			}
		}
		if over {
			return nil
		}
	}
}

// typed is what the flags about keys want to be sent.
func (o *runsSendOptions) typed(ctx context.Context, store *session.Store, id string) ([]byte, error) {
	run, err := store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if !run.Terminal && (o.paste || o.submit || len(o.keys) > 0) {
		return nil, kit.Usagef("run %q has no terminal, so that keys mean nothing to it; send it a TEXT, or start it with exec --pty", id)
	}
	text, err := o.given()
	if err != nil {
		return nil, err
	}
	bytes, err := session.Hex(strings.Fields(strings.Join(o.hex, " ")))
	if err != nil {
		return nil, kit.Usagef("--hex: %w", err)
	}
	application, err := store.Application(ctx, id)
	if err != nil {
		return nil, err
	}
	keys, err := session.Keys(strings.Fields(strings.Join(o.keys, " ")), application)
	if err != nil {
		return nil, keysError(err)
	}
	text = append(append(text, bytes...), keys...)
	if o.submit {
		text = append(text, '\r')
	}
	if len(text) == 0 {
		return nil, kit.Usagef("--keys and --hex name nothing to send")
	}
	return text, nil
}

// given is the text, pasted where that is wanted.
func (o *runsSendOptions) given() ([]byte, error) {
	var text []byte
	switch {
	case len(o.text) > 0:
		text = []byte(o.text[0])
	case o.paste:
		var err error
		if text, err = io.ReadAll(io.LimitReader(o.factory.IO.In, session.MaxSend+1)); err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		if len(text) > session.MaxSend {
			return nil, kit.Usagef("standard input has more than %d bytes, which is more than can be pasted at once", session.MaxSend)
		}
	}
	if o.paste {
		return session.Paste(text), nil
	}
	return text, nil
}

// keysError says which key was meant.
func keysError(err error) error {
	var unknown *session.KeyError
	if errors.As(err, &unknown) && len(unknown.Names) > 0 {
		if near := schema.Nearest(strings.ToLower(unknown.Key), unknown.Names); near != "" {
			return kit.Usagef("--keys: %w; did you mean %q?", err, near)
		}
		return kit.Usagef("--keys: %w; give text as TEXT, and keys as one character or one of %s, with C-, M- or S- before", err, strings.Join(unknown.Names, ", "))
	}
	return kit.Usagef("--keys: %w", err)
}
