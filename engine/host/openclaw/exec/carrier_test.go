package openclawexec

import (
	"slices"
	"strings"
	"testing"
)

func TestCarrier(t *testing.T) {
	t.Parallel()
	tables := loadOpenClaw()
	for words, want := range map[string]string{
		"env -iu X mytool a":          "mytool a",
		"env -0C /tmp -- mytool":      "mytool",
		"env -i0 A=1 mytool":          "mytool",
		"env -Q mytool":               "",
		"env -S|-i mytool a|b":        "mytool a b",
		"env -is|nice ls|b":           "nice ls b",
		"exec -ca name mytool":        "mytool",
		"exec -aname -l mytool":       "mytool",
		"exec -x mytool":              "",
		"sudo -nu root -E A=1 mytool": "mytool",
		"sudo -l mytool":              "",
		"sudo -nK mytool":             "",
		"doas -nu root mytool":        "mytool",
		"command -p mytool":           "mytool",
		"command -pv mytool":          "",
		"builtin -- mytool":           "mytool",
		"nice mytool":                 "",
	} {
		args := strings.Split(words, " ")
		if strings.Contains(words, "|") {
			args = []string{}
			for i, part := range strings.Split(words, "|") {
				if i == 1 {
					args = append(args, part)
				} else {
					args = append(args, strings.Fields(part)...)
				}
			}
		}
		if got := strings.Join(tables.carrier(args), " "); got != want {
			t.Errorf("%q carries %q, want %q", args, got, want)
		}
	}
}

func TestShellText(t *testing.T) {
	t.Parallel()
	tables := loadOpenClaw()
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	for words, want := range map[string][2]string{
		"bash -oc errexit x":             {"x", "x"},
		"bash -Oo a b -c x":              {"x", "x"},
		"bash -lc x":                     {"x", "-"},
		"bash -c":                        {"-", "-"},
		"bash run.sh -c x":               {"-", "-"},
		"bash --rcfile f -c x":           {"x", "x"},
		"bash -cx1":                      {"x1", "x1"},
		"sh --commands x":                {"x", "x"},
		"fish -cx1":                      {"x1", "-"},
		"fish -C a -c x":                 {"-", "-"},
		"nu --execute=x":                 {"x", "x"},
		"nu -e x":                        {"x", "x"},
		"nu --config f -c x":             {"-", "-"},
		"nu -l --commands x":             {"x", "-"},
		"yash -c x":                      {"x", "x"},
		"tcsh -c x":                      {"-", "-"},
		"xonsh -c x":                     {"x", "x"},
		"pwsh -NoProfile -Command a b":   {"a b", "a b"},
		"pwsh -ep Bypass -c a b":         {"a b", "a b"},
		"pwsh -File f a":                 {"f", "f"},
		"pwsh f -c x":                    {"-", "-"},
		"powershell /Comm x":             {"x", "x"},
		"cmd /d /c a b":                  {"a b", "a b"},
		"nice busybox sh -c x":           {"x", "x"},
		"env -u X nice bash -xc x":       {"x", "x"},
		"timeout 5 env nice nohup sh -c": {"-", "-"},
	} {
		args := strings.Fields(words)
		if got := [2]string{text(tables.payload(args)), text(tables.bindable(args))}; got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

func TestScriptOperand(t *testing.T) {
	t.Parallel()
	tables := loadOpenClaw()
	for words, want := range map[string]string{
		"bash -x -oO a b run.sh": "run.sh", "bash -- -x": "-x", "bash -s run.sh": "", "bash -C x.sh": "",
		"ash -li run.sh": "run.sh", "fish +x": "", "sh +x run.sh": "run.sh", "pwsh -ep Bypass run.ps1": "run.ps1", "pwsh -i run.ps1": "run.ps1",
		"xonsh run.sh": "", "bash --rcfile=x run.sh": "", "zsh -Command run.sh": "", "dash": "",
	} {
		if got := tables.scriptOperand(strings.Fields(words)); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

func TestInlineCodeOfRarerPrograms(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"raku -ex": "raku -e", "scala-cli -e 1": "scala-cli -e", "gdb -early-init-e x": "gdb -early-init-eval-command", "gdb -eiex x": "gdb -eiex",
		"awk --so x": "awk --source", "gawk --s=x": "gawk --source", "make --ev=x": "make --eval", "make --fil x": "", "ghc-9.4 -e x": "ghc-9.4 -e",
		"exec -ca n python3 -c 1": "python3 -c", "env -iu X perl -e 1": "perl -e", "sudo -nu root ruby -e 1": "ruby -e", "yash -c $0 node -e": "",
	} {
		if got := InlineEval(strings.Fields(words)); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

func TestPackageRunners(t *testing.T) {
	t.Parallel()
	tables := loadOpenClaw()
	for words, want := range map[string]string{
		"npx -y tool a": "tool a", "npx -p x tool": "blocked", "npm exec -- tool": "tool", "npm --cache=x exec tool": "blocked", "npm -C d exec tool": "blocked",
		"pnpm --parallel exec tool": "tool", "pnpm -r exec tool": "blocked", "pnpm dlx -- tool": "tool", "pnpm exec -c tool": "blocked", "pnpm tool": "blocked",
		"pnpm install": "none", "yarn --cwd d exec tool": "blocked", "yarn dlx -q tool": "tool", "yarn run x": "blocked", "bunx tool": "tool", "npx.js tool": "tool", "git x": "none",
	} {
		argv, kind := tables.packageTarget(strings.Fields(words))
		got := map[packageKind]string{packageNone: "none", packageBlocked: "blocked", packageTool: strings.Join(argv, " ")}[kind]
		if got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
}

func TestSplitShellArgs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		`a 'b c' "d \$e" f\ g`: {"a", "b c", "d $e", "f g"}, `a '' b`: {"a", "b"}, `a #b`: {"a"}, `a#b`: {"a#b"}, `'a`: nil, `a\`: nil, "é\u00a0x": {"é", "x"},
	} {
		if got := splitShellArgs(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
