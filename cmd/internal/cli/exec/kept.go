package exec

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/schema"
)

// kept is how commands show what supervisors look after: runs and sessions.
type kept[T any] struct {
	// one and many are what messages call it, command the group of commands about it.
	one, many, command string
	// empty says what there is to do where there is none, "" for nothing.
	empty string
	id    func(T) string
	// alive: it has not ended.
	alive func(T) bool
	// header are the columns of a list, row is one line of it.
	header []string
	row    func(one T, now time.Time, width int) []string
}

// keptOptions are how one of them, or all, are shown.
type keptOptions struct {
	factory *kit.Factory
	// only those that have not ended.
	only bool
	json bool
}

// list writes a list, and tells what is wrong with single ones.
func (k *kept[T]) list(o *keptOptions, all []T, damaged []error) error {
	shown := []T{}
	for _, one := range all {
		if !o.only || k.alive(one) {
			shown = append(shown, one)
		}
	}
	if o.json {
		return errors.Join(kit.WriteJSON(o.factory.IO.Out, shown), kit.DamagedError(damaged))
	}
	return errors.Join(k.table(o.factory.IO, shown, o.factory.Now()), kit.DamagedError(damaged))
}

func (k *kept[T]) table(streams *kit.IOStreams, shown []T, now time.Time) error {
	if len(shown) == 0 {
		_, err := fmt.Fprintln(streams.Out, "there are no "+k.many)
		return err
	}
	width := streams.Width()
	rows := [][]string{k.header}
	for _, one := range shown {
		rows = append(rows, k.row(one, now, width))
	}
	return layout.PrintColumns(streams.Out, rows, width)
}

// meant finds the one that an id stands for, or the beginning or the end of just one.
func (k *kept[T]) meant(all []T, given string) (T, error) {
	var none T
	var found []T
	var ids, names []string
	for _, one := range all {
		ids = append(ids, k.id(one))
		if meant(k.id(one), given) {
			found, names = append(found, one), append(names, k.id(one))
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return none, kit.Usagef("%q matches %d %ss: %s; give more characters of the id", given, len(found), k.one[strings.LastIndexByte(k.one, ' ')+1:], strings.Join(names[:min(len(names), 10)], ", "))
	case len(all) == 0 && k.empty != "":
		return none, kit.Usagef("%s %q does not exist; there are no %ss: %s", k.one, given, k.one, k.empty)
	case len(all) == 0:
		return none, kit.Usagef("%s %q does not exist; there are no %ss", k.one, given, k.one)
	}
	if near := schema.Nearest(given, ids); near != "" {
		return none, kit.Usagef("%s %q does not exist; did you mean %q?", k.one, given, near)
	}
	return none, kit.Usagef("%s %q does not exist; `skillctl %s list` lists them", k.one, given, k.command)
}

// fill adds the rows that have something in them.
func fill(p *layout.Panel, pairs ...[2]string) {
	for _, pair := range pairs {
		if pair[1] != "" {
			p.Row(pair[0], pair[1])
		}
	}
}

// instant is a time for people.
func instant(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }
