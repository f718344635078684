package skillctl.lib.exec.environment_test

import data.skillctl.lib.exec.environment

test_changes_code if {
	every key in ["NODE_OPTIONS", "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "PYTHONSTARTUP", "PIP_INDEX_URL", "GIT_SSH_COMMAND", "GIT_NEW_THING", "RUBYGEMS_GEMDEPS"] {
		environment.changes_code(key)
	}
	every key in ["TERM", "API_KEY", "PYTHONUNBUFFERED", "PIP_NO_INPUT", "GIT_AUTHOR_NAME", "LOG_LEVEL"] {
		not environment.changes_code(key)
	}
}

test_known_by_name if {
	environment.known("NODE_OPTIONS")
	not environment.known("LD_AUDIT")
}

test_tells_programs if {
	environment.tells_programs("GREET_COMMAND")
	not environment.tells_programs("ASAN_OPTIONS")
	not environment.tells_programs("GREET_PORT")
}
