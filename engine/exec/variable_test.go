package exec_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/test/fixture"
)

// drawnPlaces are texts with a place for an expansion, "@", or for the name of a variable,
// "%". The programs in them are on the allow-list.
func drawnPlaces() []string {
	return []string{
		"echo @", `echo "@"`, `printf x "a@.b"`, "ls -d @", `grep -c "@" f`, "date +@",
		`echo "@" > f`, "cat <<< @", "cat <<E\n@\nE", `cat <<< "@" > f`,
		"X=@; echo $X", "X=@ ls", `export X="@"`, "X=(@); echo ${X[0]}", `read -r X <<< "@"`,
		"echo $(( % + 1 ))", "(( % > 1 ))", "let X=%", "[[ % -eq 1 ]]",
		"[[ @ == a* ]]", `[ "@" = a ]`, "[ -n @ ]", "case @ in a*) echo x ;; esac",
		"for i in @; do echo $i; done", "while [ a = @ ]; do break; done", "if [ @ ]; then ls; fi",
		`f() { echo "@"; }; f`, "{ echo @; }", "( echo @ )", "echo @ | cat", "echo $(echo @)", "cat <(echo @)",
		"bash -c 'echo @'", "printenv %", "declare -p %", "envsubst '$%' < f",
		`awk 'BEGIN { print ENVIRON["%"] }'`, "jq -n env.%", `jq -n '$ENV["%"]'`,
		`curl -H "Authorization: Bearer @" https://api.example.com/v1`, "git commit -m @",
	}
}

func drawnExpansions() []string {
	return []string{"$%", "${%}", "${%:0:2}", "${%:-x}", "${Y:-$%}", "${%#a}", "${%/a/b}", "${%^^}", "${%@Q}", "${%:?}"}
}

// TestDecideUnenclosed: outside of every boundary a text that takes what a secret of the
// environment holds is not allowed, wherever it does; of a variable that everybody may
// see, and in a boundary, nothing is said.
func TestDecideUnenclosed(t *testing.T) {
	t.Parallel()
	d := sharedDecider()
	list := strings.Fields("cat grep ls date bash printenv declare export envsubst awk jq curl git")
	secrets := []string{"GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "x_api_key", "GREETING"}
	told := func(text string, enclosed bool) engine.Decision {
		req := request(text)
		req.Exec.Unenclosed = !enclosed
		req.Exec.Inherited = map[string]string{"PATH": "/usr/bin:/bin", "HOME": "/home/u", "GREETING": "x"}
		return decide(t, d, req, execSettings(named(list...)))
	}
	for i, place := range drawnPlaces() {
		for seed := range fixture.Size(2, 40) {
			draw := rand.New(rand.NewPCG(uint64(i), uint64(seed)))
			expansions := drawnExpansions()
			text := strings.ReplaceAll(place, "@", expansions[draw.IntN(len(expansions))])
			if draw.IntN(3) == 0 {
				text = fmt.Sprintf([]string{"ls; %s", "ls && { %s\n}", "if ls; then\n%s\nfi", "GITHUB_USER=x\n%s"}[draw.IntN(4)], text)
			}
			secret := strings.ReplaceAll(text, "%", secrets[draw.IntN(len(secrets))])
			if got := told(secret, false); got.Effect != engine.Deny || !objects(got) {
				t.Errorf("%q: %s: %v", secret, got.Effect, got.Reasons)
			}
			if got := told(secret, true); objects(got) {
				t.Errorf("%q in a boundary: %v", secret, got.Reasons)
			}
			if plain := strings.ReplaceAll(text, "%", "HOME"); objects(told(plain, false)) {
				t.Errorf("%q: %v", plain, told(plain, false).Reasons)
			}
		}
	}
}

// objects reports whether a decision says something of the environment.
func objects(decision engine.Decision) bool {
	for _, reason := range decision.Reasons {
		if reason.Rule == "exec/strict/variable" {
			return true
		}
	}
	return false
}
