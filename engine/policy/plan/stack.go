package plan

import "github.com/open-policy-agent/opa/v1/ast"

// stack has the local variables of the functions that run, in pieces: what was taken
// stays where it is while more is made room for. A piece that is left is used again, by
// the next function that comes that far, and by the next evaluation.
type stack struct {
	pieces [][]*ast.Term
	// piece is the one that the next variables are in, used how many of it are taken.
	piece, used int
	// filled is how far each piece was taken.
	filled []int
}

// mark is how far a stack was filled.
type mark struct{ piece, used int }

// pieceSize is how many variables are made room for at a time.
const pieceSize = 4096

// mark is what [stack.back] goes back to.
func (s *stack) mark() mark { return mark{s.piece, s.used} }

// back leaves what was taken since.
func (s *stack) back(to mark) { s.piece, s.used = to.piece, to.used }

// take gives undefined variables.
func (s *stack) take(n int) []*ast.Term {
	for len(s.pieces) <= s.piece || s.used+n > len(s.pieces[s.piece]) {
		if len(s.pieces) > s.piece {
			s.piece++
		}
		if s.used = 0; len(s.pieces) == s.piece {
			s.pieces = append(s.pieces, make([]*ast.Term, max(pieceSize, n)))
			s.filled = append(s.filled, 0)
		}
	}
	locals := s.pieces[s.piece][s.used : s.used+n : s.used+n]
	s.used += n
	s.filled[s.piece] = max(s.filled[s.piece], s.used)
	clear(locals)
	return locals
}

// empty leaves the pieces with nothing in them.
func (s *stack) empty() {
	for i, piece := range s.pieces {
		clear(piece[:s.filled[i]])
		s.filled[i] = 0
	}
	s.back(mark{})
}
