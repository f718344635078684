package exec_test

import (
	"strings"
	"testing"
)

// What a search finds may be any file below where it begins, hooks and settings of agents
// among them, unless its tests say which names it has.
func TestDecideStrictFound(t *testing.T) {
	t.Parallel()
	var denied, allowed []string
	for _, write := range []string{"cp X @", "mv X @", "ln -sf X @", "install X @", "sed -i s/a/b/ @", "truncate -s0 @", "cp -t @ X", "sh -c 'cp X \"$1\"' _ @"} {
		for _, search := range []string{
			`find . -type f %`, `find . -name '*' %`, `find . -maxdepth 1 %`, `find . -name x -o %`, `find . ! -name x %`, `find . -not -path './.git/*' -type f %`,
			`find . \( -name x -o -type f \) %`, `find . -name '*.ts' , %`, `find . -path '*hooks*' %`, `find . -name pre-commit %`, `find .git/hooks -type f %`,
			`find . -name '*.json' %`, `find % -o -name x`, `find . -name '?*it' %`,
		} {
			for _, action := range []string{"-exec", "-execdir", "-ok"} {
				denied = append(denied, strings.Replace(search, "%", action+" "+strings.Replace(write, "@", "{}", 1)+` \;`, 1))
			}
		}
		for _, search := range []string{
			`find src -type f %`, `find . -name '*.ts' %`, `find . \( -name '*.ts' -o -name '*.tsx' \) %`, `find . -path ./node_modules -prune -o -name '*.ts' %`,
			`find . -name '*.ts' -not -path './node_modules/*' %`, `find . ! \( -name x \) -name '*.ts' %`,
		} {
			allowed = append(allowed, strings.Replace(search, "%", "-exec "+strings.Replace(write, "@", "{}", 1)+` \;`, 1))
		}
	}
	for _, list := range []string{
		"find . -type f", "find . -name pre-commit", "find .", "find", "ls -a", "git ls-files", "git ls-files .claude", "git ls-files '*.json'", "git diff --name-only",
		"grep -rl a", "grep -rl a .", "grep -rl -e a src", "grep -rl --include='*' a .", "rg -l a", "find . -name '*.ts' -o -print", "find . -name x -o -type f",
	} {
		denied = append(denied, list+" | xargs -I{} cp X {}", list+" | xargs -n1 cp X", list+" | while read -r f; do cp X \"$f\"; done", "for f in $("+list+"); do cp X \"$f\"; done")
	}
	for _, list := range []string{
		"find src -type f", "find . -name '*.ts'", "find . -name '*.ts' -o -name '*.tsx'", "find . -path ./node_modules -prune -o -name '*.ts' -print", "git ls-files '*.ts'", "git ls-files src",
		"git diff --name-only -- '*.ts'", "grep -rl a src", "grep -rl --include='*.ts' a .", "rg -l a src",
	} {
		allowed = append(allowed, list+" | xargs -I{} cp X {}", list+" | xargs -n1 cp X")
	}
	denied = append(denied, `shopt -s dotglob globstar; for f in **; do cp X "$f"; done`, "shopt -s dotglob; for f in */*; do cp X \"$f\"; done",
		"fd -t f -x cp X {}", "fd -H pre-commit -X cp X", "parallel cp X {} ::: a b", `find . -exec cp X .git/{} \;`)
	allowed = append(allowed, `find . -type f -exec cp {} out \;`, `find . -type f -exec cp {} {}.bak \;`, "find . -name '*.md' | xargs cp -t out", "for f in *.ts; do cp X \"$f\"; done")
	const names = "find xargs cp mv ln install sed truncate sh ls git grep rg fd parallel read"
	strictDecides(t, map[string][]string{names: denied}, map[string][]string{names: allowed})
}

// What only reads gets the files that a search names: they are judged by that name, where it
// has letters in it and no more than one file is read for each.
func TestDecideStrictFoundRead(t *testing.T) {
	t.Parallel()
	var denied, allowed []string
	for _, read := range []string{"cat {} +", `cat {} \;`, `head -n1 {} \;`} {
		for _, tests := range []string{
			"-type f", "-name shadow", "-iname SHADOW", "-name 'sh*'", "-name '*'", "-name '?*'", "-name '[s]hadow'", `-name 'sh\adow'`, "-name hosts -o",
			`\( -name hosts -o -type f \)`, `\( -name hosts -o -name shadow \)`, "! -name hosts",
		} {
			denied = append(denied, "find /etc "+tests+" -exec "+read)
		}
		for _, tests := range []string{"-name hosts", "-type f -name hosts", `\( -name hosts -o -name motd \)`, "-name hosts -maxdepth 1"} {
			allowed = append(allowed, "find /etc "+tests+" -exec "+read)
		}
	}
	denied = append(denied, "find / -name etc -exec grep -r root {} +", `find /etc -name hosts -exec cat {}/../shadow \;`)
	const names = "find cat head grep"
	strictDecides(t, map[string][]string{names: denied}, map[string][]string{names: allowed})
}
