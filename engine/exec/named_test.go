package exec_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine"
)

// TestWordsThatTheTextGives: a word that is known only when it runs is taken for an option
// where the text itself may give it a dash; what the environment has is not.
func TestWordsThatTheTextGives(t *testing.T) {
	t.Parallel()
	settings := engine.PlainSettings{"exec": map[string]any{
		"security": "allowlist", "ask": "on-miss", "allowlist": []any{"find", "git", "make", "docker", "bash", "sh", "xargs", "npm"},
	}}
	for command, want := range map[string]engine.Effect{
		`set -- -exec touch x ";"; find . -maxdepth 0 "$@"`: engine.Ask,
		`f() { find d "$@"; }; f -delete`:                   engine.Ask,
		`find d ${NOPE:--delete}`:                           engine.Ask,
		`find d ${HOME:+-delete}`:                           engine.Ask,
		`find d $(echo -delete)`:                            engine.Ask,
		`find d $(echo -n -delete)`:                         engine.Ask,
		`find d $(echo -e '\x2ddelete')`:                    engine.Ask,
		`bash -c 'find d "$@"' _ -delete`:                   engine.Ask,
		`bash -c 'git push "$0"' --force`:                   engine.Ask,
		`for X in 'origin -f'; do git push $X; done`:        engine.Ask,
		`echo -f; git push $_`:                              engine.Ask,
		`Y=-delete; X=Y; find . ${!X}`:                      engine.Ask,
		`f() { docker run "$@" alpine; }; f -v /:/x`:        engine.Ask,
		`find "$DIR" -name x`:                               engine.Allow,
		`git commit -m "$MSG"`:                              engine.Allow,
		`find . -name "$1"`:                                 engine.Allow,
		`for f in *.txt; do git add "$f"; done`:             engine.Allow,
		`git checkout $(git rev-parse HEAD)`:                engine.Allow,
		`npm test -- "$FILE"`:                               engine.Allow,
	} {
		if got := decide(t, sharedDecider(), request(command), settings); got.Effect != want {
			t.Errorf("%s: %s, want %s; %+v", command, got.Effect, want, got.Reasons)
		}
	}
}

// TestLastingDeedsAreNamed: an entry that names more words grants no deed that lasts which a
// wider one would be asked about.
func TestLastingDeedsAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program, arguments, command string
		want                        engine.Effect
	}{
		{"git", "^push origin main( |$)", "git push origin main", engine.Allow},
		{"git", "^push origin main( |$)", "git push origin main --force", engine.Ask},
		{"git", "^push origin( |$)", "git push origin +main", engine.Ask},
		{"git", "^push origin( |$)", "git push origin :main", engine.Ask},
		{"git", "^push -u( |$)", "git push -u -f origin main", engine.Ask},
		{"git", "^push --force( |$)", "git push --force", engine.Allow},
		{"git", "^push --force( |$)", "git push --force --mirror", engine.Ask},
		{"git", "^push --force( |$)", "git push --force origin :main", engine.Ask},
		{"gh", "^repo( |$)", "gh repo delete o/r", engine.Ask},
		{"gh", "^repo delete( |$)", "gh repo delete o/r", engine.Allow},
		{"npm", "^publish( |$)", "npm publish", engine.Allow},
	} {
		settings := engine.PlainSettings{"exec": map[string]any{
			"security": "allowlist", "ask": "on-miss", "allowlist": []any{map[string]any{"pattern": c.program, "argPattern": c.arguments}},
		}}
		if got := decide(t, sharedDecider(), request(c.command), settings); got.Effect != c.want {
			t.Errorf("%s under %s: %s, want %s; %+v", c.command, c.arguments, got.Effect, c.want, got.Reasons)
		}
	}
}
