package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

# Of a client of a service all is a deed but what the table has.
test_all_of_a_client_lasts_but_what_looks if {
	every words in [
		["crane", "delete", "x"], ["regctl", "image", "copy", "a", "b"], ["flyctl", "-a", "app", "apps", "destroy", "x"], ["vercel"], ["vercel", "./dist"],
		["pulumi", "stack", "rm"], ["crane", variable("x")], ["rclone", "sync", "a", "r:x"], ["svn", "delete", "https://a.example/x"],
		["svn", "delete", variable("x")], ["wrangler", "deploy", "--dry-run", "--dry-run=false"], ["wrangler", "deploy", "--name", "--dry-run"], ["firebase", "deploy", "--only", "--help"],
	] {
		deed(words, wordless).own
	}
	every words in [
		["crane", "manifest", "x"], ["regctl", "image", "inspect", "x"], ["flyctl", "-a", "app", "logs"], ["vercel", "ls"], ["pulumi", "stack"], ["pulumi", "stack", "ls"],
		["flyctl"], ["crane", "help"], ["pulumi", "config", "set", "a", "b"], ["rclone", "sync", "a", "b"], ["svn", "delete", "x"], ["wrangler", "deploy", "--dry-run"],
		["wrangler", "d1", "execute", "--local", "x"], ["firebase", "deploy", "--help"], ["mytool", "delete"],
	] {
		not deed(words, wordless)
	}
}

# The word that an entry has to have is that behind all that have more below them.
test_the_verb_is_the_word_behind_what_has_more_below_it if {
	deed(["regctl", "image", "copy", "a", "b"], wordless).at == 2
	deed(["vercel", "rm", "x"], wordless).at == 1
	deed(["flyctl", "-a", "app", "apps", "destroy", "x"], wordless).at == 4
	deed(["gcloud", "compute", "instances", "delete", "list"], unknown_at([1, 2, 3], ["compute", "instances"])).at == 3
}

# A grammar says it for all services of a provider.
test_verbs_say_what_looks if {
	every words in [["aws", "ec2", "terminate-instances"], ["aws", "newsvc", "delete-x"], ["gcloud", "x", "delete", "describe"], ["gcloud", "run", "deploy", "list"], ["heroku", "pg:reset"]] {
		deed(words, unknown_at([1], [])).own
	}
	every words in [["aws", "newsvc", "describe-x"], ["gcloud", "x", "describe", "delete"], ["az", "new", "list"], ["heroku", "pg:info"], ["aws", "configure", "set"]] {
		not deed(words, unknown_at([1], []))
	}
	not deed(["aws", "s3", "cp", "a", "s3://b"], object.union(worded(["s3", "cp"], ["network"], []), {"at": [1, 2]}))
}

# Options make a sub-command one, and methods a request.
test_options_and_methods_make_it_one if {
	build := object.union(worded(["build"], ["network"], []), {"at": [1]})
	every words in [["docker", "build", "--push", "."], ["docker", "build", "-o", "type=registry", "."], ["docker", "build", "--output=type=image,push=true", "."]] {
		not deed(words, build).own
		count(deed(words, build).marks) == 1
	}
	not deed(["docker", "build", "--build-arg", "push=true", "."], build)
	altered := worded([], ["network", "alters"], [])
	deed(["curl", "-X", "DELETE", "https://a.example"], altered).marks == [1]
	not deed(["curl", "-X", "DELETE", "http://localhost"], worded([], ["network", "alters", "here"], []))
	api := object.union(worded(["api"], ["network", "alters"], []), {"at": [1]})
	deed(["gh", "api", "graphql", "-f", "query=mutation { x }"], api)
	deed(["gh", "api", "graphql", "-F", "query=@q"], api)
	not deed(["gh", "api", "graphql", "-f", "query={ x }"], api)
}

# Programs that mostly work here have their deeds listed.
test_deeds_of_programs_that_work_here if {
	plain := worded([], [], [])
	every words in [["mvn", "-q", "clean", "deploy"], ["gradle", ":a:publish"], ["gradle", "pub"], ["mvn", variable("x")], ["hatch", "publish"], ["hatch", "--new", "x", "publish"], ["hg", "push", "-f"], ["yarn", "npm", "publish"], ["npm", variable("x")]] {
		deed(words, plain)
	}
	every words in [["mvn", "-pl", "deploy", "test"], ["gradle", "publishToMavenLocal"], ["hatch", "build"], ["hg", "push"], ["yarn", "publish:docs"]] {
		not deed(words, plain)
	}
}

# What python -m runs is the program of that name.
test_a_module_is_the_program_of_its_name if {
	module := object.union(word("hatch"), {"span": span(9)})
	run := object.union(command(0, ["python3", "-m", module, "publish"]), {"arguments": wordless, "interpreter": {"mode": "module", "operand": module}})
	found := strict.deeds[0] with input as document({}, facts([run]))
	found.at == 3
	other := object.union(run, {"args": array.slice(command(0, ["python3", "-m", module, "build"]).args, 0, 4)})
	not strict.deeds[0] with input as document({}, facts([other]))
}

# What only says what it would do is none, unless a later word takes that back.
test_what_only_shows_is_no_deed if {
	shown := worded(["publish"], ["publishes", "dry"], ["publishes"])
	not deed(["npm", "publish", "--dry-run"], shown)
	not deed(["npm", "publish", "--help"], worded(["publish"], ["publishes", "info"], ["publishes"]))
	every words in [["npm", "publish", "--dry-run", "false"], ["npm", "publish", "--dry-run=false"], ["npm", "publish", "--dry-run", "--no-dry-run"]] {
		deed(words, shown)
	}
	deed(["kubectl", "apply", "--dry-run=none"], worded(["apply"], ["network", "dry"], []))
}

deed(words, arguments) := found if {
	found := strict.deeds[0] with input as document({}, facts([object.union(command(0, words), {"arguments": arguments})]))
}

unknown_at(at, sub) := object.union(wordless, {"entry": true, "sub": sub, "at": at, "unclassed": [{"word": "x", "kind": "sub-command", "why": "", "span": span(1)}]})
