package grammar

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skillctl/skillctl/internal/jsonpart"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/policies"
)

const (
	folder     = "programs"
	indexFile  = folder + "/index.json"
	commonFile = folder + "/common.json"
	// buildersFile says what is known of programs without an entry.
	buildersFile = "tables/builders.json"
)

// library is the embedded entries. It is safe for concurrent use.
type library struct {
	files  fs.FS
	list   string                   // the names of the index, as it is written
	names  func() map[string]string // of files without their ending, by those of programs
	common map[string]string        // variables that every program has
	brings []string                 // programs without an entry that fetch or unpack
	asked  atomic.Int64             // names that were looked for
	mu     sync.Mutex
	read   map[string]*Entry
}

// load reads the index once. It is part of the binary, so one that cannot be read
// is a defect that a test catches.
var load = sync.OnceValue(func() *library {
	l, err := open(policies.FS())
	if err != nil {
		panic(err)
	}
	return l
})

func open(files fs.FS) (*library, error) {
	l := &library{files: files, read: map[string]*Entry{}}
	text, err := fs.ReadFile(files, indexFile)
	if err == nil {
		var list []byte
		list, err = jsonpart.Member(text, "names")
		l.list, l.names = string(list), sync.OnceValue(func() map[string]string { return namesOf(list) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the index of programs: %w", err)
	}
	var common struct {
		Source      string            `json:"source"`
		Note        string            `json:"note"`
		Environment map[string]string `json:"environment"`
	}
	if text, err = fs.ReadFile(files, commonFile); err == nil {
		err = strictly(text, &common)
	}
	if err != nil {
		return nil, fmt.Errorf("read the variables of all programs: %w", err)
	}
	l.common = common.Environment
	var builders struct {
		Brings []string `json:"brings"`
	}
	if text, err = fs.ReadFile(files, buildersFile); err == nil {
		err = jsontable.Decode(string(text), &builders)
	}
	if err != nil {
		return nil, fmt.Errorf("read the programs that fetch or unpack: %w", err)
	}
	l.brings = builders.Brings
	return l, nil
}

// namesOf reads the names of an index. It is part of the program, and a test reads it.
func namesOf(list []byte) map[string]string {
	names := map[string]string{}
	err := jsonpart.Members(list, func(name string, value []byte) error {
		file, err := jsonpart.Text(value)
		names[name] = file
		return err
	})
	if err != nil {
		panic(fmt.Errorf("read the names of programs: %w", err))
	}
	return names
}

// seldom is how many names are looked for in the text of the index: for more it is read.
const seldom = 100

// file is the file of the entry of a program. Most calls of skillctl ask for one or two names, which are
// found in the text: a name is between quotes and in front of a colon. What stands between
// two texts of the index, which looks like that as well, has a blank.
func (l *library) file(name string) (string, bool) {
	if l.asked.Add(1) > seldom || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c == '"' || c == '\\' || c >= 0x7f }) {
		file, ok := l.names()[name]
		return file, ok
	}
	_, rest, found := strings.Cut(l.list, `"`+name+`": "`)
	if !found {
		return "", false
	}
	file, _, _ := strings.Cut(rest, `"`)
	return file, true
}

// strictly reads a document of which every field is known.
func strictly(text []byte, into any) error {
	return jsontable.Strict(string(text), into)
}

// Find is the entry of a program, whatever version its name ends with (python3.11),
// nil when there is none. An entry that cannot be read is an error: what it is
// about is not understood.
func Find(base string) (*Entry, error) {
	l := load()
	file, ok := l.file(base)
	if !ok {
		name := strings.TrimRight(base, "0123456789.-")
		if file, ok = l.file(name); !ok || name == "" {
			return nil, nil
		}
	}
	return l.entry(file)
}

// moduleFile is the file of the entry of a module, "" for none.
func moduleFile(name string) string {
	file, _ := load().file(name)
	return file
}

// Names are the names of all programs that have an entry, sorted.
func Names() []string { return slices.Sorted(maps.Keys(load().names())) }

func (l *library) entry(file string) (*Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.read[file]; e != nil {
		return e, nil
	}
	text, err := fs.ReadFile(l.files, path.Join(folder, file+".json"))
	if err != nil {
		return nil, fmt.Errorf("read the entry of %q: %w", file, err)
	}
	e, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read the entry of %q: %w", file, err)
	}
	l.read[file] = e
	return e, nil
}
