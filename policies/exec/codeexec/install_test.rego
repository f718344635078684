package skillctl.exec.profiles.codeexec_install_test

import data.skillctl.exec.profiles.codeexec
import data.skillctl.exec.profiles.codeexec_test as fixture

settings := {"python": {"allowPipInstall": true, "pipAllowlist": ["numpy", "pandas>=2,<3", "ruamel.yaml"]}, "bash": {"allowedCommands": ["ls"]}}

asked(text) := fixture.rules(fixture.call(settings, {"language": "python", "install": text}, []))

ran(words) := fixture.rules(fixture.call(settings, {}, [fixture.command(words)]))

test_names_as_pep_503_has_them if {
	every text in ["NumPy", "Ruamel_-yaml", "numpy pandas==2.1", "numpy >= 1, < 2", "numpy; python_version > \"3\""] {
		asked(text) == {"exec/codeexec/allowed"}
	}
}

test_nothing_else if {
	every text in ["", "numpyy", "numpy requests", "pandas==3.0", "numpy @ https://x", "git+https://x/numpy", "./numpy", "-r x", "--pre numpy", "numpy; requests", "numpy[x]"] {
		asked(text) == {"exec/codeexec/install"}
	}
}

test_in_commands if {
	ran(["pip", "install", "numpy"]) == {"exec/codeexec/allowed"}
	ran(["python3", "-m", "pip", "install", "numpy"]) == {"exec/codeexec/allowed"}
	ran(["pip", "install", "requests"]) == {"exec/codeexec/install"}
	ran(["pip", "config", "list"]) == {"exec/codeexec/program"}
}

test_it_has_to_be_switched_on_and_listed if {
	fixture.rules(fixture.call({}, {"language": "python", "install": "numpy"}, [])) == {"exec/codeexec/install"}
	fixture.rules(fixture.call({"python": {"allowPipInstall": true}}, {"language": "python", "install": "numpy"}, [])) == {"exec/codeexec/config"}
}

test_versions_that_an_entry_leaves if {
	limits := codeexec.clauses(">=2,<3")
	every text in ["==2.0", ">=2.5", "<2.5", "~=2.1", "==2.*", "!=2.2", ">1"] {
		codeexec.compatible(limits, codeexec.clauses(text))
	}
	every text in ["==3", ">=3", "<2", "<=1.9", "~=3.0", "==1.*", "==2.0rc1"] {
		not codeexec.compatible(limits, codeexec.clauses(text))
	}
}

npm(text) := fixture.rules(fixture.call({"javascript": {"allowNpmInstall": true, "npmAllowlist": ["@a/b", "c@1.0.0"]}}, {"language": "javascript", "install": text}, []))

test_npm if {
	npm("@a/b@2 c@1.0.0") == {"exec/codeexec/allowed"}
	npm("c") == {"exec/codeexec/install"}
	npm("@a/b@npm:x") == {"exec/codeexec/install"}
	npm("github:a/b") == {"exec/codeexec/install"}
}

test_the_index_has_to_be_reached if {
	restricted := object.union(settings, {"network": {"mode": "restricted", "allowedHosts": ["pypi.org"]}})
	fixture.rules(fixture.call(restricted, {"language": "python", "install": "numpy"}, [])) == {"exec/codeexec/allowed", "exec/codeexec/config"}
}

asked_for(value) := fixture.rules(fixture.call(settings, {"language": "python", "install": value}, []))

test_lists_of_packages if {
	asked_for(["numpy", "pandas"]) == {"exec/codeexec/allowed"}
	asked_for(["numpy", "requests"]) == {"exec/codeexec/install"}
	asked_for([]) == {"exec/codeexec/install"}
	asked_for(["numpy", 5]) == {"exec/codeexec/install"}
	asked_for({"a": "numpy"}) == {"exec/codeexec/install"}
	asked_for(true) == {"exec/codeexec/install"}
	fixture.rules(fixture.call(settings, {"install": "numpy"}, [])) == {"exec/codeexec/install"}
}
