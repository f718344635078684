package sql

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// ReadSQLite reads one argument of sqlite3, or all of its standard input.
func ReadSQLite(source string) reading.Reading {
	var r reading.Reading
	if r.Bounds(source) {
		lines(source, SQLite, &r, dotCommand)
	}
	return r
}

// maxCommands is how many commands of the program a text may hold.
const maxCommands = 200

// lines reads a text in which a line between two statements may be a command of
// the program.
func lines(source string, d Dialect, r *reading.Reading, command func(string, *reading.Reading)) {
	mark := map[Dialect]string{SQLite: ".", Postgres: `\`}[d]
	var pending strings.Builder
	commands := 0
	for line := range strings.SplitSeq(source, "\n") {
		bare := strings.ToLower(strings.TrimSpace(line))
		switch {
		case mark != "" && strings.HasPrefix(bare, mark):
			if !between(pending.String(), d) || !strings.HasPrefix(line, mark) && d == SQLite {
				r.Refuse(0, fmt.Sprintf("the command %q within a statement", bare))
				return
			}
			if commands++; commands > maxCommands {
				r.Refuse(0, "more than 200 commands")
				return
			}
			command(line, r)
		case d == SQLite && (bare == "go" || bare == "/"):
			r.Refuse(0, fmt.Sprintf("a line with %q, which ends a statement", bare))
		case d == SQLite && strings.HasPrefix(line, "#") && between(pending.String(), d):
			// A comment of the program.
		default:
			pending.WriteString(line + "\n")
		}
	}
	statements(pending.String(), d, r)
	if r.Opaque != nil && (commands > 0 || r.Opaque.Offset > len(source)) {
		// Lines were left out, so the place is not known.
		r.Opaque.Offset = 0
	}
}

// between reports whether a text ends between two statements.
func between(source string, d Dialect) bool {
	var r reading.Reading
	return statements(source, d, &r) && r.Opaque == nil
}

// dotCommand judges one command of sqlite3.
func dotCommand(line string, r *reading.Reading) {
	name, rest, _ := strings.Cut(strings.ReplaceAll(line[1:], "\t", " "), " ")
	name, ok := resolve(name)
	args := strings.Fields(rest)
	if !ok {
		r.Refuse(0, fmt.Sprintf("the command %q", "."+name))
		return
	}
	switch dots()[name] {
	case "print":
		// Numbers, names and patterns.
		if strings.ContainsAny(rest, `|\`) && name != "separator" {
			r.Refuse(0, fmt.Sprintf("%q in the command %q", rest, "."+name))
		}
	case "switch":
		if len(args) > 1 || len(args) == 1 && args[0] != "off" && args[0] != "on" && args[0] != "stdout" && args[0] != "stderr" {
			r.Refuse(0, fmt.Sprintf("the command %q with a file", "."+name))
		}
	case "write", "read":
		dotFile(name, args, r)
	}
}

// dotFile judges a command with a file: the last of its words.
func dotFile(name string, args []string, r *reading.Reading) {
	if len(args) == 0 && (name == "output" || name == "once") {
		return
	}
	if len(args) == 0 || len(args) > 2 || name != "backup" && name != "save" && len(args) > 1 {
		r.Refuse(0, fmt.Sprintf("the arguments of %q", "."+name))
		return
	}
	file := args[len(args)-1]
	if strings.ContainsAny(strings.Join(args, ""), "'\"\\|") || strings.HasPrefix(args[0], "-") {
		r.Refuse(0, fmt.Sprintf("the argument %q of %q", file, "."+name))
		return
	}
	if file == "stdout" || file == "off" {
		return
	}
	r.Write(reading.Place{What: "." + name, Name: file, Known: true})
}

// resolve is the command that a name stands for: sqlite3 takes any beginning of
// one. A beginning of several counts only when they do the same.
func resolve(name string) (string, bool) {
	name = strings.TrimSpace(name)
	if _, ok := dots()[name]; ok {
		return name, dots()[name] != "no"
	}
	found := ""
	for command, class := range dots() {
		switch {
		case name == "" || !strings.HasPrefix(command, name):
		case class == "no", found != "" && dots()[found] != class, found != "" && class != "print":
			return name, false
		default:
			found = command
		}
	}
	return found, found != ""
}

// dots are the commands of sqlite3 up to 3.50, those for its tests included:
// "print" prints or sets how is printed, "switch" takes on, off or nothing,
// "write" writes its file, "no" does something else.
func dots() map[string]string {
	out := map[string]string{}
	for class, names := range map[string]string{
		"print":  "bail binary changes crlf crnl databases dbinfo dump echo eqp exit explain fullschema headers help indexes indices limit mode nullvalue print progress prompt quit scanstats schema separator sha3sum show stats tables timeout timer version vfsinfo vfslist vfsname width intck",
		"switch": "trace log",
		"write":  "backup save output once open",
		"no": `archive auth breakpoint cd check clone connection dbconfig dbtotxt excel expert filectrl hex-rekey import imposter iotrace lint load nonce oomfake parameter
			read recover rekey restore selecttrace selftest session shell system testcase testctrl text-rekey treetrace unmodule user wheretrace www vdbe_trace`,
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = class
		}
	}
	return out
}
