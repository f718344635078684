package secret_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/secret"
)

// TestHideCalls: what a program takes for a secret is masked in the text of a shell, and
// nothing else.
func TestHideCalls(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mysql -phunter2 db":                              "mysql -p[masked] db",
		"ls; sudo /usr/bin/mysql -uroot -phunter2 < a":    "ls; sudo /usr/bin/mysql -uroot -p[masked] < a",
		"mysql -p'hun ter2' db":                           "mysql -p[masked] db",
		"mysql '-phunter2' db":                            "mysql [masked] db",
		"bash -c 'mysql -phunter2 db' && ls":              "bash -c 'mysql -p[masked] db' && ls",
		`sh -c "x=$(mysql -phunter2 db)"`:                 `sh -c "x=$(mysql -p[masked] db)"`,
		"$(mysqldump -phunter2)":                          "$(mysqldump -p[masked])",
		"sshpass -p hunter2 ssh host -p 22":               "sshpass -p [masked] ssh host -p [masked]",
		"curl -u ann:hunter2 -sSL https://x.example":      "curl -u [masked] -sSL https://x.example",
		"curl -su ann:hunter2 https://x.example":          "curl -su [masked] https://x.example",
		"curl --user=ann:hunter2 https://x.example":       "curl --user=[masked] https://x.example",
		"docker login -u ann -p hunter2 x.example":        "docker login -u ann -p [masked] x.example",
		"x --api-key hunter2 -v":                          "x --api-key [masked] -v",
		"x --dbPassword=hunter2 -v":                       "x --dbPassword=[masked] -v",
		"redis-cli -a hunter2 get x":                      "redis-cli -a [masked] get x",
		"mysql \\-phunter2":                               "mysql [masked]",
		"docker run -p 80:80 x":                           "docker run -p 80:80 x",
		"mysql -u root -h localhost db":                   "mysql -u root -h localhost db",
		"curl -XPUT https://x.example":                    "curl -XPUT https://x.example",
		"mkdir -p a/b; echo mysql | grep -P x":            "mkdir -p a/b; echo mysql | grep -P x",
		"git commit -m 'mysql -p is asked' && mkdir -p x": "git commit -m 'mysql -p [masked] asked' && mkdir -p x",
		"echo 'open -p":                                   "echo 'open -p",
		"x --token --verbose":                             "x --token --verbose",
		"":                                                "",
	} {
		if got := secret.Known().HideCalls(text); got != want {
			t.Errorf("%q: got %q; want %q", text, got, want)
		}
	}
	argv := []string{"mysql", "-phunter2", "--password", "ab", "bash -c 'mysql -px y'"}
	if got := strings.Join(secret.Known().HideCall(argv), "|"); got != "mysql|-p[masked]|--password|[masked]|bash -c 'mysql -p[masked] y'" {
		t.Errorf("got %q", got)
	}
	if argv[1] != "-phunter2" {
		t.Error("what it was given has changed")
	}
}

// FuzzHideCalls wants every text taken, and nothing masked where there is no option.
func FuzzHideCalls(f *testing.F) {
	f.Add("a 'b\\' \"c $(mysql -pd) -p")
	f.Fuzz(func(t *testing.T, text string) {
		once := secret.Known().HideCalls(text)
		if !strings.ContainsAny(text, "-/") && once != text {
			t.Errorf("%q became %q, and has no option", text, once)
		}
	})
}
