package skillctl.install_test

tool(kind, command) := with_skill({"manifest": "SKILL.toml", "tools": [{"name": "t", "kind": kind, "target": "", "command": command}]})

test_insecure_tool if {
	every address in ["http://a.example/x", "HTTP://a.example", "http://127.0.0.1.evil.example/"] {
		said("install/tool/insecure", tool("http", address)) == {"deny"}
	}
	every address in ["https://a.example/x", "http://localhost:8080/x", "http://127.0.0.1/x", "http://[::1]:80/x"] {
		said("install/tool/insecure", tool("http", address)) == set()
	}
}

test_script_outside if {
	every path in ["../x.sh", "a/../../x.sh", "/usr/bin/x", "~/x.sh"] {
		said("install/tool/outside", tool("script", path)) == {"deny"}
	}
	said("install/tool/outside", tool("script", "scripts/x.sh")) == set()
	said("install/tool/outside", tool("shell", "/usr/bin/x")) == set()
}
