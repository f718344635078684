package skillctl.exec.profiles.strict_test

# What a client is told by standard input counts as what its words say.
test_standard_input_says_deeds if {
	told_by(["redis-cli"], {"kind": "herestring", "text": "FLUSHALL", "from": []})
	told_by(["redis-cli"], {"kind": "file", "from": []})
	told_by(["psql", "-h", "db.a.example"], {"kind": "heredoc", "text": "select 1;\ndrop table x;", "from": []})
	not told_by(["redis-cli"], {"kind": "herestring", "text": "GET x", "from": []})
	not told_by(["redis-cli"], {"kind": "inherit", "from": []})
	not told_by(["psql", "-h", "db.a.example"], {"kind": "heredoc", "text": "select 1", "from": []})
}

# A database of this machine is nobody else's.
test_statements_count_on_another_machine if {
	every words in [
		["psql", "-h", "db.a.example", "-c", "DROP TABLE x"], ["psql", "postgres://u:p@db/x", "-c", "truncate x"], ["mysql", "-hdb", "-e", "delete from x"],
		["psql", variable("u"), "-c", "drop schema x"],
	] {
		told_by(words, {"kind": "inherit", "from": []})
	}
	every words in [
		["psql", "-c", "DROP TABLE x"], ["psql", "-h", "localhost", "-c", "DROP TABLE x"], ["psql", "postgres://u:p@localhost:5432/x", "-c", "truncate x"],
		["mysql", "-hdb", "-e", "delete from x where id = 1"], ["mysql", "-h", "127.0.0.1", "-e", "drop database x"],
	] {
		not told_by(words, {"kind": "inherit", "from": []})
	}
}

told_by(words, stdin) if {
	run := object.union(command(0, words), {"arguments": wordless, "stdin": stdin})
	data.skillctl.exec.profiles.strict.deeds[0] with input as document({}, facts([run]))
}
