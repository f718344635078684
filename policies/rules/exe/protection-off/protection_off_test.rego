package skillctl.rules.exe["protection-off_test"]

import data.skillctl.rules.exe["protection-off"] as rule

given(program, args, file) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"commands": [{
	"program": program, "args": args, "input": [], "text": "…", "file": file, "span": {}, "fenced": true,
}]}}}

severities(found) := {f.severity | some f in found}

test_fires_when_a_protection_goes if {
	every case in [
		["xattr", ["-d", "com.apple.quarantine", "x.app"]], ["xattr", ["-cr", "x.app"]], ["spctl", ["--master-disable"]], ["csrutil", ["disable"]],
		["setenforce", ["0"]], ["set-mppreference", ["-DisableRealtimeMonitoring", "$true"]], ["add-mppreference", ["-ExclusionPath", "C:"]],
	] {
		severities(rule.findings) == {"high"} with input as given(case[0], case[1], "SKILL.md")
		severities(rule.findings) == {"medium"} with input as given(case[0], case[1], "references/a.md")
	}
}

test_silent_on_looking if {
	every case in [["xattr", ["-l", "x.app"]], ["xattr", ["-d", "user.note", "x"]], ["spctl", ["--status"]], ["csrutil", ["status"]], ["setenforce", ["1"]], ["set-mppreference", ["-ScanScheduleDay", "1"]]] {
		count(rule.findings) == 0 with input as given(case[0], case[1], "SKILL.md")
	}
}

# The command within a sentence.
behind(words, document) := json.patch(document, [
	{"op": "replace", "path": "/skill/body/commands/0/fenced", "value": false},
	{"op": "add", "path": "/skill/body/commands/0/before", "value": words},
])

test_fires_less_on_what_is_forbidden_or_looked_for if {
	command := given("xattr", ["-d", "com.apple.quarantine", "x.app"], "SKILL.md")
	every words in ["Never run", "Do not ever use the command", "Search logs for", "Flag commands like"] {
		severities(rule.findings) == {"medium"} with input as behind(words, command)
	}
	every words in ["Run", "Never ask, run", "Do not wait and run", "Search the logs for errors and run", "Look for updates with", "Check it with"] {
		severities(rule.findings) == {"high"} with input as behind(words, command)
	}
}

described(program, args, description) := found if {
	found := severities(rule.findings) with input as object.union(given(program, args, "SKILL.md"), {"skill": {"front": {"fields": {"description": {"value": description}}}}})
}

network(program, args) := described(program, args, "Makes charts.")

looked_after(program, args) := described(program, args, "Sets up the firewall of a server.")

test_fires_when_the_network_opens if {
	every case in [
		["ufw", ["disable"]], ["iptables", ["-F"]], ["iptables", ["-P", "INPUT", "ACCEPT"]], ["nft", ["flush", "ruleset"]], ["netsh", ["advfirewall", "set", "allprofiles", "state", "off"]],
		["set-netfirewallprofile", ["-Profile", "Domain", "-Enabled", "False"]], ["systemctl", ["stop", "firewalld"]], ["sc", ["stop", "WinDefend"]], ["pkill", ["falcon-sensor"]],
		["systemctl", ["disable", "--now", "ufw", "firewalld", "auditd"]],
	] {
		network(case[0], case[1]) == {"high"}
		looked_after(case[0], case[1]) == {"medium"}
	}
}

test_fires_when_the_system_checks_less if {
	every case in [
		["defaults", ["write", "com.apple.LaunchServices", "LSQuarantine", "-bool", "NO"]], ["auditctl", ["-e", "0"]],
		["reg", ["add", "HKLM/Software/Policies/Microsoft/Windows Defender", "/v", "DisableAntiSpyware", "/t", "REG_DWORD", "/d", "1"]],
	] {
		network(case[0], case[1]) == {"high"}
	}
	login := json.patch(given("tee", ["-a"], "SKILL.md"), [
		{"op": "add", "path": "/skill/body/commands/0/writes", "value": [{"act": "append", "place": "/etc/ssh/sshd_config", "kind": "key"}]},
		{"op": "add", "path": "/skill/body/commands/0/put", "value": "PermitRootLogin yes"},
	])
	severities(rule.findings) == {"high"} with input as login
}

test_silent_on_ordinary_care if {
	every case in [
		["ufw", ["status"]], ["ufw", ["allow", "443"]], ["iptables", ["-L"]], ["iptables", ["-F", "DOCKER"]], ["nft", ["list", "ruleset"]], ["systemctl", ["stop", "nginx"]],
		["systemctl", ["status", "firewalld"]], ["netsh", ["wlan", "set", "autoconfig", "off"]], ["auditctl", ["-l"]], ["reg", ["add", "HKCU/Software/Charts", "/v", "Size", "/d", "1"]],
	] {
		network(case[0], case[1]) == set()
	}
}

# What is fetched, held against something, and freed of its mark.
installed(fetch, check, free) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"commands": [line |
	some i, words in [fetch, check, free]
	line := {
		"program": words[0], "args": array.slice(words, 1, count(words)), "input": [], "text": concat(" ", words), "file": "scripts/install.sh",
		"span": {"start": {"line": i + 1, "col": 1}, "end": {"line": i + 1, "col": 9}}, "fenced": true,
	}
]}}}

test_fires_less_where_the_download_was_held_against_its_checksum if {
	fetch := ["curl", "-LO", "https://dl.tools.example/x.zip"]
	free := ["xattr", "-d", "com.apple.quarantine", "x.app"]
	every check in [["shasum", "-a", "256", "-c", "sums"], ["sha256sum", "--check", "sums"], ["gpg", "--verify", "x.sig", "x.zip"], ["cosign", "verify-blob", "x.zip"]] {
		severities(rule.findings) == {"medium"} with input as installed(fetch, check, free)
	}
	every check in [["shasum", "-a", "256", "x.zip"], ["echo", "-c"], ["gpg", "--import", "key"], ["cosign", "version"]] {
		severities(rule.findings) == {"high"} with input as installed(fetch, check, free)
	}
	severities(rule.findings) == {"high"} with input as installed(free, ["shasum", "-c", "sums"], fetch)
	severities(rule.findings) == {"high"} with input as installed(fetch, ["shasum", "-c", "sums"], ["xattr", "-cr", "x.app"])
}
