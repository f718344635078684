package argv

import (
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/internal/jsonpart"
)

// entries are those of a table by the names of programs.
type entries[T any] struct {
	named map[string]*entry[T]
	// made is called with each entry that was read, nil for none.
	made func(*T)
}

// entry is one of a table; its text is read once.
type entry[T any] struct {
	once sync.Once
	text []byte
	spec *T
}

// find notes the entries of a list by their names. The last one of a name holds.
func (e *entries[T]) find(list []byte) error {
	e.named = map[string]*entry[T]{}
	return jsonpart.Items(list, func(text []byte) error {
		names, err := jsonpart.Member(text, "names")
		if err != nil {
			return err
		}
		one := &entry[T]{text: text}
		return jsonpart.Items(names, func(name []byte) error {
			text, err := jsonpart.Text(name)
			e.named[text] = one
			return err
		})
	})
}

// of is the entry of a program, nil where there is none. Tables are part of the binary,
// so that an entry which cannot be read is a defect that a test catches.
func (e *entries[T]) of(name string) *T {
	one := e.named[name]
	if one == nil {
		return nil
	}
	one.once.Do(func() {
		spec := new(T)
		if err := strictly(one.text, spec); err != nil {
			panic(fmt.Errorf("read the entry of %q: %w", name, err))
		}
		if e.made != nil {
			e.made(spec)
		}
		one.spec = spec
	})
	if one.spec == nil { // it panicked when it was read first
		panic(fmt.Sprintf("the entry of %q cannot be read", name))
	}
	return one.spec
}
