package exec_test

import "testing"

// A part of the name of a file that is found is known where all that counts of it is spelled out.
func TestDecideStrictPartsOfNames(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"find mv read": {
			`find . -name '*.sh' | while read -r f; do mv "$f" "${f%.sh}"; done`, `find . -name '*.x' | while read -r f; do mv a "${f%.x}/.git/config"; done`,
			`find . -name 'config.x' | while read -r f; do mv a "${f%.x}"; done`, `find / -name 'passwd-' | while read -r f; do mv a "${f%-}"; done`,
			`find . -name '*.yaml' | while read -r f; do mv a "${f#.}"; done`, `find . -name '*.yaml' | while read -r f; do mv a "${f%%.*}"; done`,
			`find . -name '*hooks/x' | while read -r f; do mv a "${f%/*}/pre-commit"; done`,
		},
		"mv":      {`for f in .git/hooks/*e; do mv a "${f%.sample}"; done`, `for f in .git/*; do mv a "${f%'*'}"; done`},
		"cat":     {`for f in ~/.ssh/*.pub; do cat "${f%.pub}"; done`},
		"ls rm":   {`for f in $(ls); do rm -r "${f#src}"; done`},
		"find rm": {`for f in $(find . -name '*.yaml'); do rm -r "${f%?yaml}"; done`},
	}, map[string][]string{
		"find mv read": {
			`find . -name '*.yaml' | while read -r f; do mv "$f" "${f%.yaml}.yml"; done`, `find "$D" -name '*.yaml' | while read -r f; do mv "$f" "${f%.yaml}.yml"; done`,
			`find src -name '*.yaml' | while read -r f; do mv "$f" "${f%.*}.yml"; done`,
		},
		"git mv": {`for f in $(git ls-files '*.yaml'); do mv "$f" "${f%.yaml}.yml"; done`},
		"mv":     {`for f in a.yaml b.yaml; do mv "$f" "${f%.yaml}.yml"; done`, `for f in src/*.yaml; do mv "$f" "${f%.yaml}.yml"; done`},
	})
}

// What goes through a program that only takes lines away is what was found; a file that it is given is not.
func TestDecideStrictFilters(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"find sort rm read": {
			`find . -name '*.tmp' | sort list.txt | while read -r f; do rm "$f"; done`, `for f in $(find . -name '*.tmp' | sort list.txt); do rm "$f"; done`,
			`sort() { cat list; }; for f in $(find . -name '*.tmp' | sort); do rm "$f"; done`, `for f in $(find . -name '*.tmp' | sort < list.txt); do rm "$f"; done`,
		},
		"find cat rm xargs":  {`find . -name '*.tmp' | cat - list.txt | xargs rm`},
		"find grep rm xargs": {`find . -name '*.tmp' | grep x list.txt | xargs rm`, `find . -name '*.tmp' | grep -o '/etc.*' | xargs rm`, `rm $(find . -name '*.tmp' | grep -o '/etc.*')`},
		"find head rm":       {`rm $(find . -name '*.tmp' | head -c 20)`},
		"ls sort tar xargs":  {`ls | sort list.txt | xargs tar xf`},
	}, map[string][]string{
		"find sort rm read": {`find . -name '*.tmp' | sort -u | while read -r f; do rm "$f"; done`, `for f in $(find . -name '*.tmp' | sort 2>/dev/null); do rm "$f"; done`},
		"find sort head cp": {`src="$(find "$X" -type f -name "a.yml" | sort | head -n 1)"; cp -n "$src" "$D/a.yml"`},
		"find grep rm":      {`rm $(find . -name '*.tmp' | grep -v keep)`, `rm $(find . -name '*.tmp' | grep -v -e "$X")`},
	})
}

// A folder that a search may find by its name is read with all that is in it.
func TestDecideStrictFoundFolders(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"find tar": {
			`find / -name etc -exec tar cf x.tar {} \;`, `find / -name 'e*c' -exec tar cf x.tar {} +`, `find / -iname ETC -exec tar cf x.tar {} +`, `find / -path '*/etc' -exec tar cf x.tar {} +`,
			`find .. -name .ssh -exec tar cf x.tar {} +`, `find ../.. -name etc -exec tar cf x.tar {} +`, `find /home -name alice -exec tar cf x.tar {} +`, `find / -name bob -exec tar cf x.tar {} +`,
			`find / -type f -o -name etc -exec tar cf x.tar {} +`, `find / -name root -exec tar cf x.tar {} +`,
		},
		"find cp":    {`find / -name etc -exec cp -r {} out \;`},
		"find rsync": {`find / -name etc -exec rsync -a {} out/ \;`},
	}, map[string][]string{
		"find tar":  {`find . -name node_modules -exec tar cf x.tar {} +`, `find . -name etc -exec tar cf x.tar {} +`, `find /var/log -name '*.log' -exec tar rf x.tar {} +`},
		"find grep": {`find / -type f -name Makefile -exec grep -l x {} +`},
	})
}

// A text that is started with no arguments has none, unless it gives them itself.
func TestDecideStrictNoArguments(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"rm": {
			`set -- /etc; rm -r "$@"`, `if true; then set -- /etc; fi; rm -r "$@"`, `eval 'set -- /etc'; rm -r "$@"`, `rm -r "${@:-/etc}"`, `rm -r "/$@"`, `rm -r "$@"/etc`,
			`f() { rm -r "$@"; }; f "$@" /etc`, `f() { set -- /etc; }; f; rm -r "$@"`, `args=("$@"); args+=(/etc); rm -r "${args[@]}"`, `rm -r "${!#}"`, `rm -r "${@: -1}"`, `rm -r "${@:0:1}"`,
			`set -- $(cat x); rm -r "$@"`,
		},
		"source rm": {`source ./x; rm -r "$@"`},
		"bash rm":   {`bash -c 'rm -r "$@"' x /etc`, `bash -s /etc <<< 'rm -r "$@"'`},
		"cp":        {`main() { cp a "${1:-/etc/x}"; }; main "$@"`},
	}, map[string][]string{
		"rm": {`rm "$@"`, `rm -r $*`, `main() { rm "$@"; }; main "$@"`, `main() { rm -r "${1:-build}"; }; main "$@"`, `rm -r "${@:1}"`, `args=("$@"); rm "${args[@]}"`},
		"cp": {`cp a "${1:-build}"`},
	})
}

// Of braces that give too many words it is said so; numbers are as good as one another.
func TestDecideStrictBraces(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"cat": {`for j in {/etc/shadow,{1..600}}; do cat $j; done`, `for j in {/etc/shadow,{a..z}{a..z}}; do cat $j; done`, `x=({/etc/shadow,{1..600}}); cat "${x[@]}"`, `for j in /etc/{shadow,{1..600}}; do cat $j; done`},
		"rm":  {`for j in /{etc,{1..600}}; do rm -r $j; done`},
	}, map[string][]string{
		"cat":  {`for j in {1..600}; do cat $j; done`, `for j in {1..2}; do cat a$j; done`},
		"curl": {`for j in {1..600}; do curl "https://x.dev/$j"; done`},
		"rm":   {`for j in {1..600}; do rm a$j; done`},
	})
}
