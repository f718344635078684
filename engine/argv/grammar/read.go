package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// Read reads the words of a call by the entry of its program. Without an entry the
// shape of the words is all there is: what may be a command, a place outside of the
// working directory, a file that programs load, or an option that is known only when
// it runs is not understood; any other word is taken as plain.
func Read(call argv.Call) *Reading {
	e, err := Find(call.Base)
	switch {
	case err != nil:
		r := none()
		r.Entry = true
		r.Unclassed = append(r.Unclassed, Unclassed{Word: call.Base, Kind: "words", Why: "has an entry that cannot be read: " + err.Error(), Span: call.Span})
		return r
	case e != nil:
		r := e.Read(call)
		r.without(call, e)
		if len(call.Args) < maxFound {
			r.module(call, e)
		}
		return r
	}
	r := none()
	ended := false
	for i, w := range call.Args {
		if i == 0 || len(r.Unclassed) >= maxFound {
			continue
		}
		if ended = ended || w.Value != nil && *w.Value == "--"; w.Begins == argv.BeginsNamed && !ended {
			r.Named = append(r.Named, w)
		}
		if option, value, ok := output(call.Args, i); ok {
			r.Places = append(r.Places, Place{Role: "write", Option: option, Target: value, Span: w.Span})
		}
		if kind, why := unplain(call, i); why != "" && !shellText(call, i) {
			r.Unclassed = append(r.Unclassed, Unclassed{Word: w.Text, Kind: kind, Why: why, Span: w.Span})
			continue
		}
		if handedOn(call, i) {
			r.Places = append(r.Places, Place{Role: "command", Target: w, Span: w.Span, rest: call.Args[i:]})
			break
		}
	}
	r.settings(call)
	if slices.Contains(load().brings, call.Base) {
		r.Brings = []Brought{{}}
	}
	return r
}

// shellText reports whether a word is the text of sh -c, of which the commands are read.
func shellText(call argv.Call, i int) bool {
	if call.Carries != "shell" || i < 2 || call.Args[i].Value == nil {
		return false
	}
	for at := 1; at < i; at++ {
		if !dashed(call.Args[at]) && (at < 2 || call.Args[at-1].Shape() != "-o" && call.Args[at-1].Shape() != "-O") {
			return false // a script: what stands behind it is given to that
		}
	}
	before := call.Args[i-1].Shape()
	return len(before) > 1 && before[0] == '-' && before[1] != '-' && strings.HasSuffix(before, "c")
}

// settings notes variables for a program without an entry whose value is more than a
// word. What is called by its place, such as ./mine, has variables of its own.
func (r *Reading) settings(call argv.Call) {
	if strings.Contains(call.Name, "/") {
		return
	}
	for _, v := range call.Variables {
		if v.Name == nil || v.Value == nil || v.How != "prefix" && v.How != "env" || !powerful(*v.Value) {
			continue
		}
		if _, known := lookupName(load().common, *v.Name, false); !known {
			r.Unclassed = append(r.Unclassed, Unclassed{
				Word: *v.Name, Kind: "variable", Why: "gets the variable " + *v.Name + ", and what that does is not known", Span: v.Span,
			})
		}
	}
}

// module reads what stands behind python -m, which is the program of that name. Of
// what comes with the interpreter and has no entry nothing is known: a file of that
// name in the working directory is not what runs.
func (r *Reading) module(call argv.Call, e *Entry) {
	for i, p := range r.Places {
		if p.Role != "command" || p.Option != "-m" || len(p.rest) == 0 || !strings.HasPrefix(call.Base, "py") && call.Base != "coverage" {
			continue
		}
		name := p.rest[0]
		if name.Value == nil {
			return
		}
		first, _, _ := strings.Cut(*name.Value, ".")
		if slices.Contains(e.Modules, first) && !strings.HasPrefix(moduleFile(*name.Value), "python-") {
			r.Unclassed = append(r.Unclassed, Unclassed{Word: name.Text, Kind: "value", Why: "runs its module " + *name.Value + ", and what that does is not known", Span: name.Span})
			r.Places = slices.Delete(r.Places, i, i+1)
			return
		}
		before := len(call.Args) - len(p.rest)
		call.Name, call.Base, call.Args = *name.Value, *name.Value, p.rest
		more := Read(call)
		r.Named = append(r.Named, more.Named...)
		r.Places = append(slices.Delete(r.Places, i, i+1), more.Places...)
		r.Unclassed = append(r.Unclassed, more.Unclassed...)
		r.Effects, r.Own = append(r.Effects, more.Effects...), append(r.Own, more.Own...)
		// The module is the program, and what it is to do stands behind its name.
		r.Sub = append(r.Sub, more.Sub...)
		for _, at := range more.At {
			r.At = append(r.At, at+before)
		}
		r.Brings = append(r.Brings, more.Brings...)
		if r.Files = nil; len(more.Files) > 0 {
			r.Files = more.Files
		}
		return
	}
}

func none() *Reading {
	return &Reading{Sub: []string{}, At: []int{}, Unclassed: []Unclassed{}, Places: []Place{}, Effects: []string{}, Own: []string{}}
}

// Texts are what the texts of small languages do that the words or standard input
// hold.
func (r *Reading) Texts(call argv.Call) []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		switch p.Role {
		case "code":
			out = append(out, judged(call, p)...)
		case "stdin":
			if language, ok := strings.CutPrefix(p.Of, "code:"); ok && (p.alone || !r.gives(language)) {
				out = append(out, call.JudgeInput(language)...)
			}
		}
	}
	return out
}

// Steps are the commands that the words name.
func (r *Reading) Steps(call argv.Call) []argv.Step {
	var out []argv.Step
	for _, p := range r.Places {
		switch p.Role {
		case "command", "command;":
			if len(p.rest) > 0 {
				out = append(out, argv.Carries("wrapper"), argv.Run{Words: p.rest, Edge: argv.EdgeWrapper, Via: p.Option, Dirs: p.folders})
			}
		case "shell":
			if p.Target.Value != nil && !p.Target.Glob && !p.Target.Tilde {
				out = append(out, argv.Carries("option"), argv.Line{Text: *p.Target.Value, At: p.Target, Edge: argv.EdgeOption, Via: p.Option, Dirs: p.folders, Fed: true})
			}
		}
	}
	return out
}

// judged are the steps of a text. Those of awk and sed are those of the [Reading.Program], and
// what make is given is read where its assignments are.
func judged(call argv.Call, p Place) []argv.Step {
	if p.Of == "awk" || p.Of == "sed" || p.Of == "make" {
		return nil
	}
	return call.Judge(p.Of, optionOf(p, "operand"), p.Target)
}

// gives reports whether the arguments hold a text in place of standard input. The
// commands of gdb, and what sqlite3 takes with -cmd, come before it.
func (r *Reading) gives(language string) bool {
	for _, p := range r.Places {
		if p.Role == "code" && !p.less && p.Of == language && language != "gdb" && p.Option != "-cmd" {
			return true
		}
	}
	return false
}
