package document

import "sync"

// minIndexed is from how many members on an object gets an index: below that,
// looking through them is faster.
const minIndexed = 32

// keyIndex remembers where the keys of large objects stand, so that as many
// places can be looked up as an object has members. The nodes of a document do
// not change once it was read. The zero value is ready to use, by many
// goroutines at once.
type keyIndex struct {
	mu sync.Mutex
	of map[*Node]map[string]int
}

// member is [Node.Member].
func (x *keyIndex) member(n *Node, key string) (Member, bool) {
	if n == nil || n.Kind != Object || len(n.Members) < minIndexed {
		return n.Member(key)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	last, known := x.of[n]
	if !known {
		if x.of == nil {
			x.of = map[*Node]map[string]int{}
		}
		last = lastMembers(n.Members)
		x.of[n] = last
	}
	i, ok := last[key]
	if !ok {
		return Member{}, false
	}
	return n.Members[i], true
}
