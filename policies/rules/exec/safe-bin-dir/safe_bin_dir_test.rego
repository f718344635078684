package skillctl.rules.exec["safe-bin-dir_test"]

import data.skillctl.rules.exec["safe-bin-dir"] as rule

trusted(dir) := {"config": {"kind": "openclaw", "value": {"tools": {"exec": {"safeBinTrustedDirs": [dir]}}}}}

test_fires if {
	every dir in ["/tmp", "/usr/local/bin/", "~/bin", "bin", "/home/me/bin"] {
		count(rule.findings) == 1 with input as trusted(dir)
	}
}

test_silent_on_system_folders if {
	every dir in ["/usr/sbin", "/opt/tools/bin", "/tmpfiles"] {
		count(rule.findings) == 0 with input as trusted(dir)
	}
}
