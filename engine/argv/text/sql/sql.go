// Package sql reads SQL as sqlite3, psql and mysql take it, the commands of these
// programs included. What a statement does within its database is harmless; what
// reaches a file or a program is not.
package sql

import (
	"fmt"
	"slices"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// statements reads SQL without commands of a program, and reports whether it ends
// at the end of a statement.
func statements(source string, d Dialect, r *reading.Reading) bool {
	l := lexer{dialect: d, src: source, reading: r}
	l.run()
	if r.Opaque != nil {
		return false
	}
	from := 0
	for i, t := range l.out {
		if t.kind == sign && t.value == ";" {
			statement(l.out[from:i], d, r)
			from = i + 1
		}
	}
	statement(l.out[from:], d, r)
	return from == len(l.out)
}

// statement judges one statement.
func statement(list []token, d Dialect, r *reading.Reading) {
	if len(list) == 0 {
		return
	}
	first := list[0]
	if first.kind != word || first.quoted || !slices.Contains(verbs(d), first.value) {
		r.Refuse(first.at, fmt.Sprintf("the statement %q", first.value))
		return
	}
	for _, t := range list {
		if d == MySQL && t.kind == word && !t.quoted && slices.Contains(refused(), t.value) {
			r.Refuse(t.at, fmt.Sprintf("the word %q", t.value))
		}
	}
	if first.value != "pragma" {
		calls(list, r)
	}
	special(list, d, r)
}

// verbs are the words that a harmless statement begins with.
func verbs(d Dialect) []string {
	out := []string{
		"select", "with", "values", "insert", "replace", "update", "delete", "create", "drop", "alter", "begin", "commit", "end", "rollback",
		"savepoint", "release", "analyze", "explain",
	}
	switch d {
	case SQLite:
		return append(out, "pragma", "vacuum", "attach", "detach", "reindex")
	case Postgres:
		return append(out, "show", "set", "truncate", "comment", "vacuum", "start", "abort", "copy", "table", "reindex", "refresh", "grant", "revoke", "close", "fetch")
	}
	return append(out, "show", "set", "truncate", "describe", "desc", "use", "start", "optimize", "check", "grant", "revoke", "flush")
}

// refused are words of MySQL that reach files wherever they stand.
func refused() []string { return []string{"outfile", "dumpfile", "infile", "directory"} }

// special judges statements that have harmless forms and others.
func special(list []token, d Dialect, r *reading.Reading) {
	switch first := list[0].value; first {
	case "create", "drop", "alter":
		object(list, r)
	case "pragma":
		pragma(list, r)
	case "attach":
		attach(list, r)
	case "vacuum":
		vacuum(list, r)
	case "set":
		set(list, d, r)
	case "copy":
		last := list[len(list)-1]
		for i, t := range list {
			if t.kind == word && (t.value == "to" || t.value == "from") && i+1 < len(list) {
				last = list[i+1]
			}
		}
		if last.value != "stdout" && last.value != "stdin" {
			r.Refuse(list[0].at, "COPY with a file")
		}
	}
}

// object judges what is made, dropped or changed: only parts of a database.
func object(list []token, r *reading.Reading) {
	for _, t := range list[1:] {
		switch t.value {
		case "or", "replace", "temp", "temporary", "unique", "materialized", "unlogged", "global", "local", "recursive", "concurrently":
			continue
		case "table", "index", "view", "trigger", "schema", "database", "sequence", "type", "domain", "user", "role":
			return
		}
		break
	}
	r.Refuse(list[0].at, fmt.Sprintf("%s of something else than a table, an index or a view", list[0].value))
}

func pragma(list []token, r *reading.Reading) {
	name := token{}
	for i, t := range list[1:] {
		if t.kind == word {
			name = t
			if next := i + 2; next < len(list) && list[next].value == "." {
				continue
			}
			break
		}
	}
	if !slices.Contains(pragmas(), name.value) {
		r.Refuse(list[0].at, fmt.Sprintf("the pragma %q", name.value))
	}
}

func pragmas() []string {
	return []string{
		"analysis_limit", "application_id", "auto_vacuum", "busy_timeout", "cache_size", "case_sensitive_like", "collation_list", "compile_options", "data_version", "database_list", "encoding",
		"foreign_key_check", "foreign_key_list", "foreign_keys", "freelist_count", "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "journal_mode", "journal_size_limit",
		"locking_mode", "mmap_size", "module_list", "optimize", "page_count", "page_size", "pragma_list", "query_only", "quick_check", "recursive_triggers", "schema_version", "synchronous",
		"table_info", "table_list", "table_xinfo", "temp_store", "user_version", "wal_autocheckpoint", "wal_checkpoint",
	}
}

// attach opens another file as a database, and makes it.
func attach(list []token, r *reading.Reading) {
	i := 1
	if i < len(list) && list[i].value == "database" && !list[i].quoted {
		i++
	}
	if i+1 < len(list) && list[i].kind == text && list[i+1].value == "as" {
		r.Write(reading.Place{What: "attach", Name: list[i].value, Known: true, Append: true})
		return
	}
	r.Write(reading.Place{What: "attach"})
}

// vacuum into writes a copy of the database.
func vacuum(list []token, r *reading.Reading) {
	for i, t := range list {
		if t.kind != word || t.quoted || t.value != "into" {
			continue
		}
		p := reading.Place{What: "vacuum into"}
		if i+2 == len(list) && list[i+1].kind == text {
			p.Name, p.Known = list[i+1].value, true
		}
		r.Write(p)
	}
}

// set judges settings of a session.
func set(list []token, d Dialect, r *reading.Reading) {
	i := 1
	for i < len(list) && (list[i].value == "local" || list[i].value == "session") {
		i++
	}
	if i < len(list) && list[i].kind == word && slices.Contains([]string{
		"search_path", "statement_timeout", "lock_timeout", "timezone", "time", "client_encoding", "client_min_messages", "transaction", "names", "foreign_key_checks", "sql_mode", "autocommit", "charset", "role", "datestyle",
	}, list[i].value) && (d == Postgres || list[i].value != "sql_mode") {
		return
	}
	r.Refuse(list[0].at, "a setting of the database")
}
