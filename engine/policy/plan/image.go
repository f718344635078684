// Package plan evaluates policies that were compiled before the program was built.
//
// OPA compiles Rego to a plan: functions of statements (package v1/ir of OPA). Package
// assemble turns a plan into an image, a text that is embedded and that nothing has to
// be decoded of but what is used. A [Program] is an image of which some policies are
// left out; a [Machine] is one evaluation.
//
// Values are those of OPA, and so are built-in functions. OPA's own evaluator is the
// reference: what it answers is what a plan has to answer.
package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Magic begins every image; its number changes with the format.
const Magic = "skillctl plan 4\n"

// Image is compiled policies. It is immutable and safe for concurrent use; what is
// read of it is kept.
type Image struct {
	head Header
	// spread are functions whose rules are in several policies: the number of the
	// function, and those of the policies.
	spread    [][]int
	constants []atomic.Pointer[ast.Term]
	functions []function
	// expressions are those that any program has asked about.
	expressions expressions
	// text has the table of places, and what it leads to: constants, functions, notes.
	text string
}

// Header says what an image is of.
type Header struct {
	// Digest is that of the policies and of what they may call.
	Digest string
	// Seal, Whole and Sealed are those of the [Sources].
	Seal, Whole string
	Sealed      []string
	// Files are the policies by name, as they were compiled.
	Files []string
	// Builtins are the names of the functions that are called.
	Builtins []string
	// Entries are the questions that can be asked, such as "data.skillctl.hook.decision".
	Entries []string
	// Tables is where data has tables, such as "skillctl", "tables"; empty where policies
	// look at data in another way, too.
	Tables []string
}

// Sources are what an image is made from.
type Sources struct {
	// Digest, Entries and Tables are those of the [Header].
	Digest          string
	Entries, Tables []string
	// Seal is known of the files that count without reading them, and changes with each of
	// them; Whole is the digest of policies and tables, Sealed are their names.
	Seal, Whole string
	Sealed      []string
	Modules     map[string]*ast.Module
	// Capabilities are what the modules may call.
	Capabilities *ast.Capabilities
	// Notes are kept for each module by name: see [Image.Note].
	Notes map[string]string
}

// function is one function or entry point of an image.
type function struct {
	once sync.Once
	name string
	code []uint32
	// locals is how many local variables it has, params which of these are given besides
	// the documents, file the policy that its rules are in.
	locals, file int
	params       []int
	// fixed: what it gives follows from data, and its arguments, alone.
	fixed bool
}

var errImage = errors.New("the compiled policies cannot be read")

// reader reads the records of an image.
type reader struct{ text string }

func (r *reader) number() int {
	n, size := uint64(0), 0
	for shift := 0; ; shift += 7 {
		b := r.text[size]
		size++
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	r.text = r.text[size:]
	return int(n)
}

// count is how many things follow, each of a byte or more.
func (r *reader) count() int {
	n := r.number()
	if n < 0 || n > len(r.text) {
		panic(errImage)
	}
	return n
}

func (r *reader) string() string {
	n := r.count()
	text := r.text[:n]
	r.text = r.text[n:]
	return text
}

func (r *reader) strings() []string {
	list := make([]string, r.count())
	for i := range list {
		list[i] = r.string()
	}
	return list
}

func (r *reader) numbers() []int {
	list := make([]int, r.count())
	for i := range list {
		list[i] = r.number()
	}
	return list
}

// words are the statements of a function.
func (r *reader) words() []uint32 {
	code := make([]uint32, r.count())
	text, at := r.text, 0
	for i := range code {
		b := text[at]
		at++
		n := uint32(b & 0x7f)
		for shift := 7; b >= 0x80; shift += 7 {
			b = text[at]
			at++
			n |= uint32(b&0x7f) << shift
		}
		code[i] = n
	}
	r.text = text[at:]
	return code
}

// Digest is the digest that an image carries, "" for a text that is none.
func Digest(text string) string {
	if len(text) <= len(Magic) || text[:len(Magic)] != Magic {
		return ""
	}
	r := &reader{text[len(Magic):]}
	return r.string()
}

// Open reads the tables of an image. The text has to be one that package assemble has
// written.
func Open(text string) (image *Image, err error) {
	defer func() {
		if recover() != nil {
			image, err = nil, errImage
		}
	}()
	if Digest(text) == "" {
		return nil, errImage
	}
	r := &reader{text[len(Magic):]}
	image = &Image{expressions: expressions{kept: lazydfa.Cache{Limit: maxExpressions}}}
	image.head = Header{Digest: r.string(), Seal: r.string(), Whole: r.string(), Sealed: r.strings(), Files: r.strings(), Builtins: r.strings(), Entries: r.strings(), Tables: r.strings()}
	image.spread = make([][]int, r.count())
	for i := range image.spread {
		image.spread[i] = r.numbers()
	}
	image.constants = make([]atomic.Pointer[ast.Term], r.count())
	image.functions = make([]function, r.count())
	image.text = r.text
	return image, nil
}

// record is what an entry of the table of places leads to: constants first, then
// functions, then notes.
func (i *Image) record(n int) reader {
	at := i.text[4*n:]
	return reader{i.text[uint32(at[0])|uint32(at[1])<<8|uint32(at[2])<<16|uint32(at[3])<<24:]}
}

// Header says what the image is of.
func (i *Image) Header() Header { return i.head }

// Compiles reports whether the image is of a policy, by the name of its file.
func (i *Image) Compiles(file string) bool { return slices.Contains(i.head.Files, file) }

// Note is what was kept of a policy besides its rules, "" for nothing.
func (i *Image) Note(file string) string {
	n := slices.Index(i.head.Files, file)
	if n < 0 {
		return ""
	}
	r := i.record(len(i.constants) + len(i.functions) + n)
	return r.string()
}

// function reads a function when it is first asked for.
func (i *Image) function(n uint32) *function {
	f := &i.functions[n]
	f.once.Do(func() {
		r := i.record(len(i.constants) + int(n))
		f.name, f.locals, f.params, f.file = r.string(), r.number(), r.numbers(), r.number()
		f.fixed = r.number() == 1
		f.code = r.words()
	})
	return f
}

// constant is a constant of the image. It is made when it is first asked for; two that
// make it at a time make the same.
func (i *Image) constant(n uint32) *ast.Term {
	if term := i.constants[n].Load(); term != nil {
		return term
	}
	term := i.makeConstant(int(n))
	i.constants[n].Store(term)
	return term
}

func (i *Image) makeConstant(n int) *ast.Term {
	r := i.record(n)
	switch kind := r.number(); kind {
	case constNull:
		return ast.InternedNullTerm
	case constFalse, constTrue:
		return ast.InternedTerm(kind == constTrue)
	case constText:
		return ast.StringTerm(r.string())
	case constNumber:
		return ast.NumberTerm(json.Number(r.string()))
	case constArray:
		return ast.ArrayTerm(i.constantsOf(&r)...)
	case constSet:
		term := ast.SetTerm(i.constantsOf(&r)...)
		term.Value.(ast.Set).Slice() // sorts it
		return term
	case constObject:
		list := i.constantsOf(&r)
		object := ast.NewObjectWithCapacity(len(list) / 2)
		for k := 0; k < len(list); k += 2 {
			object.Insert(list[k], list[k+1])
		}
		object.Keys() // sorts them
		return ast.NewTerm(object)
	default:
		panic(fmt.Sprintf("there is no kind %d of constants", kind))
	}
}

func (i *Image) constantsOf(r *reader) []*ast.Term {
	list := make([]*ast.Term, r.count())
	for k := range list {
		list[k] = i.constant(uint32(r.number()))
	}
	return list
}
