//go:build unix

package secret_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/document"
)

func parse(t *testing.T, text string) *document.Node {
	t.Helper()
	doc, err := document.Parse(t.Context(), "openclaw.json", []byte(text), document.JSON5)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Root
}

func TestRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"plain"`: "plain", `"$OPENAI_API_KEY"`: "env::OPENAI_API_KEY", `"${OPENAI_API_KEY}"`: "env::OPENAI_API_KEY", `"$lower"`: "$lower",
		`{source: "env", provider: "default", id: "A"}`:     "env:default:A",
		`{source: "file", provider: "f", id: "/a~1b/~0"}`:   "file:f:/a~1b/~0",
		`{source: "exec", provider: "v", id: "a/b#c"}`:      "exec:v:a/b#c",
		`{source: "store", provider: "default", id: "A_1"}`: "store:default:A_1",
		`{source: "env", provider: "default", id: "lower"}`: "error",
		`{source: "env", provider: "Default", id: "A"}`:     "error",
		`{source: "file", provider: "f", id: "a"}`:          "error",
		`{source: "file", provider: "f", id: "/a~2"}`:       "error",
		`{source: "exec", provider: "v", id: "a/../b"}`:     "error",
		`{source: "vault", provider: "v", id: "A"}`:         "error",
		`{source: "env", id: "A"}`:                          "error",
		`3`:                                                 "error",
		`null`:                                              "",
	} {
		in, err := secret.Read(parse(t, `{v: `+text+`}`).At("v"))
		got := in.Text
		switch {
		case err != nil:
			got = "error"
		case in.Ref != nil:
			got = in.Ref.String()
		}
		if got != want {
			t.Errorf("%s is read as %q (%v), want %q", text, got, err, want)
		}
	}
}

// home is a folder with secrets in it.
func home(t *testing.T) (string, *secret.Resolver) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string, mode os.FileMode) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	write("secrets.json", `{"api": {"a/b": "from-json", "list": ["x", "second"], "n": 3}}`, 0o600)
	write("single", "from-single\n", 0o600)
	write("open.json", `{"a": "b"}`, 0o644)
	write("twice.json", `{"a": "b"}`, 0o600)
	write("store/KEPT", "from-store", 0o600)
	if err := os.Link(filepath.Join(dir, "twice.json"), filepath.Join(dir, "other.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("secrets.json", filepath.Join(dir, "link.json")); err != nil {
		t.Fatal(err)
	}
	write("says", "#!/bin/sh\nread -r request\ncase $request in\n*NOPE*) echo '{\"protocolVersion\":1,\"values\":{},\"errors\":{\"NOPE\":{\"code\":\"NOT_FOUND\",\"message\":\"hush\"}}}';;\n"+
		"*) echo \"{\\\"protocolVersion\\\":1,\\\"values\\\":{\\\"k\\\":\\\"$1 $GIVEN $PASSED $HIDDEN\\\"}}\";;\nesac\n", 0o700)
	write("plain", "#!/bin/sh\necho from-plain\n", 0o700)
	write("fails", "#!/bin/sh\necho secret-in-error >&2\nexit 3\n", 0o700)
	write("endless", "#!/bin/sh\nwhile :; do echo 0123456789; done\n", 0o700)
	write("slow", "#!/bin/sh\nexec sleep 60\n", 0o700)
	write("writable", "#!/bin/sh\n", 0o722)
	if err := os.Symlink("plain", filepath.Join(dir, "plainlink")); err != nil {
		t.Fatal(err)
	}
	config := parse(t, strings.ReplaceAll(`{secrets: {defaults: {env: "mine"}, providers: {
		mine: {source: "env", allowlist: ["LISTED"]}, any: {source: "env"},
		json: {source: "file", path: "~/secrets.json"}, single: {source: "file", path: "~/single", mode: "singleValue"}, open: {source: "file", path: "~/open.json"},
		twice: {source: "file", path: "~/twice.json"}, link: {source: "file", path: "~/link.json"}, gone: {source: "file", path: "~/gone.json"}, small: {source: "file", path: "~/secrets.json", maxBytes: 3},
		says: {source: "exec", command: "DIR/says", args: ["word"], env: {GIVEN: "given"}, passEnv: ["PASSED"]},
		plain: {source: "exec", command: "DIR/plain"}, loose: {source: "exec", command: "DIR/plain", jsonOnly: false}, fails: {source: "exec", command: "DIR/fails"},
		endless: {source: "exec", command: "DIR/endless"}, slow: {source: "exec", command: "DIR/slow", timeoutMs: 50}, writable: {source: "exec", command: "DIR/writable"},
		linked: {source: "exec", command: "DIR/plainlink"}, elsewhere: {source: "exec", command: "DIR/plain", trustedDirs: ["/usr/bin"]}, relative: {source: "exec", command: "plain"},
		near: {source: "exec", command: "DIR/plain", trustedDirs: ["~"], jsonOnly: false}, plugin: {source: "exec", pluginIntegration: {pluginId: "a", integrationId: "b"}},
	}}}`, "DIR", dir))
	env := map[string]string{"LISTED": "from-env", "UNLISTED": "u", "PASSED": "passed", "HIDDEN": "hidden"}
	return dir, secret.Open(config, secret.Place{
		Getenv: func(name string) string { return env[name] }, Store: filepath.Join(dir, "store"),
		Expand: func(path string) string { return strings.Replace(path, "~", dir, 1) },
	})
}

func TestResolve(t *testing.T) {
	t.Parallel()
	_, r := home(t)
	for _, c := range []struct{ ref, want, fails string }{
		{"env::LISTED", "from-env", ""},
		{"env:mine:LISTED", "from-env", ""},
		{"env:mine:UNLISTED", "", "does not name the variable"},
		{"env:any:UNLISTED", "u", ""},
		{"env:any:MISSING", "", "is not set"},
		{"env:default:LISTED", "", `no "default" whose source is env`},
		{"file:json:/api/a~1b", "from-json", ""},
		{"file:json:/api/list/1", "second", ""},
		{"file:json:/api/list/2", "", "no value there"},
		{"file:json:/api/n", "", "no text there"},
		{"file:json:/none/x", "", "no value there"},
		{"file:json:value", "", "must be a pointer"},
		{"file:single:value", "from-single", ""},
		{"file:single:/a", "", `must be "value"`},
		{"file:open:/a", "", "mode 0644"},
		{"file:twice:/a", "", "more than one name"},
		{"file:link:/api", "", "not a regular file"},
		{"file:gone:/a", "", "no such file"},
		{"file:small:/a", "", "larger than 3 bytes"},
		{"file:none:/a", "", `no "none" whose source is file`},
		{"file:says:/a", "", `no "says" whose source is file`},
		{"exec:says:k", "word given passed ", ""},
		{"exec:says:NOPE", "", "NOT_FOUND"},
		{"exec:says:other", "", "no text for it"},
		{"exec:plain:k", "", "not JSON"},
		{"exec:loose:k", "from-plain", ""},
		{"exec:near:k", "from-plain", ""},
		{"exec:fails:k", "", "exit status 3"},
		{"exec:endless:k", "", "more than 1048576 bytes"},
		{"exec:slow:k", "", "took too long"},
		{"exec:writable:k", "", "may change the program"},
		{"exec:linked:k", "", "not a regular file"},
		{"exec:elsewhere:k", "", "trustedDirs"},
		{"exec:relative:k", "", "absolute path"},
		{"exec:plugin:k", "", "plugin"},
		{"store:default:KEPT", "from-store", ""},
		{"store:default:GONE", "", "the store has no entry"},
		{"store:other:KEPT", "", `no "other" whose source is store`},
	} {
		t.Run(c.ref, func(t *testing.T) {
			t.Parallel()
			parts := strings.SplitN(c.ref, ":", 3)
			got, err := r.Resolve(t.Context(), secret.Ref{Source: parts[0], Provider: parts[1], ID: parts[2]})
			if got != c.want || (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%q, %v; want %q, %q", got, err, c.want, c.fails)
			}
			if err != nil && (strings.Contains(err.Error(), "secret-in") || strings.Contains(err.Error(), "hush")) {
				t.Errorf("the message holds what a program said: %v", err)
			}
		})
	}
}

// TestResolveNothing has no settings for secrets.
func TestResolveNothing(t *testing.T) {
	t.Parallel()
	r := secret.Open(nil, secret.Place{Getenv: func(string) string { return "v" }, Expand: filepath.Clean})
	if got, err := r.Resolve(t.Context(), secret.Ref{Source: "env", Provider: "default", ID: "A"}); got != "v" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, source := range []string{"file", "exec", "store"} {
		if got, err := r.Resolve(t.Context(), secret.Ref{Source: source, Provider: "default", ID: "A"}); err == nil {
			t.Errorf("%s gives %q", source, got)
		}
	}
}
