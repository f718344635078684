package awk

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// walker goes through the syntax tree. Its types are in an internal package of
// GoAWK, so they are known by their names; a name that is not here is refused.
type walker struct {
	out *reading.Reading
}

// walk visits a value; assigned is how it is changed, "" when it is only used.
func (w *walker) walk(v reflect.Value, assigned string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem(), assigned)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i), assigned)
		}
	case reflect.Struct:
		w.node(v, assigned)
	}
}

// fields visits the fields of a node that are nodes themselves.
func (w *walker) fields(v reflect.Value, names ...string) {
	for _, n := range names {
		w.walk(v.FieldByName(n), "")
	}
}

func (w *walker) node(v reflect.Value, assigned string) {
	switch name := v.Type().Name(); name {
	case "Program":
		w.fields(v, "Begin", "Actions", "End", "Functions")
	case "Action":
		w.fields(v, "Pattern", "Stmts")
	case "Function":
		w.named(v.FieldByName("Name").String())
		for i := range v.FieldByName("Params").Len() {
			w.named(v.FieldByName("Params").Index(i).String())
		}
		w.fields(v, "Body")
	case "BinaryExpr":
		if file(v.FieldByName("Left")) {
			w.out.Refuse(0, "a file of getline in an expression without brackets")
		}
		w.plain(v, assigned)
	case "ExprStmt", "GroupingExpr", "MultiExpr", "IfStmt", "ForStmt", "WhileStmt", "DoWhileStmt", "ExitStmt", "ReturnStmt", "BlockStmt",
		"BreakStmt", "ContinueStmt", "NextStmt", "NextfileStmt", "FieldExpr", "UnaryExpr", "CondExpr", "NumExpr":
		w.plain(v, assigned)
	case "StrExpr", "RegExpr":
		w.pattern(v)
	case "VarExpr":
		w.variable(v.FieldByName("Name").String(), assigned)
	case "IndexExpr", "InExpr", "DeleteStmt", "ForInStmt":
		w.array(v, name, assigned)
	case "AssignExpr", "AugAssignExpr":
		w.walk(v.FieldByName("Left"), name)
		w.fields(v, "Right")
	case "IncrExpr":
		w.walk(v.FieldByName("Expr"), name)
	case "CallExpr":
		w.call(v)
	case "UserCallExpr":
		w.walk(v.FieldByName("Args"), name)
	case "GetlineExpr":
		w.getline(v)
	case "PrintStmt", "PrintfStmt":
		w.print(v)
	case "NamedFieldExpr":
		w.out.Refuse(0, "@, which loads code or calls a function by a variable")
	default:
		w.out.Refuse(0, "the construct "+name)
	}
}

// plain visits every field that can hold a node.
func (w *walker) plain(v reflect.Value, assigned string) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Interface, reflect.Slice, reflect.Pointer:
			w.walk(f, assigned)
		}
	}
}

// named refuses names that are functions elsewhere.
func (w *walker) named(name string) {
	if slices.Contains(otherFunctions(), name) || slices.Contains(harmlessFunctions(), name) {
		w.out.Refuse(0, fmt.Sprintf("the name %q, which is a function of gawk", name))
	}
}

// variable judges the use of a variable or of a whole array.
func (w *walker) variable(name, assigned string) {
	w.named(name)
	switch {
	case name == "ARGV" || name == "ARGC" && assigned != "":
		w.out.Refuse(0, "a change of ARGV or ARGC, by which other files are read")
	case name == "ENVIRON" || name == "PROCINFO" || name == "SYMTAB" || name == "FUNCTAB":
		w.out.Refuse(0, name+" as a whole")
	}
}

// array judges the use of an array.
func (w *walker) array(v reflect.Value, kind, assigned string) {
	name, index := v.FieldByName("Array").String(), v.FieldByName("Index")
	w.named(name)
	switch name {
	case "ARGV":
		if kind != "IndexExpr" || assigned != "" {
			w.out.Refuse(0, "a change of ARGV, by which other files are read")
		}
	case "ENVIRON":
		if kind != "IndexExpr" && kind != "InExpr" || assigned != "" || !constant(index) {
			w.out.Refuse(0, "ENVIRON without the name of a variable")
		} else if text, _ := literal(index.Index(0)); kind == "IndexExpr" {
			w.out.Take(text)
		}
	case "PROCINFO":
		if kind != "IndexExpr" || !constant(index) {
			w.out.Refuse(0, "PROCINFO without a constant name")
		}
	case "SYMTAB", "FUNCTAB":
		w.out.Refuse(0, name+", which reaches all variables by their names")
	}
	if kind == "ForInStmt" {
		w.named(v.FieldByName("Var").String())
		w.variable(v.FieldByName("Var").String(), kind)
		w.fields(v, "Body")
		return
	}
	w.walk(index, "")
}

// constant reports whether an index is one constant text.
func constant(index reflect.Value) bool {
	if index.Len() != 1 {
		return false
	}
	_, ok := literal(index.Index(0))
	return ok
}

// call judges a call of a function that awk has by itself.
func (w *walker) call(v reflect.Value) {
	name := fmt.Sprint(v.FieldByName("Func").Interface())
	args := v.FieldByName("Args")
	switch name {
	case "system":
		run := reading.Run{What: name}
		if args.Len() == 1 {
			run.Text, run.Known = literal(args.Index(0))
		}
		if !run.Known || run.Text != "" {
			// With no command it only empties the buffers.
			w.out.Run(run)
		}
	case "sub", "gsub":
		if args.Len() > 2 {
			w.walk(args.Index(2), name)
		}
	case "split":
		if args.Len() > 1 {
			w.walk(args.Index(1), name)
		}
	case "atan2", "close", "cos", "exp", "fflush", "index", "int", "length", "log", "match", "rand", "sin", "sprintf", "sqrt", "srand", "substr", "tolower", "toupper":
	default:
		w.out.Refuse(0, "the function "+name)
	}
	w.walk(args, "")
}

// getline judges the forms of getline.
func (w *walker) getline(v reflect.Value) {
	w.walk(v.FieldByName("Target"), "getline")
	if command := v.FieldByName("Command"); !command.IsNil() {
		// In "a" "b" | getline awks disagree on what the command is.
		w.out.Run(reading.Run{What: "| getline"})
		w.walk(command, "")
	}
	if file := v.FieldByName("File"); !file.IsNil() {
		p := reading.Place{What: "getline <"}
		p.Name, p.Known = literal(file)
		w.special(p.Name)
		w.out.Read(p)
		w.walk(file, "")
	}
}

// print judges where print and printf write.
func (w *walker) print(v reflect.Value) {
	w.fields(v, "Args", "Dest")
	dest := v.FieldByName("Dest")
	if dest.IsNil() {
		return
	}
	switch op := fmt.Sprint(v.FieldByName("Redirect").Interface()); op {
	case ">", ">>":
		p := reading.Place{What: "print >", Append: op == ">>"}
		p.Name, p.Known = literal(dest)
		w.special(p.Name)
		w.out.Write(p)
	case "|":
		run := reading.Run{What: "|"}
		run.Text, run.Known = literal(dest)
		w.out.Run(run)
	default:
		w.out.Refuse(0, "the redirect "+op)
	}
}
