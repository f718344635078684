package secret

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/skillctl/skillctl/internal/document"
)

// Place is where a [Resolver] looks.
type Place struct {
	// Getenv looks a variable up.
	Getenv func(string) string
	// Expand makes a path of the settings absolute: "~" is the home folder.
	Expand func(string) string
	// Store is the folder of the store, "" for none: one private file for each
	// entry.
	Store string
}

// Resolver finds secrets by their references.
type Resolver struct {
	place    Place
	config   *document.Node
	defaults map[string]string
}

// Open returns the resolver of a configuration, whose secrets.providers and
// secrets.defaults say how secrets are found; config is its outermost object.
func Open(config *document.Node, place Place) *Resolver {
	r := &Resolver{place: place, defaults: map[string]string{}}
	if config == nil {
		return r
	}
	r.config = config.At("secrets")
	for _, source := range []string{"env", "file", "exec", "store"} {
		if name, ok := r.config.At("defaults", source).Interface().(string); ok && name != "" {
			r.defaults[source] = name
		}
	}
	return r
}

// Resolve finds a secret. It is never empty when there is no error.
func (r *Resolver) Resolve(ctx context.Context, ref Ref) (string, error) {
	value, err := r.resolve(ctx, ref)
	if err == nil && value == "" {
		err = fmt.Errorf("it is empty")
	}
	if err != nil {
		return "", fmt.Errorf("find the secret %s: %w", ref, err)
	}
	return value, nil
}

func (r *Resolver) resolve(ctx context.Context, ref Ref) (string, error) {
	if ref.Provider == "" {
		ref.Provider = r.standard(ref.Source)
	}
	provider, err := r.provider(ref)
	if err != nil {
		return "", err
	}
	switch ref.Source {
	case "env":
		if list := provider.At("allowlist"); list != nil && !slices.Contains(texts(list), ref.ID) {
			return "", fmt.Errorf("the allowlist of provider %q does not name the variable", ref.Provider)
		}
		value := r.place.Getenv(ref.ID)
		if value == "" {
			return "", fmt.Errorf("the variable is not set")
		}
		return value, nil
	case "file":
		return r.file(provider, ref)
	case "exec":
		return r.exec(ctx, provider, ref)
	}
	return r.stored(ref)
}

func (r *Resolver) standard(source string) string {
	if name := r.defaults[source]; name != "" {
		return name
	}
	return "default"
}

// provider is the entry of the settings for a reference; nil for the reader that
// is built in.
func (r *Resolver) provider(ref Ref) (*document.Node, error) {
	entry := r.config.At("providers", ref.Provider)
	if source, _ := entry.At("source").Interface().(string); entry != nil && source == ref.Source {
		return entry, nil
	}
	if (ref.Source == "env" || ref.Source == "store") && ref.Provider == r.standard(ref.Source) {
		return nil, nil //nolint:nilnil // no entry is no error here
	}
	return nil, fmt.Errorf("secrets.providers has no %q whose source is %s", ref.Provider, ref.Source)
}

func texts(n *document.Node) []string {
	out := []string{}
	if n != nil && n.Kind == document.Array {
		for _, item := range n.Items {
			if text, ok := item.Interface().(string); ok {
				out = append(out, text)
			}
		}
	}
	return out
}

// number is a whole number above 0 of the settings, or else the default.
func number(n *document.Node, standard int64) int64 {
	if value, ok := n.Interface().(int64); ok && value > 0 {
		return value
	}
	return standard
}

// The defaults of the contract.
const (
	maxBytes       = 1 << 20
	defaultTimeout = 5 * time.Second
)
