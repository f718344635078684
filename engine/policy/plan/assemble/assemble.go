// Package assemble turns a plan of OPA into an image of package plan.
package assemble

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// assembler has what all functions of an image share.
type assembler struct {
	policy    *ir.Policy
	header    plan.Header
	constants constants
	functions map[string]int
	builtins  map[string]int
	// fixed: see the function of that name.
	fixed map[string]bool
}

// Assemble writes the image of a plan that OPA made of sources.
func Assemble(policy *ir.Policy, sources *plan.Sources) (string, error) {
	for _, f := range policy.Funcs.Funcs {
		visit(f.Blocks, plainOperands)
	}
	for _, p := range policy.Plans.Plans {
		visit(p.Blocks, plainOperands)
	}
	a := &assembler{policy: policy, constants: newConstants(), functions: map[string]int{}, builtins: map[string]int{}, fixed: fixed(policy, sources.Tables)}
	a.header.Digest, a.header.Seal, a.header.Whole, a.header.Sealed = sources.Digest, sources.Seal, sources.Whole, sources.Sealed
	if onlyTables(policy, sources.Tables) {
		a.header.Tables = sources.Tables
	}
	for _, file := range policy.Static.Files {
		a.header.Files = append(a.header.Files, file.Value)
	}
	// Those that nothing was planned of have notes as well.
	for _, file := range slices.Sorted(maps.Keys(sources.Notes)) {
		if !slices.Contains(a.header.Files, file) {
			a.header.Files = append(a.header.Files, file)
		}
	}
	for i, builtin := range policy.Static.BuiltinFuncs {
		a.builtins[builtin.Name] = i
		a.header.Builtins = append(a.header.Builtins, builtin.Name)
	}
	for i, f := range policy.Funcs.Funcs {
		a.functions[f.Name] = i
	}
	for _, p := range policy.Plans.Plans {
		a.header.Entries = append(a.header.Entries, "data."+strings.ReplaceAll(p.Name, "/", "."))
	}
	var records [][]byte
	var spread [][]byte
	for i, f := range policy.Funcs.Funcs {
		record, files, err := a.function(f)
		if err != nil {
			return "", fmt.Errorf("assemble %s: %w", f.Name, err)
		}
		if len(files) > 1 {
			spread = append(spread, list(append([]int{i}, files...)))
		}
		records = append(records, record)
	}
	for _, p := range policy.Plans.Plans {
		record, err := a.plan(p)
		if err != nil {
			return "", fmt.Errorf("assemble %s: %w", p.Name, err)
		}
		records = append(records, record)
	}
	return a.image(records, spread, sources.Notes), nil
}

// image puts the parts together: the header, the table of places, constants, functions.
func (a *assembler) image(functions, spread [][]byte, notes map[string]string) string {
	out := []byte(plan.Magic)
	out = text(out, a.header.Digest)
	out = text(out, a.header.Seal)
	out = text(out, a.header.Whole)
	out = texts(out, a.header.Sealed)
	out = texts(out, a.header.Files)
	out = texts(out, a.header.Builtins)
	out = texts(out, a.header.Entries)
	out = texts(out, a.header.Tables)
	out = number(out, len(spread))
	for _, one := range spread {
		out = append(out, one...)
	}
	out = number(out, len(a.constants.records))
	out = number(out, len(functions))
	records := append(slices.Clone(a.constants.records), functions...)
	for _, file := range a.header.Files {
		records = append(records, text(nil, notes[file]))
	}
	at := 4 * len(records)
	for _, record := range records {
		out = binary.LittleEndian.AppendUint32(out, uint32(at))
		at += len(record)
	}
	for _, record := range records {
		out = append(out, record...)
	}
	return string(out)
}

func number(out []byte, n int) []byte { return binary.AppendUvarint(out, uint64(n)) }

func text(out []byte, s string) []byte { return append(number(out, len(s)), s...) }

func texts(out []byte, all []string) []byte {
	out = number(out, len(all))
	for _, s := range all {
		out = text(out, s)
	}
	return out
}

func list(all []int) []byte {
	out := number(nil, len(all))
	for _, n := range all {
		out = number(out, n)
	}
	return out
}

// record is that of a function: see plan.function.
func record(name string, locals int, params []int, file int, fixed bool, code []uint32) []byte {
	out := text(nil, name)
	out = number(out, locals)
	out = append(out, list(params)...)
	out = number(out, file)
	if fixed {
		out = number(out, 1)
	} else {
		out = number(out, 0)
	}
	out = number(out, len(code))
	for _, word := range code {
		out = number(out, int(word))
	}
	return out
}

// function assembles one function; files are those that its rules are in.
func (a *assembler) function(f *ir.Func) (_ []byte, files []int, err error) {
	w := &writer{assembler: a, result: f.Return, early: earlyValue(f), conflict: conflictOf(f)}
	w.locals = int(f.Return)
	var params []int
	for i, param := range f.Params {
		if i < 2 && int(param) != i {
			return nil, nil, fmt.Errorf("document %d is local variable %d", i, param)
		}
		w.local(param)
		params = append(params, int(param))
	}
	for i, block := range f.Blocks {
		if i > 0 && i < len(f.Blocks)-1 || i == 0 && !structural(block) {
			if file, ok := fileOf(block.Stmts); ok && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
		if err := w.top(block); err != nil {
			return nil, nil, err
		}
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("none of its statements has a place")
	}
	slices.Sort(files)
	return record(f.Name, w.locals+1, params[2:], files[0], a.fixed[f.Name], w.code), files, nil
}

// conflictOf is what OPA says where a rule has two values.
func conflictOf(f *ir.Func) string {
	_, path, _ := strings.Cut(f.Name, ".")
	if len(f.Params) > 2 {
		return "function " + path + " produced conflicting values for the same inputs"
	}
	return "rule " + path + " produced conflicting values"
}

// plan assembles what asks for an entry point.
func (a *assembler) plan(p *ir.Plan) ([]byte, error) {
	w := &writer{assembler: a, result: -1}
	for _, block := range p.Blocks {
		if err := w.top(block); err != nil {
			return nil, err
		}
	}
	return record(p.Name, w.locals+1, nil, 0, false, w.code), nil
}

// structural is a block that only makes what a function fills.
func structural(b *ir.Block) bool {
	if len(b.Stmts) != 1 {
		return false
	}
	switch b.Stmts[0].(type) {
	case *ir.MakeObjectStmt, *ir.MakeSetStmt:
		return true
	}
	return false
}

// fileOf is the file of the first statement that is in one.
func fileOf(stmts []ir.Stmt) (int, bool) {
	for _, stmt := range stmts {
		if block, ok := stmt.(*ir.BlockStmt); ok {
			for _, inner := range block.Blocks {
				if file, ok := fileOf(inner.Stmts); ok {
					return file, true
				}
			}
			continue
		}
		if at := stmt.GetLocation(); at.Row > 0 {
			return at.File, true
		}
	}
	return 0, false
}

// earlyValue is the one constant that all bodies of a rule give: its first success
// is its value, and the rest need not be looked at. nil where there is no such.
func earlyValue(f *ir.Func) ir.Val {
	var value ir.Val
	same := true
	// The blocks before the default and the return: the bodies and their ends.
	visit(f.Blocks, func(stmt ir.Stmt) {
		once, ok := stmt.(*ir.AssignVarOnceStmt)
		if !ok || once.Target == f.Return {
			return
		}
		if _, isLocal := once.Source.Value.(ir.Local); isLocal || value != nil && value != once.Source.Value {
			same = false
		}
		value = once.Source.Value
	})
	if !same {
		return nil
	}
	return value
}

// visit calls see for all statements.
func visit(blocks []*ir.Block, see func(ir.Stmt)) {
	for _, block := range blocks {
		for _, stmt := range block.Stmts {
			see(stmt)
			visit(blocksOf(stmt), see)
		}
	}
}

func blocksOf(stmt ir.Stmt) []*ir.Block {
	switch s := stmt.(type) {
	case *ir.BlockStmt:
		return s.Blocks
	case *ir.ScanStmt:
		return []*ir.Block{s.Block}
	case *ir.NotStmt:
		return []*ir.Block{s.Block}
	case *ir.WithStmt:
		return []*ir.Block{s.Block}
	}
	return nil
}
