package plan

// Op is one kind of statement of an image's code. Code is a sequence of words; a
// statement is its op and as many words as the op has, and where the op has a block,
// the words of that. An operand is a word that names a value: twice the number of a
// local variable, or twice the index of a constant and one.
type Op uint32

// The ops. L is a local variable, V an operand, N a number, B a block that follows
// (its length in words is the last word before it), AT a place (file, row, column).
const (
	_ Op = iota

	// OpBlock B: a block; what breaks off in it goes on behind it.
	OpBlock
	// OpBreak N: leaves so many blocks and the one that it is in.
	OpBreak
	// OpScan V(source) L(key) L(value) B: the block once for each element.
	OpScan
	// OpNot B: goes on where the block does not come to its end.
	OpNot
	// OpWith L V N(path) constants… B: the block with a part of a document replaced.
	OpWith
	// OpReturn V: the value of the function.
	OpReturn
	// OpResult V: an answer of the plan.
	OpResult

	// OpMove V L: L is V.
	OpMove
	// OpOnce V L AT N(constant): L is V; it must not be anything else already, or the
	// constant says what is wrong.
	OpOnce
	// OpReset L: L is undefined.
	OpReset
	// OpDot V(source) V(key) L: what source has at key.
	OpDot
	// OpLen V L: how many elements V has.
	OpLen

	// OpEqual V V, OpDiffer V V, OpHolds V (it is not false), OpArray V, OpObject V,
	// OpSet V, OpDefined V, OpUndefined V: break off where this is not so.
	OpEqual
	OpDiffer
	OpHolds
	OpIsArray
	OpIsObject
	OpIsSet
	OpDefined
	OpUndefined

	// OpMakeArray L, OpMakeObject L, OpMakeSet L: an empty one, to be filled.
	OpMakeArray
	OpMakeObject
	OpMakeSet
	// OpAppend V L, OpInsert V(key) V L, OpAdd V L fill one; OpSeal L ends an array.
	OpAppend
	OpInsert
	OpAdd
	OpSeal
	// OpInsertOnce V(key) V L AT: as OpInsert; the key must not be there with another
	// value.
	OpInsertOnce
	// OpMerge V V L: L is the two others, merged.
	OpMerge
	// OpArrayOf L N V…, OpSetOf L N V…, OpObjectOf L N (V V)…: of so many elements.
	OpArrayOf
	OpSetOf
	OpObjectOf

	// OpRule N(function) L: the value of a rule, which is worked out once.
	OpRule
	// OpCall N(function) L N V…: the value of a function.
	OpCall
	// OpBuiltin N(built-in) L AT N V…: the value of a built-in function.
	OpBuiltin
	// OpDynamic L N(names) V… N(candidates) (N(function) constants…)…: the value of the
	// rule that the names lead to.
	OpDynamic
)

// Local and Const are the operands of a local variable and of a constant.
func Local(n int) uint32 { return uint32(n) << 1 }

// Const is the operand of a constant.
func Const(index int) uint32 { return uint32(index)<<1 | 1 }

// Kinds of constants.
const (
	constNull = iota
	constFalse
	constTrue
	constText
	constNumber
	constArray
	constObject
	constSet
)

// The two documents that every function is given in its first local variables.
const (
	localInput = 0
	localData  = 1
)
