package plan

import (
	"sync"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"
)

// kept is what a program has from one evaluation for the next: the values of rules that
// follow from data alone, and room. It is safe for concurrent use.
type kept struct {
	// asked: it was evaluated before. Who asks once pays for nothing that is kept.
	asked  atomic.Bool
	once   sync.Once
	values []atomic.Pointer[ast.Term]
	rooms  sync.Pool
}

// room is memory for one evaluation.
type room struct {
	values []*ast.Term
	// settled are the rules that have a value there, perhaps more than once.
	settled []uint32
	stack   stack
}

// again reports whether the program was evaluated before, and makes place for values.
func (k *kept) again(image *Image) bool {
	if !k.asked.Swap(true) {
		return false
	}
	k.once.Do(func() { k.values = make([]atomic.Pointer[ast.Term], len(image.functions)) })
	return true
}

func (k *kept) enter(image *Image) *room {
	if free, ok := k.rooms.Get().(*room); ok {
		return free
	}
	return &room{values: make([]*ast.Term, len(image.functions))}
}

// leave gives room back, with nothing in it.
func (k *kept) leave(r *room) {
	for _, rule := range r.settled {
		r.values[rule] = nil
	}
	r.settled = r.settled[:0]
	r.stack.empty()
	k.rooms.Put(r)
}

func (k *kept) value(rule uint32) *ast.Term { return k.values[rule].Load() }

func (k *kept) keep(rule uint32, value *ast.Term) {
	if value != undefined {
		Settle(value)
	}
	k.values[rule].Store(value)
}

// Settle sorts all that is in a value, which OPA does when somebody first looks: from
// now on it is only read, by several at a time.
func Settle(term *ast.Term) {
	switch value := term.Value.(type) {
	case *ast.Array:
		value.Foreach(Settle)
	case ast.Set:
		for _, one := range value.Slice() {
			Settle(one)
		}
	case ast.Object:
		value.Foreach(func(key, one *ast.Term) {
			Settle(key)
			Settle(one)
		})
	}
}
