package skillctl.exec.profiles.agentzero_browser_test

import data.skillctl.exec.profiles.agentzero

word(text) := {"text": text, "value": text, "params": [], "substitutes": false}

command(words) := {
	"id": 0, "parent": -1, "name": words[0], "base": parts[count(parts) - 1], "role": "program", "text": concat(" ", words),
	"args": [word(text) | some text in words], "span": null,
} if {
	parts := split(words[0], "/")
}

on := {"agentzero": {"exec_enabled": true, "access_mode": "read_write"}}

opens(words) if {
	found := agentzero.launches with input as {
		"settings": on, "request": {"command": "x"},
		"facts": {"source": {"text": "x"}, "commands": [command(words)], "assignments": []},
	}
	count(found) > 0
}

test_launchers if {
	every words in [["xdg-open", "x"], ["/usr/bin/open", "x"], ["START", "x"], ["gio", "open", "x"], ["cmd.exe", "/C", "start", "x"], ["powershell", "-c", "Start-Process x"], ["rundll32", "url.dll,FileProtocolHandler", "x"], ["alias", "o=open x"]] {
		opens(words)
	}
}

test_look_alikes if {
	every words in [["./open"], ["npm", "start"], ["gio", "info", "open"], ["cmd", "/c", "dir"], ["powershell", "-c", "Get-Process start"], ["rundll32", "printui.dll,x"], ["firefox", "--version"], ["grep", "xdg-open"]] {
		not opens(words)
	}
}

test_code if {
	agentzero.code_launches("python", "import os, webbrowser as w\nw.open('x')")
	agentzero.code_launches("python", "import os; os.system('cd /tmp && open x')")
	agentzero.code_launches("node", "require('child_process').spawn('open', ['x'])")
	agentzero.code_launches("osascript", "OPEN location \"x\"")
	agentzero.code_launches("ruby", "system 'xdg-open x'")
}

test_code_that_only_mentions_it if {
	not agentzero.code_launches("python", "# import webbrowser; webbrowser.open()")
	not agentzero.code_launches("python", "'''import webbrowser'''\nopen('f')")
	not agentzero.code_launches("python", "import subprocess; subprocess.run(['service', 'x', 'start'])")
	not agentzero.code_launches("node", "/* require('open') */ server.start()")
	not agentzero.code_launches("ruby", "puts 'xdg-open'")
}
