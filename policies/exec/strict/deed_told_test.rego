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
		["mysql", "-h", "db", "-e", "delete/**/from/**/x"], ["mysql", "--login-path=prod", "-e", "drop table x"],
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

# A statement that says for which rows it is deletes some, and any other one all, whatever
# stands between its words.
test_statements_say_their_rows if {
	every text in [
		"delete low_priority quick ignore from x", "delete a from x a join y", "delete from x limit 1", "delete from x -- where a = 1", "delete from x returning 'where'",
		"delete from x where 1 = 1", "delete from x where true;", "delete from x; select 1 from y where a = 2", "with a as (delete from x returning *) select * from a where b = 1",
		"update low_priority x set a = 1", "update x set a = 'where'", "delete /* /* */ where */ from x", "select 1;delete from x using y", "alter table x drop column y",
	] {
		told_by(["mysql", "-h", "db", "-e", text], {"kind": "inherit", "from": []})
	}
	every text in [
		"delete low_priority from x where a = 1", "delete from x using y where x.a = y.a", "update x set a = now() where b = 2", "select a from x for update",
		"create table x (a int references y on delete set null on update cascade)", "insert into x values (1) on duplicate key update a = 2", "drop temporary table x",
	] {
		not told_by(["mysql", "-h", "db", "-e", text], {"kind": "inherit", "from": []})
	}
}

# A part that is known only when it runs hides nothing of what stands around it.
test_parts_hide_no_statement if {
	text := object.union(word("x"), {"text": `"use $D; drop table x; select $E"`, "value": null, "prefix": "use ", "suffix": ""})
	told_by(["mysql", "-h", "db", "-e", text], {"kind": "inherit", "from": []})
}

# Options with a value are no options that delete.
test_restoring_over_what_is_there if {
	every words in [["-c"], ["--clean"], ["--cle"], ["-Oc"], ["-C", "-d", "x"]] {
		told_by(array.concat(["pg_restore", "-h", "db"], words), {"kind": "inherit", "from": []})
	}
	every words in [["-Fc"], ["-dcats"], ["-F", "c"], ["-tc", "-nC"]] {
		not told_by(array.concat(["pg_restore", "-h", "db"], words), {"kind": "inherit", "from": []})
	}
}

test_documents_are_deleted_elsewhere if {
	every words in [
		["mongorestore", "--drop", "--host", "db", "dump"], ["mongorestore", "--uri=mongodb+srv://db", "--drop"], ["mongoimport", "-h", "db:27017", "--mode=upsert", "x.json"],
		["mongosh", "mongodb://db/x", "--eval", "db.a.drop()"], ["mongo", "db.example/x", "--eval", "db.dropDatabase()"],
	] {
		told_by(words, {"kind": "inherit", "from": []})
	}
	every words in [
		["mongorestore", "--drop", "dump"], ["mongorestore", "--host", "db", "dump"], ["mongorestore", "--uri=mongodb://localhost/x", "--drop"],
		["mongosh", "mongodb://localhost:27017/x", "--eval", "db.a.drop()"],
	] {
		not told_by(words, {"kind": "inherit", "from": []})
	}
}

# Of a server that is asked without the name of a machine nobody is told that it is another one.
test_where_it_is_deleted_is_told if {
	what(["redis-cli", "flushall"]) == "deletes what a server of this machine keeps"
	what(["redis-cli", "-h", "127.0.0.1", "flushall"]) == "deletes what a server of this machine keeps"
	what(["redis-cli", "-h", "cache", "flushall"]) == "deletes what is on another machine"
	what(["redis-cli", "-u", "rediss://cache:6379", "flushall"]) == "deletes what is on another machine"
	what(["mysqladmin", "drop", "x"]) == "deletes what a server of this machine keeps"
	what(["mysqladmin", "-h", "db", "drop", "x"]) == "deletes what is on another machine"
}

what(words) := found if {
	run := object.union(command(0, words), {"arguments": wordless})
	found := data.skillctl.exec.profiles.strict.deeds[0].what with input as document({}, facts([run]))
}

# What works here works on another machine where a word in front of the sub-command says so.
test_containers_of_another_machine if {
	every words in [["-H", "ssh://a.example", "rm", "x"], ["--context", "prod", "exec", "x", "ls"], ["--host=tcp://10.0.0.1", "system", "prune"], ["-c", variable("c"), "rm", "x"]] {
		what(array.concat(["docker"], words)) == "may change or delete what is on another machine"
	}
	every words in [
		["-H", "ssh://a.example", "ps"], ["--context", "default", "rm", "x"], ["-H", "unix:///run/docker.sock", "rm", "x"], ["rm", "x"],
		["run", "-c", "512", "x"], ["--context=prod", "container", "ls"],
	] {
		not told_by(array.concat(["docker"], words), {"kind": "inherit", "from": []})
	}
}

test_containers_of_another_machine_by_variables if {
	every variables in [{"DOCKER_HOST": "ssh://a.example"}, {"DOCKER_CONTEXT": "prod"}] {
		deed_with(["docker", "rm", "x"], {"inherited": variables})
		not deed_with(["docker", "ps"], {"inherited": variables})
	}
	every variables in [{"DOCKER_HOST": "unix:///run/user/1000/docker.sock"}, {"DOCKER_CONTEXT": "default"}, {"DOCKER_HOST": ""}] {
		not deed_with(["docker", "rm", "x"], {"inherited": variables})
	}
}

# What is put together of parts is what they come to, or may be anything.
test_printed_words_are_put_together if {
	printed_to([["printf", "FLUSH%s", "ALL"]])
	printed_to([["echo", "-n", "FLUSH"], ["echo", "ALL"]])
	printed_to([["echo", "script", "flush"]])
	printed_to([["echo", "-e", `\x46LUSHALL`]])
	printed_to([["printf", `GET x\nFLUSHALL\n`]])
	printed_to([["printf", `GET x\n%s\n`, "FLUSHALL"]])
	printed_to([["printf", `script %s\n`, "flush"]])
	printed_to([["echo", "-e", `GET x\nGET y\r\n\tFLUSHALL`]])
	not printed_to([["printf", `%s\n`, "GET x", "GET y"]])
	not printed_to([["echo", "GET", "x"]])
	not printed_to([["printf", `PING\n`]])
	not printed_to([["printf", `PING\n%s\n%s\n`, "GET x", "GET y"]])
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
	not deed_with(["psql", "-c", "DROP TABLE x"], {"env": {"PGHOSTADDR": "127.0.0.1"}})
	not deed_with(["mysql", "-h", "localhost", "-e", "drop table x"], {"env": {"MYSQL_HOST": "db"}})
	every variables in [{"PGHOSTADDR": "10.0.0.1"}, {"PGSERVICE": "prod"}, {"PGSERVICE": "localhost"}] {
		deed_with(["psql", "-h", "localhost", "-c", "DROP TABLE x"], {"env": variables})
		deed_with(["dropdb", "-h", "localhost", "x"], {"env": variables})
	}
	every name in ["MYSQL_HOST", "MYSQL_GROUP_SUFFIX", "MYSQL_TEST_LOGIN_FILE"] {
		deed_with(["mysql", "-e", "drop table x"], {"env": {name: "db"}})
	}
	deed_with(["clickhouse-client", "-q", "drop table x"], {"env": {"CLICKHOUSE_HOST": "db"}})
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
