package gate

import "strings"

// gateTitle names the fault that a rule of the gate finds. Rules that nobody has
// named here are called after their group.
func gateTitle(rule string) string {
	rest := strings.TrimPrefix(rule, "install/")
	if title := gateTitles()[rest]; title != "" {
		return title
	}
	group, _, _ := strings.Cut(rest, "/")
	if title := gateTitles()[group]; title != "" {
		return title
	}
	return "Your own policy"
}

// gateTitles are titles by rule, without "install/", and by group of rules.
func gateTitles() map[string]string {
	return map[string]string{
		"archive": "Archive that must not be unpacked", "failure": "Package could not be judged", "silence": "No policy answers",
		"content": "Forbidden content", "content/binary": "Package contains compiled code", "content/hidden": "Code in a hidden file",
		"content/hook": "Enabled Git hook", "content/link": "Link leads out of the package", "content/setuid": "File runs with the rights of its owner",
		"content/special": "Device, pipe or socket in the package", "content/unread": "Part of the package was not read",
		"content/verdict": "Lint found problems", "content/writable": "Every user can change the files",
		"dependency": "Unsafe dependency", "dependency/broken": "Installer does not work", "dependency/denied": "Dependency is denied",
		"dependency/dropped": "Installer is unknown", "dependency/host": "Download from a domain that is not allowed",
		"dependency/insecure": "Download without encryption", "dependency/kind": "Kind of installer that is not allowed",
		"dependency/name": "Dependency is not on the allow-list", "dependency/tap": "Formula is not from Homebrew itself",
		"dependency/undeclared": "Installer is not in the manifest", "dependency/unhashed": "Download without a checksum",
		"dependency/unpinned": "Dependency without a fixed version",
		"doctor":              "Test of the policy", "doctor/content": "Test request with content",
		"growth": "More permissions than the lock file has", "growth/signer": "Not signed by the locked signer",
		"list": "Not allowed by the operator's lists", "list/denied-digest": "Content is denied", "list/denied-name": "Name is denied",
		"list/denied-publisher": "Publisher is denied", "list/denied-repository": "Repository is denied",
		"list/name": "Name is not on the allow-list", "list/publisher": "Publisher is not on the allow-list",
		"names": "Unsafe name", "names/invalid": "Name is not valid", "names/lookalike": "Name looks like that of another skill",
		"names/mismatch": "Installed and loaded under different names", "names/shadowing": "Name is already used by another skill",
		"names/target": "Folder is already used by another skill", "openclaw/warning": "Agent cannot show warnings",
		"origin": "Origin is not allowed", "origin/contradiction": "Origin and source contradict each other",
		"origin/insecure": "Fetched without encryption", "origin/known": "Origin", "origin/mutable": "Version is not fixed",
		"origin/network": "Fetched from the network", "origin/plugin": "Plugins run with all rights of the agent",
		"origin/registry": "Registry is not allowed", "origin/repository": "Repository is not allowed", "origin/unknown": "Unknown origin",
		"origin/unscanned": "Registry has not scanned it",
		"plugin":           "Unsafe plugin", "plugin/denied": "Dependency of the plugin is denied", "plugin/dependency": "Dependency from outside the registry",
		"plugin/extension": "Extension is outside the plugin", "plugin/integrity": "Registry gives no checksum",
		"plugin/metadata": "Package metadata cannot be read", "plugin/name": "Package has another name than requested",
		"plugin/scripts": "Scripts run during the installation",
		"request":        "Request cannot be judged", "request/empty": "Folder is empty", "request/file": "File instead of a folder",
		"request/manifest": "No manifest in the folder", "request/missing": "Nothing at the requested path",
		"request/path": "No absolute path in the request", "request/path-kind": "Path is of another kind than requested",
		"request/ruler": "Settings of the gate are part of the package", "request/unreadable": "Package cannot be read",
		"signature": "Signature", "signature/invalid": "Signature does not match the files", "signature/missing": "No trusted signature",
		"tool": "Unsafe tool", "tool/insecure": "Tool calls an address without encryption", "tool/outside": "Script of a tool is outside the package",
	}
}
