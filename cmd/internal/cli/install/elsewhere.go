package install

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/lock"
)

// otherPlace is a folder of skills that is not the one that was asked for, and the flags
// that name it.
type otherPlace struct{ folder, flags string }

// lockedElsewhere are the folders of agents, and the usual one, whose lock files have a
// skill. One that cannot be read is none: it is not the one that was asked for.
func (o *placeOptions) lockedElsewhere(ctx context.Context, name string) []otherPlace {
	var found []otherPlace
	looked := []string{o.factory.IO.At(o.root)}
	look := func(folder, shown, flags string) {
		if full := o.factory.IO.At(folder); !slices.Contains(looked, full) {
			looked = append(looked, full)
			locked, err := lock.ReadFileFrom(o.factory.IO.Dir, filepath.Join(folder, lock.Name))
			if err == nil && locked.Skills[name] != nil {
				found = append(found, otherPlace{shown, flags})
			}
		}
	}
	look(defaultRoot, defaultRoot, "")
	host, err := kit.CatalogHost(o.factory, "")
	if err != nil {
		return found
	}
	for _, agent := range product.Agents() {
		for _, scope := range scopes() {
			host.Product = agent
			folder, err := host.SkillsFolder(ctx, scope)
			if err != nil || folder == "" {
				continue
			}
			flags := " --agent " + agent
			if scope != product.ScopeProject {
				flags += " --scope " + scope
			}
			look(folder, kit.ShortPath(host, folder), flags)
		}
	}
	return found
}

// notLocked says that a skill is not in the lock file, and where it is instead; why and
// hint are for one that is in none.
func (in *installer) notLocked(ctx context.Context, placed placedSkill, why, hint string) placedSkill {
	places := in.lockedElsewhere(ctx, placed.Name)
	if len(places) == 0 {
		return placed.refuse(placeUsage, why, hint)
	}
	folders, calls := meant(in.command, places, placed.Name)
	return placed.refuse(placeUsage, fmt.Sprintf("it is not in the lock file of %s, but in that of %s", in.placeOptions.root, folders), calls)
}

// meant names the folders where a skill is, and the calls that mean it there.
func meant(command string, places []otherPlace, name string) (folders, calls string) {
	var of, say []string
	for _, place := range places {
		of = append(of, place.folder)
		say = append(say, fmt.Sprintf("`skillctl %s %s%s`", command, name, place.flags))
	}
	return strings.Join(of, " and "), strings.Join(say, " or ")
}

// noRootError is a folder of skills that does not exist.
type noRootError struct{ path string }

// Error says which.
func (e *noRootError) Error() string { return fmt.Sprintf("folder %q does not exist", e.path) }

// whereInstead adds to the error that there is no folder of skills in which folders the
// skills are that were asked for.
func (o *placeOptions) whereInstead(ctx context.Context, command string, names []string, err error) error {
	var missing *noRootError
	if !errors.As(err, &missing) {
		return err
	}
	text := missing.Error()
	for _, name := range names {
		if places := o.lockedElsewhere(ctx, name); len(places) > 0 {
			folders, calls := meant(command, places, name)
			text += fmt.Sprintf("; %q is installed in %s: %s", name, folders, calls)
		}
	}
	return &kit.ExitError{Code: kit.ExitUsage, Err: errors.New(text)}
}
