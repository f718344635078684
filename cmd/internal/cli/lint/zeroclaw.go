package lint

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

const (
	scriptRule   = "zeroclaw/script-file"
	scriptOption = "allow_scripts"
)

// allowScripts takes skills.allow_scripts of a ZeroClaw configuration that is named
// among the paths, where the settings say nothing themselves. One that is merely found
// below a path is not obeyed: it came with what is judged. Of several that are named,
// each has to allow scripts.
func (o *lintOptions) allowScripts(ctx context.Context, control *lint.Control) error {
	rule := control.Rules[scriptRule]
	if _, set := rule.Options[scriptOption]; set {
		return nil
	}
	said, allowed := false, true
	for _, p := range o.paths {
		name := o.factory.IO.At(p)
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if kind, err := catalog.SniffKind(name); err != nil || kind != catalog.KindZeroClaw {
			continue // whether it can be read is for the engine to say
		}
		value, err := scriptsIn(ctx, name)
		if err != nil {
			return err
		}
		said, allowed = true, allowed && value
	}
	if !said {
		return nil
	}
	rule.Options = maps.Clone(rule.Options)
	if rule.Options == nil {
		rule.Options = map[string]any{}
	}
	rule.Options[scriptOption] = allowed
	control.Rules = maps.Clone(control.Rules)
	if control.Rules == nil {
		control.Rules = map[string]lint.RuleControl{}
	}
	control.Rules[scriptRule] = rule
	return nil
}

// scriptsIn is skills.allow_scripts of a configuration; false where it has a mistake,
// which is a finding of its own.
func scriptsIn(ctx context.Context, name string) (bool, error) {
	root, err := folder.Open(filepath.Dir(name))
	if err != nil {
		return false, fmt.Errorf("read %q: %w", name, err)
	}
	defer func() { _ = root.Close() }()
	doc, err := document.Read(ctx, root, filepath.Base(name))
	if err != nil {
		if ctx.Err() != nil {
			return false, errors.Join(err, ctx.Err())
		}
		return false, nil
	}
	value, _ := doc.Root.At("skills", scriptOption).Interface().(bool)
	return value, nil
}
