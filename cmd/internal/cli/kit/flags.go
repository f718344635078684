package kit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/schema"
)

// Group is the RunE of a command that only holds others.
func Group(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// maxNamed is how many commands are named to who wrote one that there is not.
const maxNamed = 8

// UnknownCommand names the command that does what others call by this name, or one that
// is written almost so, or else the commands that there are when they are few.
func UnknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			names = append(names, c.Name())
		}
		if slices.Contains(c.SuggestFor, name) {
			return Usagef("command %q is not known; did you mean `%s`?", name, c.CommandPath())
		}
	}
	if near := schema.Nearest(name, names); near != "" {
		return Usagef("command %q is not known; did you mean `%s %s`?", name, cmd.CommandPath(), near)
	}
	if len(names) > maxNamed {
		return Usagef("command %q is not known", name)
	}
	return Usagef("command %q is not known; the commands of `%s` are %s", name, cmd.CommandPath(), strings.Join(names, ", "))
}

// FlagError makes usage errors of the errors of flags, and suggests the flag
// that was probably meant.
func FlagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := schema.Meant(missing.GetSpecifiedName(), names); near != "" {
			return Usagef("%w; did you mean --%s?", err, near)
		}
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		return wrongValue(wrong.GetFlag(), wrong.GetValue(), wrong.Unwrap())
	}
	var none *pflag.ValueRequiredError
	if errors.As(err, &none) {
		_, usage := pflag.UnquoteUsage(none.GetFlag())
		return Usagef("--%s needs a value: %s", none.GetFlag().Name, usage)
	}
	return Usagef("%w", err)
}

// wrongValue says what a flag takes, by the type of its value.
func wrongValue(f *pflag.Flag, value string, cause error) error {
	switch f.Value.Type() {
	case "duration":
		return Usagef("--%s %q is not a duration; write one such as 90s, 10m or 2h30m", f.Name, value)
	case "int", "int64", "uint", "uint64":
		return Usagef("--%s %q is not a whole number, or too large", f.Name, value)
	case "bool":
		return Usagef("--%s %q is neither true nor false", f.Name, value)
	}
	return Usagef("--%s %q: %w", f.Name, value, cause)
}

// NoArgs refuses arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("`%s` takes no arguments; it was given %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// OneArg wants just one argument, which what names.
func OneArg(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			if len(args) == 0 {
				return Usagef("`%s` needs %s", cmd.CommandPath(), what)
			}
			return Usagef("`%s` takes %s; it was given %d arguments", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}

// SomeArgs wants at least one argument; what says which.
func SomeArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return Usagef("`%s` needs %s", cmd.CommandPath(), what)
		}
		return nil
	}
}

// PointInTime reads how long ago something was, a day, or a time; without a zone
// it is in UTC, as the record is.
func PointInTime(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", time.DateTime} {
		if t, err := time.Parse(form, text); err == nil {
			return t.UTC(), nil
		}
	}
	unit := map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}[text[len(text)-1]]
	ago, err := time.ParseDuration(text)
	if unit > 0 {
		var n uint64
		n, err = strconv.ParseUint(text[:len(text)-1], 10, 16)
		ago = time.Duration(n) * unit
	}
	if err != nil || ago <= 0 {
		return time.Time{}, Usagef("%s %q is not a time; write how long ago, such as 90m, 24h or 7d, or a date such as 2026-12-31 or 2026-12-31T08:00:00Z", flag, text)
	}
	return now.UTC().Add(-ago), nil
}

// Quoted are texts in quotes, as a list in a sentence.
func Quoted(paths []string) string {
	var out []string
	for _, p := range paths {
		out = append(out, fmt.Sprintf("%q", p))
	}
	return strings.Join(out, ", ")
}

// CompleteRules offers the ids of all rules, each with its title.
func CompleteRules(f *Factory) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		rules, err := f.Rules()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var out []string
		for _, r := range rules {
			out = append(out, cobra.CompletionWithDesc(r.ID, r.Title))
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// OneOf makes sure that the value of a flag is one of a list.
func OneOf(flag, value string, list []string) error {
	if slices.Contains(list, value) {
		return nil
	}
	return UnknownValue(fmt.Sprintf("%s %q", flag, value), value, list)
}

// UnknownValue is the usage error for a word that is not in a list.
func UnknownValue(what, value string, list []string) error {
	if len(list) == 0 {
		return Usagef("%s is not known; no values are possible", what)
	}
	text := fmt.Sprintf("%s is not known; it must be one of %s", what, strings.Join(list, ", "))
	if near := schema.Nearest(value, list); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return Usagef("%s", text)
}
