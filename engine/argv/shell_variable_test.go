package argv

import (
	"slices"
	"testing"
)

func TestVariableOfShell(t *testing.T) {
	t.Parallel()
	for name, v := range loadTables().variables {
		for _, dialect := range v.Set {
			if !slices.Contains([]string{"bash", "posix", "mksh", "zsh"}, dialect) {
				t.Errorf("%s is set in %q, which is no dialect", name, dialect)
			}
		}
		if v.SetIn("posix") && !v.SetIn("bash") {
			t.Errorf("%s is set in every shell of POSIX, but not in bash, which is one", name)
		}
	}
	for name, want := range map[string]ShellVariable{
		"BASH_SOURCE": {Others: true}, "BASH_SUBSHELL": {Integer: true}, "BASHFUL": {}, "A_B": {}, "_x": {}, "": {},
		"OLDPWD": {Others: true, Followed: true}, "HISTCMD": {Integer: true, Renewed: true},
	} {
		if got := VariableOfShell(name); got.Integer != want.Integer || got.Renewed != want.Renewed || got.Others != want.Others || got.Followed != want.Followed {
			t.Errorf("%q is %+v, want %+v", name, got, want)
		}
	}
}
