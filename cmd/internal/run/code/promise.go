package code

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Promise is what settings say that code finds.
type Promise struct {
	// Version is what the language's interpreter has to be: "3.11" is any 3.11.
	Version string
	// Least is the oldest that will do, "" for any.
	Least string
	// Packages are names, with or without a version: "numpy", "numpy==2.1",
	// "left-pad@1.3".
	Packages []string
}

// Empty reports whether nothing is promised.
func (p Promise) Empty() bool { return p.Version == "" && p.Least == "" && len(p.Packages) == 0 }

// Names are those of the packages.
func (p Promise) Names() []string {
	names := make([]string, len(p.Packages))
	for i, entry := range p.Packages {
		names[i], _ = entryOf(entry)
	}
	return names
}

// Found is what is there.
type Found struct {
	Version string `json:"version"`
	// Packages are the versions of those that were asked for; one that is not there
	// is left out.
	Packages map[string]string `json:"packages"`
}

// ReadFound reads what a [Probe] writes.
func ReadFound(text []byte) (Found, error) {
	var f Found
	if err := json.Unmarshal(text, &f); err != nil {
		return f, errors.New("its answer is not understood")
	}
	if f.Version == "" {
		return f, errors.New("it does not report its version")
	}
	return f, nil
}

// Older reports whether a version comes before another.
func Older(version, than string) bool { return compare(version, than) < 0 }

// Broken says what of a promise does not hold, each in a few words; nothing when
// all of it does.
func (p Promise) Broken(f Found) []string {
	var out []string
	if p.Version != "" && !begins(f.Version, p.Version) {
		out = append(out, fmt.Sprintf("version %s is promised, but %s is installed", p.Version, f.Version))
	}
	if p.Least != "" && compare(f.Version, p.Least) < 0 {
		out = append(out, fmt.Sprintf("version %s or newer is needed, but %s is installed", p.Least, f.Version))
	}
	for _, entry := range p.Packages {
		name, limits := entryOf(entry)
		got, ok := f.Packages[name]
		switch {
		case !ok:
			out = append(out, fmt.Sprintf("package %q is promised, but not installed", entry))
		case !holds(limits, got):
			out = append(out, fmt.Sprintf("package %q is promised, but version %s is installed", entry, got))
		}
	}
	return out
}

// limit is one bound of a version.
type limit struct{ op, version string }

// entryOf reads "name", "name[extra]==1.2,<2" or "@scope/name@1.2".
func entryOf(entry string) (name string, limits []limit) {
	entry = strings.TrimSpace(entry)
	if at := strings.LastIndexByte(entry, '@'); at > 0 {
		return entry[:at], []limit{{"==", strings.TrimLeft(entry[at+1:], "=v")}}
	}
	at := strings.IndexAny(entry, "=<>!~ ")
	if at < 0 {
		return withoutExtras(entry), nil
	}
	name = withoutExtras(entry[:at])
	for part := range strings.SplitSeq(entry[at:], ",") {
		part = strings.TrimSpace(part)
		version := strings.TrimSpace(strings.TrimLeft(part, "=<>!~"))
		if op := strings.TrimSpace(part[:len(part)-len(strings.TrimLeft(part, "=<>!~"))]); op != "" {
			limits = append(limits, limit{op, version})
		}
	}
	return name, limits
}

func withoutExtras(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return strings.TrimSpace(name)
}

// holds reports whether a version keeps to all limits. A limit that is not
// understood is not kept to.
func holds(limits []limit, version string) bool {
	return !slices.ContainsFunc(limits, func(l limit) bool {
		switch l.op {
		case "==", "===":
			return !begins(version, strings.TrimSuffix(l.version, ".*"))
		case "!=":
			return begins(version, strings.TrimSuffix(l.version, ".*"))
		case ">=":
			return compare(version, l.version) < 0
		case "<=":
			return compare(version, l.version) > 0
		case ">":
			return compare(version, l.version) <= 0
		case "<":
			return compare(version, l.version) >= 0
		case "~=":
			parts := strings.Split(l.version, ".")
			return compare(version, l.version) < 0 || len(parts) < 2 || !begins(version, strings.Join(parts[:len(parts)-1], "."))
		}
		return true
	})
}

// begins reports whether a version is the one that is wanted, or a later one of
// its line: 3.11.7 is 3.11, 3.110 is not.
func begins(version, wanted string) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(version, "v"), strings.TrimPrefix(wanted, "v"))
	return ok && (rest == "" || rest[0] < '0' || rest[0] > '9')
}

// numbers are the numbers that a version begins with.
func numbers(version string) []int {
	var out []int
	for part := range strings.SplitSeq(strings.TrimPrefix(version, "v"), ".") {
		digits := part[:len(part)-len(strings.TrimLeft(part, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil {
			break
		}
		out = append(out, n)
		if digits != part {
			break
		}
	}
	return out
}

// compare orders versions by their numbers: 3.9 is before 3.11, 3 is 3.0.
func compare(a, b string) int {
	left, right := numbers(a), numbers(b)
	for i := range max(len(left), len(right)) {
		var l, r int
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		if l != r {
			return cmp.Compare(l, r)
		}
	}
	return 0
}
