package intel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// Name is how the list is called in its folder.
const Name = "intel.json"

// MaxText bounds a list, in bytes.
const MaxText = 32 << 20

// maxEntries bounds its entries.
const maxEntries = 200_000

// Kind is what an entry is about.
type Kind string

// The kinds of entries.
const (
	Digest  Kind = "digest"
	Domain  Kind = "domain"
	Address Kind = "address"
	Account Kind = "account"
	Package Kind = "package"
)

// Entry is one thing that is known to be bad.
type Entry struct {
	// Value is the thing itself, as #Intel of schema/intel.cue has it.
	Value string `json:"value"`
	// Reason says in a sentence why, Reference where that is shown.
	Reason    string `json:"reason"`
	Reference string `json:"reference"`
	// Until is the last day on which it holds, "" for no end.
	Until string `json:"until,omitempty"`
	// Manager is that of a package: "npm", "pypi", or "skill" for the name of a skill.
	Manager string `json:"manager,omitempty"`
	// Versions are those of a package that are meant, none for all.
	Versions []string `json:"versions,omitempty"`
}

// Bundle is a list. It is not changed once it was read, and safe for concurrent use.
type Bundle struct {
	// Name and Issued are what the list says of itself.
	Name   string
	Issued time.Time
	// Digest is that of the text, "sha256:" and hex.
	Digest string
	// Counts are the numbers of entries by kind.
	Counts map[Kind]int

	index index
	today string
	ended string
}

// written is the list as it is written.
type written struct {
	Name      string  `json:"name"`
	Issued    string  `json:"issued"`
	Digests   []Entry `json:"digests"`
	Domains   []Entry `json:"domains"`
	Addresses []Entry `json:"addresses"`
	Accounts  []Entry `json:"accounts"`
	Packages  []Entry `json:"packages"`
}

// kinds are the entries by their kinds, in a fixed order.
func (w *written) kinds() []struct {
	kind    Kind
	entries []Entry
} {
	return []struct {
		kind    Kind
		entries []Entry
	}{{Digest, w.Digests}, {Domain, w.Domains}, {Address, w.Addresses}, {Account, w.Accounts}, {Package, w.Packages}}
}

// InvalidError is a list that is not of the shape that it must have.
type InvalidError struct {
	// Problems are what is wrong, with places.
	Problems []schema.Problem
	// Reason is what is wrong where there is no place.
	Reason string
}

// Error names the first problem.
func (e *InvalidError) Error() string {
	if len(e.Problems) == 0 {
		return e.Reason
	}
	first := e.Problems[0]
	text := fmt.Sprintf("%s:%d:%d: %s", first.Place.File, first.Place.Position.Line, first.Place.Position.Column, first.Message)
	if first.Hint != "" {
		text += " (" + first.Hint + ")"
	}
	if n := len(e.Problems) - 1; n > 0 {
		text += fmt.Sprintf("; and %d more", n)
	}
	return text
}

// Parse reads a list and holds it against its schema. What is wrong with it is an
// [*InvalidError]. now says which entries still hold.
func Parse(ctx context.Context, text []byte, now time.Time) (*Bundle, error) {
	if len(text) > MaxText {
		return nil, &InvalidError{Reason: fmt.Sprintf("%s has more than %d bytes", Name, MaxText)}
	}
	read, err := document.Parse(ctx, Name, text, document.JSON5, document.WithMaxSize(MaxText), document.WithMaxNodes(maxEntries*8))
	if err != nil {
		return nil, &InvalidError{Reason: err.Error()}
	}
	if problems := schema.New().Problems(schema.Intel, read.Root); len(problems) > 0 {
		return nil, &InvalidError{Problems: problems}
	}
	if problem := twice(read.Root); problem != nil {
		return nil, &InvalidError{Problems: []schema.Problem{*problem}}
	}
	return load(text, now)
}

// twice finds a key that stands twice in an object: readers differ in which one counts.
func twice(n *document.Node) *schema.Problem {
	seen := map[string]bool{}
	for i := range n.Members {
		m := &n.Members[i]
		if seen[m.Key] {
			return &schema.Problem{Place: schema.Place{File: m.File, Position: m.KeySpan.Start}, Message: fmt.Sprintf("the key %q stands twice", m.Key)}
		}
		seen[m.Key] = true
		if problem := twice(m.Value); problem != nil {
			return problem
		}
	}
	for _, item := range n.Items {
		if problem := twice(item); problem != nil {
			return problem
		}
	}
	return nil
}

// load reads a list that was held against its schema before.
func load(text []byte, now time.Time) (*Bundle, error) {
	var w written
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, &InvalidError{Reason: fmt.Sprintf("%s: %s", Name, err)}
	}
	issued, err := time.Parse(time.RFC3339, w.Issued)
	if err != nil {
		return nil, &InvalidError{Reason: fmt.Sprintf("%s: issued: %q is no time", Name, w.Issued)}
	}
	sum := sha256.Sum256(text)
	b := &Bundle{
		Name: w.Name, Issued: issued, Digest: "sha256:" + hex.EncodeToString(sum[:]), Counts: map[Kind]int{},
		index: newIndex(), today: now.UTC().Format(time.DateOnly),
	}
	total := 0
	for _, list := range w.kinds() {
		b.Counts[list.kind] = len(list.entries)
		total += len(list.entries)
		for i := range list.entries {
			one := &list.entries[i]
			if err := b.add(list.kind, one); err != nil {
				return nil, &InvalidError{Reason: fmt.Sprintf("%s: entry %d of kind %s: %s", Name, i+1, list.kind, err)}
			}
		}
	}
	if total > maxEntries {
		return nil, &InvalidError{Reason: fmt.Sprintf("%s has %d entries; at most %d are read", Name, total, maxEntries)}
	}
	return b, nil
}

func (b *Bundle) add(kind Kind, one *Entry) error {
	if one.Until != "" {
		if _, err := time.Parse(time.DateOnly, one.Until); err != nil {
			return fmt.Errorf("until: %q is no day", one.Until)
		}
		if b.Ended(one) && one.Until > b.ended {
			b.ended = one.Until
		}
	}
	return b.index.add(kind, one)
}

// Ended reports whether the last day of an entry is over.
func (b *Bundle) Ended(one *Entry) bool { return one.Until != "" && one.Until < b.today }

// Total is how many entries there are.
func (b *Bundle) Total() int {
	total := 0
	for _, n := range b.Counts {
		total += n
	}
	return total
}

// Identity stands for what can be found with the list today: its bytes, and which of
// its entries have ended. That of no list is "".
func (b *Bundle) Identity() string {
	if b == nil {
		return ""
	}
	return b.Digest + " " + b.ended
}

// Days is how old the list is, in whole days.
func (b *Bundle) Days(now time.Time) int { return max(0, int(now.Sub(b.Issued)/(24*time.Hour))) }

// prefixOf takes an IP address or a network.
func prefixOf(value string) (netip.Prefix, bool) {
	if one, err := netip.ParseAddr(value); err == nil {
		return netip.PrefixFrom(one.Unmap(), one.Unmap().BitLen()), true
	}
	if net, err := netip.ParsePrefix(value); err == nil && net.Bits() > 0 {
		return net.Masked(), true
	}
	return netip.Prefix{}, false
}

// onWeb takes a host and a path.
func onWeb(value string) (host, rest string, ok bool) {
	value = strings.ToLower(value)
	for _, scheme := range []string{"https://", "http://"} {
		if strings.HasPrefix(value, scheme) {
			return "", "", false
		}
	}
	host, rest, ok = strings.Cut(value, "/")
	rest = strings.Trim(rest, "/")
	return host, rest, ok && rest != "" && strings.Contains(host, ".") && !slices.Contains(strings.Split(rest, "/"), "")
}
