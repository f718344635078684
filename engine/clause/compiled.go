package clause

import (
	_ "embed"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"sort"
)

// To find out what an expression needs it has to be parsed, of which a start that reads one
// skill would spend a third. So that is done when skillctl is built, for all expressions
// of the tables. An expression that has changed since is not found in needs.bin, and parsed:
// later, and as right. go generate ./policies makes the file anew.
//
// It has how many there are, of each, in order, its hash and where its part begins, and
// behind these the parts: [needs] of a pattern, or the branches of a [saying].
//
//go:embed needs.bin
var compiledNeeds string

const (
	hashBytes  = 8
	entryBytes = hashBytes + 4
)

func hashOf(expression string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(expression)) // it never fails
	return h.Sum64()
}

// compiled is the part of an expression.
func compiled(expression string) (string, bool) {
	text, want := compiledNeeds, hashOf(expression)
	if len(text) < 4 {
		return "", false
	}
	count := numberAt(text, 4)
	i := sort.Search(count, func(i int) bool { return hashAt(text, i) >= want })
	if i == count || hashAt(text, i) != want {
		return "", false
	}
	end := len(text)
	if i+1 < count {
		end = numberAt(text[4+(i+1)*entryBytes+hashBytes:], 4)
	}
	return text[numberAt(text[4+i*entryBytes+hashBytes:], 4):end], true
}

func hashAt(text string, i int) uint64 {
	at := 4 + i*entryBytes
	return binary.BigEndian.Uint64([]byte(text[at : at+hashBytes]))
}

// numberAt is the one that so many bytes say.
func numberAt(text string, bytes int) int {
	n := 0
	for i := range bytes {
		n = n<<8 | int(text[i])
	}
	return n
}

// writeCompiled writes what compiled finds its parts in.
func writeCompiled(parts map[string]string) []byte {
	order := make([]uint64, 0, len(parts))
	byHash := map[uint64]string{}
	for expression, part := range parts {
		hash := hashOf(expression)
		order, byHash[hash] = append(order, hash), part
	}
	slices.Sort(order)
	head := binary.BigEndian.AppendUint32(nil, uint32(len(order)))
	var body []byte
	for _, hash := range order {
		head = binary.BigEndian.AppendUint64(head, hash)
		head = binary.BigEndian.AppendUint32(head, uint32(4+len(order)*entryBytes+len(body)))
		body = append(body, byHash[hash]...)
	}
	return append(head, body...)
}

// writeBranches are branches as a part: their number, and of each the length and the text
// of its expression and of what it needs.
func writeBranches(all []branch) string {
	out := binary.BigEndian.AppendUint16(nil, uint16(len(all)))
	for i := range all {
		for _, text := range []string{all[i].expression, string(all[i].needs)} {
			out = append(binary.BigEndian.AppendUint16(out, uint16(len(text))), text...)
		}
	}
	return string(out)
}

func readBranches(part string) []branch {
	all, at := make([]branch, numberAt(part, 2)), 2
	next := func() string {
		begin := at + 2
		at = begin + numberAt(part[at:], 2)
		return part[begin:at]
	}
	for i := range all {
		all[i].expression, all[i].needs = next(), needs(next())
	}
	return all
}
