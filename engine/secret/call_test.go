package secret_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/secret"
)

// TestInCall: what follows an option, a key or a sub-command that speaks of secrets is
// one, and so is what a program takes for one.
func TestInCall(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`["gh","auth","login","--with-token","X"]`, `["x","--api-key","ab"]`, `["x","--apiKey=ab"]`, `["x","-password","ab"]`, `["x","--db.password=q"]`,
		`["mysql","-psecret","db"]`, `["mysql","-p","db"]`, `["/usr/bin/mysql","-uroot","-psecret"]`, `["sudo","mysql","-psecret"]`, `["mysqldump","-psecret"]`,
		`["curl","-u","u:p","http://x.example/"]`, `["curl","-uu:p","http://x.example/"]`, `["curl","-su","u:p"]`, `["curl","--user=u:p"]`, `["curl","-H","X-Api-Key: abc"]`,
		`["curl","-HX-Auth:abc"]`, `["curl","-H","PRIVATE-TOKEN: abc"]`, `["curl","-d","{\"password\": \"ab\"}"]`, `["curl","http://x.example/?a=b&token=c"]`, `["curl","http://u:p@x.example/"]`,
		`["git","clone","https://abc@x.example/y"]`, `["docker","login","-p","abc","x"]`, `["sshpass","-p","hunter2","ssh","h"]`, `["cargo","login","abc"]`, `["redis-cli","-a","x","get","y"]`,
		`["npm","config","set","//r.example/:_authToken=abc"]`, `["aws","configure","set","aws_secret_access_key","abc"]`, `["kubectl","create","secret","generic","x","--from-literal=a=b"]`,
		`["bash","-c","mysql -psecret db"]`, `["java","-Dstore.password=ab","X"]`, `["env","DB_PASSWORD=a","x"]`, `["x","a8f9g0h1j2k3l4m5n6p7"]`, `["openssl","enc","-pass","pass:x"]`, `["zip","-P","x","a.zip","b"]`,
		`["gh","secret","set","A","-b","x"]`, `["x","ghp_` + strings.Repeat("aB3", 12) + `"]`,
	} {
		var argv []string
		if err := json.Unmarshal([]byte(text), &argv); err != nil {
			t.Fatal(err)
		}
		if !secret.Known().InCall(argv) {
			t.Errorf("%q has no secret", argv)
		}
	}
	for _, text := range []string{
		"git status", "git add engine/secret/form.go", "go test ./engine/secret -run TestInCall", "npm run test:unit", "docker run -p 80:80 x", "mysql -u root -h localhost db", "ssh -p 22 host",
		"git clone ssh://git@x.example/y", "git clone git@x.example:y", "curl -sSf https://x.example/v1.2.3/file-2026-11-23.tar.gz", "pytest tests/test_token.py -k name", "mkdir -p a/b", "gh auth login --with-token",
		"cargo test --release", "kubectl get pods -n prod", "pip install requests==2.32.3", "grep -rn password src", "mysql -p", "go build -o bin/tool ./cmd/tool", "git log --author=ann", "make VERBOSE=1 build", "git show HEAD:a/b",
	} {
		if argv := strings.Fields(text); secret.Known().InCall(argv) {
			t.Errorf("%q has a secret", argv)
		}
	}
}
