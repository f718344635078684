package exec_test

import "testing"

// What a function, a shell and the text itself are given is known in them, and nothing else is.
func TestDecideStrictParameters(t *testing.T) {
	t.Parallel()
	strictDecides(t, map[string][]string{
		"rm": {
			`rm -r "${1:-/etc}"`, `rm -r "/$1"`, `rm -r "/${1}x"`, `cd "$1"; rm -r x`, `X="${Y:-$1}"; set -- a; rm -r "/$X"`,
			`f() { rm -r "$1"; }; f a; f /etc`, `f() { shift; rm -r "$1"; }; f a /etc`, `f() { set -- "$1" /etc; rm -r "$2"; }; f a`,
			`g() { rm -r "$2"; }; f() { g "$@"; }; f a /etc`, `g() { rm -r "$3"; }; f() { g x "$@"; }; f a /etc`,
			`f() { rm -r "$1"; }; g() { "$@"; }; f a; g f /etc`, `f() { rm -r "$1"; }; f a; trap 'f /etc' EXIT`,
			`f() { f "$2" "$3" "$1"; rm -r "$1"; }; f a b /etc`,
			`f() { rm -r "$1"; }; true && set -- /etc; f "$1"`, `if [ -e b ]; then set -- /etc; fi; rm -r "${1:-a}"`,
		},
		"rm sh":       {`sh -c 'rm -r "$1"' x /etc`, `sh -c 'rm -r "${1:-/etc}"'`, `f() { sh -c 'rm -r "$1"' x /etc; }; f a`, `sh a -c 'rm -r /etc'`},
		"rm bash":     {"bash -s -- /etc <<'E'\nrm -r \"${1:-x}\"\nE", `f() { trap 'rm -r "$1"' EXIT; }; f a; set -- /etc`},
		"rm sh xargs": {`echo /etc | xargs sh -c 'rm -r "${1:-x}"' x`, `echo /etc | xargs sh -c 'rm -r "${0:-x}"'`},
		"rm sh git":   {`git -c alias.x='!sh -c "rm -r ${1:-x}"' x /etc`},
		"cp":          {`cp a /etc/q "$@"`, `f() { cp "$1" "$2"; }; f a /etc/q`, `f() { cp "$@"; }; f a /etc/q`, `f() { local d=${1:-out}; cp a "$d"; }; f; f /etc`},
	}, map[string][]string{
		"mkdir": {
			`mkdir "${1:-build}"`, `OUT="${1:-build}"; mkdir -p "$OUT"`, "OUT=${1:-build}; mkdir -p $OUT", "set -eu\nOUT=\"${1:-build}\"\nmkdir -p \"$OUT\"",
			`set -- a; mkdir "/tmp/$1"`, `f() { mkdir "${1:-build}"; }; f; f out`,
		},
		"mkdir bash": {`bash -c 'mkdir -p "${1:-build}"'`, `bash -c 'mkdir -p "$1"' x out`, `bash -lc 'mkdir -p out'`},
		"cp": {
			`f() { cp "$1" "$2"; }; f a b`, `g() { cp a "$1"; }; f() { g "$1"; }; f out`, `log() { echo "copy $1"; }; f() { log "do $1"; cp "$1" out; }; f a`,
			`f() { local src=$1 dst=$2; cp "$src" "$dst"; }; f a b`, `f() { for x in "$@"; do cp "$x" out; done; }; f a b`,
		},
		"rm": {`f() { shift; rm -r "$1"; }; f a b`, `g() { rm -r "$2"; }; f() { g "$@"; }; f a b`, `rm -r /tmp/x/"$1"`},
	})
}
