package skillctl.exec.profiles.strict_test

# What a client is told by standard input counts as what its words say.
test_standard_input_says_deeds if {
	told_by(["redis-cli"], {"kind": "herestring", "text": "FLUSHALL", "from": []})
	told_by(["redis-cli"], {"kind": "file", "from": []})
	told_by(["psql", "-h", "db.a.example"], {"kind": "heredoc", "text": "select 1;\ndrop table x;", "from": []})
	told_by(["redis-cli"], {"kind": "process", "from": []})
	told_by(["redis-cli"], {"kind": "heredoc", "from": []})
	not told_by(["redis-cli"], {"kind": "herestring", "text": "GET x", "from": []})
	not told_by(["redis-cli"], {"kind": "inherit", "from": []})
	not told_by(["psql", "-h", "db.a.example"], {"kind": "heredoc", "text": "select 1", "from": []})
}

# A database of this machine is nobody else's.
test_statements_count_on_another_machine if {
	every words in [
		["psql", "-h", "db.a.example", "-c", "DROP TABLE x"], ["psql", "postgres://u:p@db/x", "-c", "truncate x"], ["mysql", "-hdb", "-e", "delete from x"],
		["psql", variable("u"), "-c", "drop schema x"], ["psql", "-h", "db", "-c", "drop/* a */table x"], ["psql", "-h", "db", "-c", "DROP -- a\n TABLE x"],
		["psql", "service=prod", "-c", "DROP TABLE x"], ["psql", "postgres://localhost/x?host=db", "-c", "DROP TABLE x"], ["psql", "host = db", "-c", "DROP TABLE x"],
		["psql", "host=localhost,db", "-c", "DROP TABLE x"], ["psql", "--dbname=postgres://db/x", "-c", "DROP TABLE x"], ["dropdb", "-h", "db", "x"],
		["mysql", "-h", "db", "-e", "delete/**/from/**/x"],
	] {
		told_by(words, {"kind": "inherit", "from": []})
	}
	every words in [
		["psql", "-c", "DROP TABLE x"], ["psql", "-h", "localhost", "-c", "DROP TABLE x"], ["psql", "postgres://u:p@localhost:5432/x", "-c", "truncate x"],
		["psql", "postgres:///x?host=/var/run/postgresql", "-c", "DROP TABLE x"], ["psql", "host=localhost dbname=x", "-c", "DROP TABLE x"], ["dropdb", "x"],
		["mysql", "-hdb", "-e", "delete from x where id = 1"], ["mysql", "-h", "127.0.0.1", "-e", "drop database x"],
	] {
		not told_by(words, {"kind": "inherit", "from": []})
	}
}

# What is put together of parts is what they come to, or may be anything.
test_printed_words_are_put_together if {
	printed_to([["printf", "FLUSH%s", "ALL"]])
	printed_to([["echo", "-n", "FLUSH"], ["echo", "ALL"]])
	printed_to([["echo", "script", "flush"]])
	printed_to([["echo", "-e", `\x46LUSHALL`]])
	not printed_to([["printf", `%s\n`, "GET x", "GET y"]])
	not printed_to([["echo", "GET", "x"]])
	not printed_to([["printf", `PING\n`]])
}

printed_to(writers) if {
	last := count(writers)
	run := object.union(command(last, ["redis-cli"]), {"arguments": wordless, "stdin": {"kind": "pipe", "from": numbers.range(0, last - 1)}})
	list := array.concat([command(i, words) | some i, words in writers], [run])
	data.skillctl.exec.profiles.strict.deeds[last] with input as document({}, facts(list))
}

# What the environment names counts where no word does.
test_variables_name_hosts if {
	far := {"env": {"PGHOST": "db.example"}}
	deed_with(["psql", "-c", "DROP TABLE x"], far)
	not deed_with(["psql", "-h", "localhost", "-c", "DROP TABLE x"], far)
	not deed_with(["psql", "-c", "DROP TABLE x"], {"env": {"PGHOST": "/run/postgresql"}})
}

test_assignments_name_hosts if {
	every host in ["db.example", null] {
		deed_given(["dropdb", "x"], [{"name": "PGHOSTADDR", "op": "=", "value": {"value": host}}])
	}
	not deed_given(["dropdb", "x"], [{"name": "PGHOST", "op": "=", "value": {"value": "localhost"}}])
}

deed_given(words, assignments) if {
	run := object.union(command(0, words), {"arguments": wordless})
	given := object.union(facts([run]), {"assignments": assignments})
	data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, given)
}

deed_with(words, more) if {
	run := object.union(command(0, words), {"arguments": wordless})
	given := document({}, facts([run]))
	data.skillctl.exec.profiles.strict.deeds[0] with input as object.union(given, {"request": object.union(given.request, more)})
}

told_by(words, stdin) if {
	run := object.union(command(0, words), {"arguments": wordless, "stdin": stdin})
	data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, facts([run]))
}
