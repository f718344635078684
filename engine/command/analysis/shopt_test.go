package analysis

import "testing"

// An option is known to leave the reading of a text as it is, or the text is not
// understood.
func TestOptionsThatChangeHowCommandsAreRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src        string
		understood bool
	}{
		{"set -k; ls PATH=bin", false},
		{"set -ek", false},
		{"set -e -k", false},
		{"set -o keyword", false},
		{"set -eo keyword", false},
		{"set -oe keyword", false},
		{"set -oo pipefail keyword", false},
		{"set -euo pipefail -o keyword", false},
		{"set -o posix; alias ls=id; ls", false},
		{"set +o interactive-comments", false},
		{"set -o nosuch", false},
		{"set -Z", false},
		{"shopt -so keyword; ls PATH=bin", false},
		{"shopt -s -o keyword", false},
		{"shopt -os keyword", false},
		{"shopt -o -s nounset keyword", false},
		{"shopt -u interactive_comments", false},
		{"shopt -s nosuch", false},
		{"command shopt -so keyword", false},
		{"builtin set -k", false},
		{"o=-k; set $o", false},
		{"set \"$o\"", false},
		{"set -$o", false},
		{"set -e $o", false},
		{"set -o $o", false},
		{"set $(cat f)", false},
		{"shopt -s $o", false},
		{"shopt $o keyword", false},
		{"if ls; then shopt -so keyword; fi", false},
		{"f() { set -k; }; f", false},
		{"set -euo pipefail", true},
		{"set -Eeuo pipefail; set +x", true},
		{"set -eu -o pipefail -o errtrace", true},
		{"set +e; set +o pipefail; set -o", true},
		{"set -- -k $x", true},
		{"set -e -- \"$@\"", true},
		{"set a $x", true},
		{"set +k", true},
		{"shopt -s nullglob globstar extglob", true},
		{"shopt -o -s pipefail", true},
		{"shopt -u nullglob; shopt -q extglob; shopt", true},
	} {
		facts := Text(c.src)
		if understood := facts.Parse.OK && len(facts.Opaque) == 0; understood != c.understood {
			t.Errorf("%q: understood is %t: %+v", c.src, understood, facts.Opaque)
		}
	}
}

// TestOptionsOfAShell wants an option that changes how a text is read, or which of its
// words are variables, to be told as not understood.
func TestOptionsOfAShell(t *testing.T) {
	t.Parallel()
	for option, understood := range map[string]bool{
		"-c": true, "-ec": true, "-euo pipefail -c": true, "-O extglob -c": true, "+x -c": true,
		"-kc": false, "-k -c": false, "-Hc": false, "-ac": false, "-o keyword -c": false, "-o allexport -c": false, "-eo histexpand -c": false,
		"-O expand_aliases -c": false, "-o unheard -c": false, "-ko pipefail -c": false,
	} {
		facts := Text("bash " + option + " 'git status'")
		if got := len(facts.Opaque) == 0; got != understood {
			t.Errorf("bash %s: understood %v, want %v", option, got, understood)
		}
	}
}
