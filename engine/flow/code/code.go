package code

// Kind says what a [Node] is.
type Kind uint8

// Kinds of nodes. The fields that each has are named; all have Pos and End.
const (
	// Other has parts of which no value is made: a comparison. List. With Name "global" it
	// says that Names are variables of what is around the function, with "declared" that Names are
	// given a type and no value.
	Other Kind = iota
	// Name is a variable. Name.
	Name
	// Text is a text that is written out. Name.
	Text
	// Number is a number, as it is written. Name.
	Number
	// Attr is a part of X that is called Name: x.name.
	Attr
	// Call calls X with List; Names are those of the arguments: "" has none, "*" and
	// "**" are spread.
	Call
	// Index is the part of X at List: x[i], or x[a:b:c] with Name ":".
	Index
	// Join is made of List, which is never empty, by the operator Name: "+", "/", "%" …;
	// "" is a text with values put in.
	Join
	// Choice is one of List.
	Choice
	// Sequence is a list or a tuple of List; Names has "*" for what is spread.
	Sequence
	// Record has fields: List with Names, and Keys for names that are computed (nil
	// where one is not). "**" is another record that is spread.
	Record
	// Func is a function: Func, and List are what it is handed to as soon as it is made,
	// the outermost first.
	Func
	// Each is List[1:] done for each List[0] of X; List is never empty. It has the value
	// of List[1:] as a sequence where Name is "sequence".
	Each
	// Assign gives X to each of List, which is never empty. Name is "=" or an operator
	// such as "+=".
	Assign
	// Block is List, one after the other; Name is "maybe" where it may not be done.
	Block
	// Class is a class Name with List as its body, and X as what it is made from.
	Class
	// Import takes Module in: see [Imported].
	Import
	// Return ends a function with X, which may be nil; Name "yield" goes on.
	Return
)

// Node is a part of a program.
type Node struct {
	Kind  Kind
	Name  string
	X     *Node
	List  []*Node
	Names []string
	Keys  []*Node
	Func  *Function
	// Import is set for that kind.
	Import *Imported
	// Pos and End are offsets in the text, in bytes.
	Pos, End int
}

// Function is what a call runs.
type Function struct {
	Name   string
	Params []Param
	Body   []*Node
	// Arrow says that Body is one value, which it gives back.
	Arrow bool
	// Getter says that it is called where its name is read.
	Getter bool
	Pos    int
}

// Param is a parameter. Its target is a name or, taken apart, a record or sequence.
type Param struct {
	Target  *Node
	Default *Node
	// Rest takes all arguments that are left.
	Rest bool
	// Field says that the object has it under its name from then on: of a constructor in
	// TypeScript, `constructor(private readonly base: string)`.
	Field bool
}

// Imported is what an import takes in.
type Imported struct {
	// Module is as it is written: "os.path", "..lib.send", "./send.js".
	Module string
	// As is what the module is called, "" where it is not; "*" puts all of its names
	// in.
	As string
	// Names are those of the module that are taken in, each with what it is called.
	Names [][2]string
}

// Program is one text that was read.
type Program struct {
	Body []*Node
	// Cut says why not all of the text was read, "" when it was.
	Cut string
}

// The bounds of a text that is read.
const (
	// MaxTokens is how many words and marks of one text are read.
	MaxTokens = 400_000
	// MaxDepth is how deep parts may be nested.
	MaxDepth = 400
)

// What [Program.Cut] says.
const (
	CutTokens = "it has more words and marks than are read"
	CutDepth  = "it is nested deeper than is read"
)
