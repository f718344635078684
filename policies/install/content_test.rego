package skillctl.install_test

finding(severity, confidence, locus) := {
	"rule": "danger/pipe-to-shell", "security": false, "severity": severity, "confidence": confidence, "locus": locus, "file": "SKILL.md", "line": 3, "message": "m",
}

finds(severity, confidence, locus) := with_skill({"findings": [finding(severity, confidence, locus)]})

test_findings_that_block if {
	every severity in ["critical", "high"] {
		every confidence in ["high", "medium"] {
			said("danger/pipe-to-shell", finds(severity, confidence, "script")) == {"deny"}
		}
	}
}

test_findings_to_look_at if {
	every document in [finds("high", "low", "script"), finds("critical", "high", "example"), finds("medium", "high", "script"), finds("medium", "medium", "example")] {
		said("danger/pipe-to-shell", document) == {"warn"}
		said("danger/pipe-to-shell", set_to({"content": {"review": "deny"}}, document)) == {"deny"}
		said("danger/pipe-to-shell", set_to({"content": {"review": "allow"}}, document)) == set()
	}
}

test_findings_that_pass if {
	every document in [finds("medium", "low", "script"), finds("low", "high", "script"), finds("info", "high", "manifest")] {
		said("danger/pipe-to-shell", document) == set()
	}
}

of_form(severity, confidence) := with_skill({"findings": [object.union(finding(severity, confidence, "manifest"), {"rule": "spec/x"})]})

# A doubt about the form is none about the safety; a form that no agent can use is a no.
test_findings_about_form if {
	said("spec/x", of_form("medium", "high")) == set()
	said("spec/x", set_to({"content": {"form": "warn", "review": "allow"}}, of_form("medium", "high"))) == {"warn"}
	said("spec/x", set_to({"content": {"form": "deny"}}, of_form("medium", "high"))) == {"deny"}
	said("spec/x", of_form("high", "high")) == {"deny"}
	attack := with_skill({"findings": [object.union(finding("medium", "high", "manifest"), {"rule": "openclaw/x", "security": true})]})
	said("openclaw/x", attack) == {"warn"}
}

# Whatever the findings are, the verdict holds.
test_verdict if {
	said("install/content/verdict", with_skill({"verdict": "block"})) == {"deny"}
	every verdict in ["pass", "review"] {
		said("install/content/verdict", with_skill({"verdict": verdict})) == set()
	}
}

test_unread if {
	gap := found({"gaps": [{"file": "a.zip", "reason": "archive", "detail": "it is encrypted"}]})
	said("install/content/unread", gap) == {"deny"}
	said("install/content/unread", set_to({"content": {"unread": "warn"}}, gap)) == {"warn"}
	said("install/content/unread", set_to({"content": {"unread": "allow"}}, gap)) == set()
	said("install/content/unread", with_skill({"complete": false})) == {"deny"}
	said("install/content/unread", base) == set()
}

test_links if {
	out := {"type": "symlink", "link": {"target": "/etc/passwd", "inside": false, "exists": true}}
	said("install/content/link", with_file(out)) == {"deny"}
	said("install/content/link", set_to({"content": {"links": "warn"}}, with_file(out))) == {"warn"}
	said("install/content/link", with_file({"type": "symlink", "link": {"target": "b", "inside": true, "exists": true}})) == set()
}

test_special if {
	every type in ["device", "fifo", "socket", "other"] {
		said("install/content/special", with_file({"type": type})) == {"deny"}
	}
	said("install/content/special", base) == set()
}

test_setuid if {
	every mode in ["4755", "2755", "6711", "04755"] {
		said("install/content/setuid", with_file({"mode": mode})) == {"deny"}
	}
	every mode in ["0755", "0644", "1777"] {
		said("install/content/setuid", with_file({"mode": mode})) == set()
	}
	said("install/content/setuid", with_file({"type": "dir", "mode": "2755"})) == set()
}

test_writable if {
	every mode in ["0666", "0777", "0602"] {
		said("install/content/writable", with_file({"mode": mode})) == {"warn"}
	}
	said("install/content/writable", with_file({"mode": "0775"})) == set()
	said("install/content/writable", with_file({"type": "symlink", "mode": "0777", "link": {"target": "b", "inside": true, "exists": true}})) == set()
}

test_hidden if {
	hidden := {"path": ".x/run.sh", "hidden": true, "class": "script", "what": "shell"}
	said("install/content/hidden", with_file(hidden)) == {"warn"}
	said("install/content/hidden", set_to({"content": {"hidden": "deny"}}, with_file(hidden))) == {"deny"}
	every changes in [{"class": "text"}, {"hidden": false}, {"path": ".eslintrc.cjs"}, {"path": ".git/hooks/pre-commit.sample"}] {
		said("install/content/hidden", with_file(object.union(hidden, changes))) == set()
	}
}

test_hook if {
	said("install/content/hook", with_git({"file": ".git/hooks/pre-commit", "kind": "hook", "own": true})) == {"deny"}
	said("install/content/hook", base) == set()
}

test_binary if {
	every class in ["executable", "bytecode"] {
		said("install/content/binary", with_file({"class": class, "what": "elf"})) == {"warn"}
		said("install/content/binary", set_to({"content": {"binaries": "deny"}}, with_file({"class": class, "what": "elf"}))) == {"deny"}
	}
	said("install/content/binary", with_file({"class": "image", "what": "png"})) == set()
}

with_git(changes) := found({"git": [object.union({"file": ".git", "kind": "store", "own": false, "target": "", "inside": false, "settings": [], "problem": ""}, changes)]})

test_repositories if {
	every kind in ["store", "alike", "pointer", "repository"] {
		said("install/content/git", with_git({"kind": kind})) == {"deny"}
		said("install/content/git", with_git({"kind": kind, "own": true})) == {"deny"}
	}
	said("install/content/git", with_git({"kind": "modules"})) == set()
	said("install/content/git", with_file({"path": "x/.hg", "type": "dir"})) == {"deny"}
	said("install/content/git", with_file({"path": ".hgignore"})) == set()
}
