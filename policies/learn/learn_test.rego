package skillctl.learn_test

import data.skillctl.learn

of(changes) := answer if {
	answers := learn.answers with input as {"candidates": [object.union(usual, changes)]}
	answer := answers[0]
}

usual := {
	"words": ["git", "status"], "exact": true, "plain": true, "secret": false, "role": "program", "carries": "", "interpreter": false, "hits": 0,
	"known": true, "understood": true, "sub": ["status"], "effects": [], "roles": [], "count": 2, "held": 0, "effect": "allow", "reason": "",
}

runs(words, sub) := of({"words": words, "sub": sub, "effects": ["runs"]})

asks(words, sub) := of({"words": words, "sub": sub, "effects": ["network"]})

test_proposes if {
	of({}) == {"propose": true, "why": ""}
	of({"held": 3}).propose
	of({"effect": "warn"}).propose
	of({"effects": ["writes", "info"], "roles": ["write", "read"]}).propose
	of({"words": ["rg", "x"], "sub": [], "roles": ["read"]}).propose
}

test_leaves_out if {
	every changes in [
		{"role": "builtin"}, {"role": "function"}, {"role": "dynamic"}, {"exact": false}, {"plain": false}, {"secret": true}, {"words": ["./x"]}, {"words": ["/usr/bin/git", "log"]},
		{"carries": "wrapper"}, {"interpreter": true}, {"hits": 1}, {"count": 0, "held": 4}, {"effect": "ask"}, {"effect": "deny", "reason": "no"}, {"words": []}, {"understood": false}, {"known": false},
		{"effects": ["deletes"]}, {"roles": ["delete"]}, {"roles": ["delete-tree"]}, {"roles": ["device"]}, {"roles": ["program"]}, {"roles": ["library"]}, {"effects": ["privilege"]},
		{"effects": ["secrets"]}, {"words": ["kill", "5"], "sub": []}, {"words": ["pkill", "x"], "sub": []}, {"words": ["docker", "rm", "x"], "sub": ["rm"]}, {"words": ["dd"], "sub": []},
	] {
		answer := of(changes)
		answer.propose == false
		answer.why != ""
	}
}

test_says_why if {
	of({"effect": "deny", "reason": "it links"}).why == "it links"
	of({"interpreter": true, "carries": "shell"}).why == "it is an interpreter: an entry would hold its name, and not what it runs"
	of({"secret": true, "plain": false}).why == "an argument is a secret, or may be one"
	of({"effects": ["deletes"], "effect": "deny", "reason": "x"}).why == "it deletes or moves something"
}

# What asks another machine has to be listed.
test_elsewhere if {
	asks(["git", "pull"], ["pull"]).propose
	asks(["gh", "pr", "view", "1"], ["pr", "view"]).propose
	not asks(["git", "push"], ["push"]).propose
	not asks(["gh", "pr", "create"], ["pr", "create"]).propose
	not asks(["npm", "publish"], ["publish"]).propose
	not asks(["kubectl", "apply", "-f", "x"], ["apply"]).propose
	not asks(["terraform", "apply"], ["apply"]).propose
	asks(["kubectl", "get", "pods"], ["get"]).propose
	not asks(["kubectl", "get", "secrets"], ["get"]).propose
	not asks(["newer", "thing"], ["thing"]).propose
	not of({"words": ["pip", "install", "x"], "sub": ["install"], "effects": ["network", "runs", "package"], "roles": ["package"]}).propose
}

# What writes, and programs whose other sub-commands do worse, have to be listed.
test_changes if {
	of({"words": ["black", "."], "sub": [], "roles": ["write"]}).propose
	not of({"words": ["truncate", "-s", "0", "x"], "sub": [], "roles": ["write"]}).propose
	not of({"words": ["unheard-of"], "sub": [], "effects": ["writes"]}).propose
	not of({"words": ["git", "restore", "."], "sub": ["restore"], "effects": ["writes"]}).propose
	not of({"words": ["git", "config", "a.b", "c"], "sub": ["config"]}).propose
	not of({"words": ["docker", "compose", "down"], "sub": ["compose", "down"]}).propose
	not of({"words": ["tmux", "new"], "sub": ["new"], "roles": ["shell"]}).propose
}

# A request with more than an address may change something.
test_gets if {
	asks(["curl", "-sSfL", "https://x.example/"], []).propose
	asks(["wget", "-q", "https://x.example/"], []).propose
	not asks(["curl", "-X", "DELETE", "https://x.example/"], []).propose
	not asks(["curl", "-d", "a=b", "https://x.example/"], []).propose
	not asks(["curl", "--json", "{}", "https://x.example/"], []).propose
	not asks(["wget", "--post-data=x", "https://x.example/"], []).propose
}

# What runs something of the project has to be listed, and a task to be named for what it
# does.
test_runs if {
	runs(["make"], []).propose
	runs(["make", "-j4", "test", "V=1"], []).propose
	runs(["npm", "run", "test:unit"], ["run"]).propose
	runs(["npm", "run", "build", "--", "deploy"], ["run"]).propose
	runs(["pytest", "-q", "tests"], []).propose
	not runs(["make", "install"], []).propose
	not runs(["make", "test-deploy"], []).propose
	not runs(["npm", "run", "release"], ["run"]).propose
	not runs(["npm", "version"], ["version"]).propose
	not runs(["tmux", "new"], ["new"]).propose
	not of({"words": ["gdb", "x"], "sub": [], "roles": ["run"]}).propose
	of({"words": ["go", "test", "./..."], "sub": ["test"], "effects": ["runs"], "roles": ["run"]}).propose
}

test_order if {
	got := learn.answers with input as {"candidates": []}
	got == []
}
