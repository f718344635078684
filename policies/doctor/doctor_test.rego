package skillctl.doctor_test

import data.skillctl.doctor

of(check, found) := got[0] if {
	got := doctor.severities with input as {"facts": [{"check": check, "found": found}]}
}

test_order if {
	got := doctor.severities with input as {"facts": [
		{"check": "files/readable", "found": "fault"},
		{"check": "exec/proof", "found": "refused"},
		{"check": "files/readable", "found": "fault"},
	]}
	got == ["medium", "low", "medium"]
}

test_nothing if doctor.severities == [] with input as {"facts": []}

test_unknown if {
	of("files/unheard-of", "fault") == "critical"
	of("files/readable", "unheard-of") == "critical"
}

test_failed if {
	of("doctor/check-failed", "fault") == "medium"
	of("doctor/check-failed", "unreadable") == "high"
}

test_install_policy if {
	of("install-policy/command-refused", "fault") == "high"
	of("install-policy/not-executable", "fault") == "high"
	of("install-policy/parent-symlink", "fault") == "critical"
	of("install-policy/argument-insecure", "fault") == "critical"
	of("install-policy/argument-insecure", "missing") == "high"
	of("install-policy/malformed", "fault") == "critical"
}

test_install_policy_answers if {
	every check in ["install-policy/probe", "install-policy/proof"] {
		of(check, "fault") == "high"
		of(check, "refused") == "low"
	}
}

test_install_policy_slow if of("install-policy/probe", "slow") == "medium"

test_writable if {
	every check in ["files/state-writable", "files/config-writable", "skills/writable", "skillctl/writable"] {
		of(check, "fault") == "critical"
		of(check, "unseen") == "medium"
	}
}

test_files if {
	of("files/readable", "fault") == "medium"
	of("skills/link-escapes", "fault") == "medium"
	of("skillctl/settings", "fault") == "high"
}

test_exec if {
	of("exec/proof", "fault") == "high"
	of("exec/proof", "refused") == "low"
	of("run/boundary", "fault") == "critical"
	of("run/boundary", "unavailable") == "high"
}

test_install_policy_absent if {
	of("install-policy/absent", "fault") == "high"
	of("install-policy/interpreter", "fault") == "critical"
}

test_install_policy_unseen if {
	every check in ["install-policy/absent", "install-policy/probe", "install-policy/malformed", "install-policy/proof"] {
		of(check, "unseen") == "medium"
	}
	of("install-policy/probe", "left") == "medium"
}

variable(name) := got[0] if {
	got := doctor.severities with input as {"facts": [{"check": "install-policy/environment", "found": "fault", "name": name}]}
}

test_variables if {
	every name in [
		"LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "NODE_PATH", "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP",
		"BASH_ENV", "ENV", "PERL5OPT", "PERL5LIB", "PERL5DB", "RUBYOPT", "RUBYLIB", "GIT_EXEC_PATH", "GIT_CONFIG_COUNT", "GIT_SSH_COMMAND",
		"JAVA_TOOL_OPTIONS", "BASH_FUNC_x%%", "GLIBC_TUNABLES", "ld_preload",
	] {
		variable(name) == "high"
	}
	every name in ["PATH", "HOME"] {
		variable(name) == "low"
	}
	every name in ["TZ", "LANG", "LC_ALL", "GIT_AUTHOR_NAME", "PYTHONUTF8", "POLICY_MODE"] {
		variable(name) == "none"
	}
	of("install-policy/environment", "fault") == "high"
}

test_agents if {
	of("agents/absent", "fault") == "medium"
	of("agents/hook", "fault") == "high"
	of("agents/observes", "fault") == "high"
	of("agents/off", "fault") == "critical"
	of("agents/unread", "fault") == "medium"
	of("agents/unasked", "fault") == "low"
	of("agents/unfenced", "fault") == "medium"
	of("agents/other", "fault") == "low"
	of("agents/proof", "fault") == "critical"
	of("agents/proof", "slow") == "medium"
	of("agents/proof", "refused") == "medium"
}

agent(check, agent, always) := got[0] if {
	got := doctor.severities with input as {"facts": [{"check": check, "found": "fault", "agent": object.union({"name": "x", "asks": true, "managed": false, "alone": false}, agent), "always": always}]}
}

test_agents_off if {
	agent("agents/off", {}, false) == "critical"
	agent("agents/off", {"managed": true}, false) == "none"
	agent("agents/off", {"managed": true}, true) == "critical"
	agent("agents/off", {"alone": true}, false) == "critical"
}

test_agents_other if {
	agent("agents/other", {}, false) == "low"
	agent("agents/other", {"managed": true}, false) == "low"
	agent("agents/other", {"alone": true}, false) == "low"
	agent("agents/other", {"managed": true, "alone": true}, false) == "none"
}

# Of one that does not ask it is told that it does not; what cannot be read may be why.
test_agents_that_do_not_ask if {
	every check in ["agents/off", "agents/unasked", "agents/unfenced", "agents/other"] {
		agent(check, {"asks": false}, false) == "none"
	}
	agent("agents/unread", {"asks": false}, false) == "medium"
	agent("agents/absent", {"asks": false}, false) == "medium"
}
