package sql_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
	"github.com/skillctl/skillctl/engine/argv/text/sql"
)

func sqliteTexts() map[string]string {
	return map[string]string{
		"": "harmless", "select id, name from users limit 5": "harmless", "SELECT count(*) FROM t; SELECT 1;": "harmless", ".tables": "harmless", ".schema users": "harmless", ".headers on\n.mode csv\nselect * from t;": "harmless",
		".tab": "harmless", ".sch": "harmless", "insert into t(a,b) values('x''y', 2)": "harmless", "create table t(a varchar(20), b decimal(10,2) default (1), foreign key(b) references u(id))": "harmless",
		"with a(x) as (select 1) select x from a where x in (1,2)": "harmless", "pragma table_info(users)": "harmless", "PRAGMA main.journal_mode=wal": "harmless", "select json_extract(a,'$.b') from t": "harmless", "-- c\nselect /* x */ 1": "harmless",
		"SELECT s.value AS plugin,\n COUNT(*) AS n,\n SUM(\"end\" - \"start\") AS total_ns\nFROM t s\nJOIN u n ON s.id = n.text\nGROUP BY 1 ORDER BY 2 DESC;": "harmless", "select '.shell id'": "harmless", "vacuum": "harmless",
		".output out.csv": "writes out.csv", ".out out.csv": "writes out.csv", ".once /x/y": "writes /x/y", ".backup x": "writes x", ".backup main x": "writes x", ".save /b": "writes /b", ".output": "harmless", ".output stdout": "harmless",
		"vacuum into '/x'": "writes /x", "vacuum into x||y": "writes something", "attach 'x.db' as y": "writes x.db", "attach database 'x.db' as y": "writes x.db", "attach x as y": "writes something", ".log off": "harmless",

		".shell id": "opaque: the command", ".she id": "opaque: the command", ".sh\tid": "opaque: the command", ".system id": "opaque", ".s id": "opaque", ".read x": "opaque", ".rea x": "opaque", ".load x": "opaque", ".loa ./x": "opaque", ".import x t": "opaque",
		".output |id": "opaque", ".once -e": "opaque", ".once 'x'": "opaque", ".log /x": "opaque", ".trace /x": "opaque", ".cd /": "opaque", ".excel": "opaque", ".www": "opaque", ".archive -c": "opaque", ".parameter set a edit('x')": "opaque", ".x": "opaque", ".": "opaque",
		".dbconfig enable_load_extension on": "opaque", ".testcase x": "opaque", ".clone x": "opaque", ".session open x": "opaque", "select 1;\n.shell id": "opaque", "select\n.tables": "opaque", " .tables": "opaque", ".mode csv |id": "opaque",
		"select load_extension('x')": "opaque: the function \"load_extension\"", "select \"load_extension\"('x')": "opaque: the function", "select [edit]('x')": "opaque: the function", "select writefile('a','b')": "opaque", "select readfile('a')": "opaque",
		"select * from fsdir('.')": "opaque: the function \"fsdir\"", "select edit /* x */ ('x')": "opaque: the function", "create virtual table t using csv(filename='x')": "opaque", "pragma temp_store_directory='/x'": "opaque: the pragma", "pragma writable_schema=1": "opaque",
		"foo": "opaque: the statement", "select 1\ngo\nattach x as y": "opaque", "select 'a": "opaque: a text without its end", "select 1 \\g": "opaque: the letter", "select /* /* */ */ 1": "opaque", "select \x00": "opaque: a part that is known only when it runs",
		"insert into t select fts3_tokenizer(1)": "opaque", strings.Repeat(".tables\n", 201): "opaque: more than 200 commands",
	}
}

func postgresTexts() map[string]string {
	return map[string]string{
		"select count(*) from users": "harmless", `\dt`: "harmless", `\d+ users`: "harmless", "\\x on\nselect 1;\n\\l": "harmless", "select a::text, $1 from t where b = any(array[1,2])": "harmless", "copy t to stdout": "harmless", "COPY (select 1) TO STDOUT WITH (FORMAT csv)": "harmless",
		"set statement_timeout = 5": "harmless", "create index i on t(a)": "harmless", "select now() - interval '1 day'": "harmless",
		`\! id`: "opaque", `\o |id`: "opaque", "\\echo `id`": "opaque", `\copy t from program 'id'`: "opaque", `select 1 \g |id`: "opaque", `\i x`: "opaque", `\e`: "opaque", `\setenv A b`: "opaque", `\cd /`: "opaque", `\w x`: "opaque", "\\dt 'x": "opaque", "select\n\\dt": "opaque",
		"copy t from program 'id'": "opaque", "copy t to '/x'": "opaque: COPY with a file", "select pg_read_file('x')": "opaque", "select lo_export(1,'x')": "opaque", "do $$x$$": "opaque", "create function f() returns int language plpython as ''": "opaque", "create extension x": "opaque",
		"alter system set a = 'b'": "opaque", "load 'x'": "opaque", "select :'x'": "opaque", `select E'\''`: "opaque", `select U&'x'`: "opaque", "set session_preload_libraries = 'x'": "opaque",
	}
}

func mysqlTexts() map[string]string {
	return map[string]string{
		"show databases": "harmless", "select 1; describe t": "harmless", "use x; select count(*) from t where a = \"b\"": "harmless", "insert into t (a) values ('x\\ny')": "harmless", "select 1 # c": "opaque", `show variables\G`: "harmless", `select 1\gsystem id`: "opaque",
		`\! id`: "opaque", "system id": "opaque: the statement \"system\"", "source x": "opaque", "select 1;\nsource x": "opaque", "tee /x": "opaque", "pager id": "opaque", `\. x`: "opaque", "select 1 into outfile '/x'": "opaque: the word \"outfile\"", "load data infile 'x' into table t": "opaque",
		"select load_file('x')": "opaque", "select /*! load_file('x') */ 1": "opaque", "select 'a\\'; system id": "opaque", "set global general_log_file='x'": "opaque", "delimiter //": "opaque", "--x": "opaque", "create table t(a int) data directory='/x'": "opaque", "install plugin x soname 'y'": "opaque",
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		texts map[string]string
		read  func(string) reading.Reading
	}{
		"sqlite": {sqliteTexts(), sql.ReadSQLite}, "psql": {postgresTexts(), sql.ReadPostgres}, "mysql": {mysqlTexts(), sql.ReadMySQL},
	} {
		for source, want := range c.texts {
			r := c.read(source)
			got := r.String()
			if got != want && (want == "harmless" || !strings.Contains(got, want)) {
				t.Errorf("%s %q: got %q, want %q", name, source, got, want)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, texts := range []map[string]string{sqliteTexts(), postgresTexts(), mysqlTexts()} {
		for source := range texts {
			f.Add(source)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, read := range []func(string) reading.Reading{sql.ReadSQLite, sql.ReadPostgres, sql.ReadMySQL} {
			r := read(source)
			if strings.Contains(source, "\x00") && r.Opaque == nil {
				t.Errorf("%q has an unknown part and is not opaque", source)
			}
			if o := r.Opaque; o != nil && (o.Offset < 0 || o.Offset > len(source)) {
				t.Errorf("%q: opaque at %d", source, o.Offset)
			}
		}
	})
}
