package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

docker(kind, source) := document({"allowlist": ["docker"]}, facts([object.union(
	command(0, ["docker", "run", "x"]),
	{"binds": [{"kind": kind, "option": "-v", "source": source, "span": span(5)}]},
)]))

test_binds_that_give_the_host_away if {
	every source in [
		"/", "//", "/etc", "/etc/ssl", "/var", "/proc/1", "/run/docker.sock", "/x/podman.sock", "~", "~/", "~/.ssh", "~/.aws/credentials",
		"/home", "/home/u", "/home/u/.ssh", "../etc", "../../../..", "a/../../root",
	] {
		effects(strict.reasons) == {"deny"} with input as docker("bind", source)
		rules(strict.reasons) == {"exec/strict/container"} with input as docker("bind", source)
	}
}

test_binds_of_work if {
	every source in [".", "./data", "a/../b", "/data", "/home/u/work", "~/data", "/etcetera"] {
		effects(strict.reasons) == {"allow"} with input as docker("bind", source)
	}
	effects(strict.reasons) == {"allow"} with input as docker("bind", null)
}

test_devices if {
	effects(strict.reasons) == {"deny"} with input as docker("device", "/dev/sda")
	effects(strict.reasons) == {"deny"} with input as docker("device", null)
}
