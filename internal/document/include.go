package document

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The bounds of "$include". The first two are those of OpenClaw 2026.9.6
// (src/config/includes.ts); it has none for the number of files.
const (
	maxIncludeDepth = 10
	maxIncludeSize  = 2 << 20
	maxIncludes     = 256
)

const includeKey = "$include"

// Load reads the JSON5 file name of root and follows "$include" as OpenClaw
// 2026.9.6 does: a file name or a list of them, relative to the file it stands
// in, anywhere in the document. Included files are merged in order, then the
// keys beside "$include": objects by key, lists one after the other, of all
// else the later wins. Included files must be in the folder of name or below,
// links resolved, regular, with one name, and no larger than 2 MiB; they may
// include others 10 deep.
//
// "${NAME}" is left as it stands, unless [WithEnv] is given.
func Load(ctx context.Context, root *os.Root, name string, opts ...Option) (*Document, error) {
	o := newOptions(opts)
	dir, base := path.Split(path.Clean(filepath.ToSlash(name)))
	o.dir = path.Join(o.dir, dir)
	folder := root
	if dir != "" {
		sub, err := root.OpenRoot(dir)
		if err != nil {
			return nil, readError(path.Join(o.dir, base), err)
		}
		defer sub.Close()
		folder = sub
	}
	text, err := readText(folder, base, o.maxSize, false)
	if err != nil {
		return nil, readError(path.Join(o.dir, base), err)
	}
	doc, err := parse(ctx, path.Join(o.dir, base), text, JSON5, start(), o)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(filepath.Join(root.Name(), dir))
	if err != nil {
		return nil, fmt.Errorf("find the folder of %q: %w", name, err)
	}
	l := &includer{ctx: ctx, root: folder, abs: abs, opts: o, doc: doc, left: o.maxSize - len(text)}
	if doc.Root, err = l.resolve(doc.Root, []string{base}); err != nil {
		return nil, err
	}
	if o.env != nil {
		doc.Root = Substitute(doc.Root, o.env)
	}
	return doc, nil
}

// includer replaces "$include" by what it names.
type includer struct {
	ctx  context.Context
	root *os.Root
	abs  string
	opts *options
	doc  *Document
	// left is how many more bytes may be read, all files together: a few small
	// files that include each other many times would else grow without bound.
	left int
}

// resolve returns n with every "$include" in it replaced. chain is the files
// from the document to the one that n was read from. Nodes are not changed:
// what changes is copied.
func (l *includer) resolve(n *Node, chain []string) (*Node, error) {
	switch n.Kind {
	case Array:
		return l.resolveItems(n, chain)
	case Object:
		if m, ok := n.Member(includeKey); ok {
			return l.include(n, m, chain)
		}
		members, changed, err := l.resolveMembers(n, chain)
		if err != nil || !changed {
			return n, err
		}
		copied := *n
		copied.Members = members
		return &copied, nil
	}
	return n, nil
}

func (l *includer) resolveItems(n *Node, chain []string) (*Node, error) {
	result := n
	for i, item := range n.Items {
		resolved, err := l.resolve(item, chain)
		if err != nil {
			return nil, err
		}
		if resolved == item {
			continue
		}
		if result == n {
			copied := *n
			copied.Items = slices.Clone(n.Items)
			result = &copied
		}
		result.Items[i] = resolved
	}
	return result, nil
}

// resolveMembers resolves the members that count: what stands before an equal
// key is not read by the host either.
func (l *includer) resolveMembers(n *Node, chain []string) (members []Member, changed bool, err error) {
	members = n.Members
	last := lastMembers(members)
	for i, m := range n.Members {
		if last[m.Key] != i {
			continue
		}
		value, err := l.resolve(m.Value, chain)
		if err != nil {
			return nil, false, err
		}
		if value == m.Value {
			continue
		}
		if !changed {
			members, changed = slices.Clone(members), true
		}
		members[i].Value = value
	}
	return members, changed, nil
}

// lastMembers returns the index of the member that counts for each key.
func lastMembers(members []Member) map[string]int {
	last := make(map[string]int, len(members))
	for i, m := range members {
		last[m.Key] = i
	}
	return last
}

// include returns what stands for the object n, whose "$include" is m.
func (l *includer) include(n *Node, m Member, chain []string) (*Node, error) {
	included, err := l.included(m.Value, chain)
	if err != nil {
		return nil, err
	}
	rest := *n
	rest.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m Member) bool { return m.Key == includeKey })
	if len(rest.Members) == 0 {
		return included, nil
	}
	if included.Kind != Object && l.opts.broken {
		included = empty(m.Value)
	}
	if included.Kind != Object {
		return nil, l.fail(m.Value, "keys stand beside \"$include\", so the included file must hold an object: it holds a %s", included.Kind)
	}
	if rest.Members, _, err = l.resolveMembers(&rest, chain); err != nil {
		return nil, err
	}
	return deepMerge(included, &rest), nil
}

func (l *includer) included(names *Node, chain []string) (*Node, error) {
	switch names.Kind {
	case String:
		return l.loadOr(names, chain)
	case Array:
		merged := empty(names)
		for _, name := range names.Items {
			if name.Kind != String && l.opts.broken {
				continue
			}
			if name.Kind != String {
				return nil, l.fail(name, "expected the name of a file in \"$include\", found a %s", name.Kind)
			}
			next, err := l.loadOr(name, chain)
			if err != nil {
				return nil, err
			}
			merged = deepMerge(merged, next)
		}
		return merged, nil
	}
	if l.opts.broken {
		return empty(names), nil
	}
	return nil, l.fail(names, "expected the name of a file, or a list of names, in \"$include\", found a %s", names.Kind)
}

// empty is what stands for an include that holds nothing.
func empty(at *Node) *Node {
	return &Node{Kind: Object, File: at.File, Span: at.Span, Style: Flow}
}

// loadOr is load, and with [WithBrokenIncludes] an empty object for a file with
// a mistake in it or in its name.
func (l *includer) loadOr(name *Node, chain []string) (*Node, error) {
	included, err := l.load(name, chain)
	var mistake *Error
	if l.opts.broken && errors.As(err, &mistake) && (mistake.Kind == Include || mistake.Kind == Syntax || mistake.Kind == Duplicate) {
		return empty(name), nil
	}
	return included, err
}

// load reads the file that name names and resolves it in turn.
func (l *includer) load(name *Node, chain []string) (*Node, error) {
	file, err := l.locate(name, chain)
	if err != nil {
		return nil, err
	}
	text, err := readText(l.root, file, min(maxIncludeSize, l.opts.maxSize), true)
	if err != nil {
		return nil, l.unreadable(name, file, err)
	}
	if l.left -= len(text); l.left < 0 {
		err := l.fail(name, "all files of this configuration together have more than %s bytes", grouped(l.opts.maxSize))
		err.Kind = Limit
		return nil, err
	}
	doc, err := parse(l.ctx, path.Join(l.opts.dir, file), text, JSON5, start(), l.opts)
	if err != nil {
		return nil, err
	}
	l.doc.Included = append(l.doc.Included, doc)
	return l.resolve(doc.Root, append(slices.Clone(chain), file))
}

// locate returns the name of an included file in the folder.
func (l *includer) locate(name *Node, chain []string) (string, error) {
	spelled := name.Value.(string)
	var file string
	if filepath.IsAbs(spelled) {
		rel, err := filepath.Rel(l.abs, spelled)
		if err != nil {
			rel = ".."
		}
		file = filepath.ToSlash(rel)
	} else {
		file = path.Join(path.Dir(chain[len(chain)-1]), filepath.ToSlash(spelled))
	}
	if strings.ContainsRune(spelled, 0) || !filepath.IsLocal(filepath.FromSlash(file)) {
		err := l.fail(name, "the included file %s is outside the folder of the configuration", quoted(spelled))
		err.Hint = "move it into that folder"
		return "", err
	}
	if i := slices.Index(chain, file); i >= 0 {
		return "", l.fail(name, "these files include each other without end: %s", strings.Join(append(slices.Clone(chain[i:]), file), " → "))
	}
	if len(chain) > maxIncludeDepth {
		return "", l.fail(name, "files include each other more than %d deep", maxIncludeDepth)
	}
	if len(l.doc.Included) >= maxIncludes {
		err := l.fail(name, "more than %d files are included", maxIncludes)
		err.Kind = Limit
		return "", err
	}
	return file, nil
}

func (l *includer) unreadable(name *Node, file string, cause error) error {
	message := "cannot be read: " + cause.Error()
	var r *refusal
	switch {
	case errors.As(cause, &r):
		message = "cannot be used: " + r.message
	case errors.Is(cause, fs.ErrNotExist):
		message = "does not exist"
	case errors.Is(cause, fs.ErrPermission):
		message = "cannot be read: permission denied"
	}
	err := l.fail(name, "the included file %s %s", quoted(path.Join(l.opts.dir, file)), message)
	err.Err = cause
	return err
}

func (l *includer) fail(at *Node, format string, args ...any) *Error {
	return &Error{Kind: Include, File: at.File, Span: at.Span, Message: fmt.Sprintf(format, args...)}
}

// deepMerge lays source over target: objects by key, lists one after the other,
// of all else source. The result has the place of source; every member keeps
// its own. Keys that JavaScript treats specially are dropped, as there.
func deepMerge(target, source *Node) *Node {
	merged := *source
	switch {
	case target.Kind == Array && source.Kind == Array:
		merged.Items = slices.Concat(target.Items, source.Items)
	case target.Kind == Object && source.Kind == Object:
		merged.Members = slices.Clone(target.Members)
		at := lastMembers(merged.Members)
		last := lastMembers(source.Members)
		for i, m := range source.Members {
			if last[m.Key] != i || m.Key == "__proto__" || m.Key == "constructor" || m.Key == "prototype" {
				continue
			}
			if j, ok := at[m.Key]; ok {
				m.Value = deepMerge(merged.Members[j].Value, m.Value)
				merged.Members[j] = m
			} else {
				merged.Members = append(merged.Members, m)
			}
		}
	}
	return &merged
}
