package skillctl.exec.profiles.agentzero_windows_test

import data.skillctl.exec.profiles.agentzero

on := {"agentzero": {"execEnabled": true, "accessMode": "read_write"}}

rules(dialect, text) := {reason.rule | some reason in found_reasons} if {
	found_reasons := agentzero.reasons with input as {
		"settings": on, "request": {"command": text},
		"facts": {
			"source": {"text": text, "utf8": true, "dialect": dialect}, "parse": {"ok": true, "limit": ""},
			"commands": [], "assignments": [],
		},
	}
}

test_powershell_launchers if {
	every text in [
		"start http://x", "Start-Process http://x", "explorer.exe http://x", "C:\\Windows\\explorer.exe x", "Get-Date; saps x", "& 'explorer' x",
		"st`art http://x", "if ($true) { ii x }", "[Diagnostics.Process]::Start('x')", "(New-Object -Com Shell.Application).Open('x')",
		"cmd /c start x", "dir | % { start x }", "rundll32 url.dll,FileProtocolHandler x",
	] {
		rules("powershell", text) & {"exec/agentzero/browser"} == {"exec/agentzero/browser"}
	}
}

test_powershell_that_is_not_read if {
	every text in ["iex 'x'", "& $x y", ". $env:x", "powershell -enc AAAA", "pwsh -EncodedCommand AAAA"] {
		rules("powershell", text) & {"exec/agentzero/unread"} == {"exec/agentzero/unread"}
	}
}

test_cmd_launchers if {
	every text in [
		"start http://x", "START \"\" x", "s^tart x", "@start x", "dir & start x", "dir&&explorer x", "call start x", "if exist x start y",
		"for %i in (1) do start x", "(start x)", "cmd /c start x", "powershell Start-Process x", "\"C:\\Windows\\explorer.exe\" x",
	] {
		rules("cmd", text) & {"exec/agentzero/browser"} == {"exec/agentzero/browser"}
	}
}

test_cmd_that_is_not_read if rules("cmd", "%x% y") & {"exec/agentzero/unread"} == {"exec/agentzero/unread"}

test_what_only_looks_like_one if {
	every text in ["Start-Service x", "Get-ChildItem start", "Write-Output 'start http://x'", "npm start", "Start-Job { echo x }", "git diff", "$x = 1", "echo \"a; start b\""] {
		rules("powershell", text) == {"exec/agentzero/allowed"}
	}
	every text in ["npm start", "echo start", "net start x", "git diff", "echo \"a & start b\"", "type start.txt"] {
		rules("cmd", text) == {"exec/agentzero/allowed"}
	}
}
