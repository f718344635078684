package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// root is the folder of the project.
const root = "../../.."

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// step is one of a composite action.
type step struct {
	ID, Name, If, Shell, Run, Uses string
	Env                            map[string]string
	With                           map[string]string
}

// action runs the steps of action.yml as a runner of GitHub does, but for those
// that are actions of others.
type action struct {
	t      *testing.T
	inputs map[string]string
	// outputs are those of steps: "judge.sarif".
	outputs map[string]string
	dir     string
	env     []string
}

// expression is "${{ inputs.paths }}" and the like.
func (a *action) expand(text string) string {
	a.t.Helper()
	return regexp.MustCompile(`\$\{\{ *([a-z]+)\.([a-z.-]+) *\}\}`).ReplaceAllStringFunc(text, func(found string) string {
		name := strings.TrimSpace(strings.Trim(found, "${} "))
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			value, known := a.inputs[input]
			if !known {
				a.t.Fatalf("%s names no input", found)
			}
			return value
		}
		if output, ok := strings.CutPrefix(name, "steps."); ok {
			return a.outputs[strings.Replace(output, ".outputs.", ".", 1)]
		}
		a.t.Fatalf("%s is not known to this test", found)
		return ""
	})
}

func (a *action) run(s step) (output string, code int) {
	a.t.Helper()
	if strings.Contains(s.Run, "${{") {
		a.t.Fatalf("step %q pastes a value into its script", s.Name)
	}
	written := filepath.Join(a.t.TempDir(), "output")
	cmd := exec.CommandContext(a.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	cmd.Dir, cmd.Env = a.dir, append(append(os.Environ(), a.env...), "GITHUB_OUTPUT="+written)
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+a.expand(value))
	}
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		a.t.Fatal(err)
	}
	text, _ := os.ReadFile(written)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		a.outputs[s.ID+"."+name] = value
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// composite is action.yml.
type composite struct {
	Inputs  map[string]struct{ Default string }
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

// builtAction reads the action and has its first step build skillctl into temp.
func builtAction(t *testing.T, temp string) (defined composite, project string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	readYAML(t, "action.yml", &defined)
	if defined.Runs.Using != "composite" || len(defined.Runs.Steps) == 0 {
		t.Fatalf("action.yml runs %+v", defined.Runs)
	}
	project, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	builder := &action{t: t, outputs: map[string]string{}, dir: project, env: []string{"RUNNER_TEMP=" + temp, "GITHUB_ACTION_PATH=" + project}}
	if out, code := builder.run(defined.Runs.Steps[0]); code != 0 {
		t.Fatalf("step %q ended with %d:\n%s", defined.Runs.Steps[0].Name, code, out)
	}
	return defined, project
}

// runFor runs the steps after the first with inputs, in dir.
func (c *composite) runFor(t *testing.T, temp, project, dir string, inputs map[string]string) (all string, code int) {
	t.Helper()
	a := &action{t: t, inputs: map[string]string{}, outputs: map[string]string{}, dir: dir, env: []string{
		"RUNNER_TEMP=" + temp, "GITHUB_ACTION_PATH=" + project, "GITHUB_STEP_SUMMARY=" + filepath.Join(t.TempDir(), "summary"), "XDG_CACHE_HOME=" + temp,
	}}
	for input, value := range c.Inputs {
		a.inputs[input] = value.Default
	}
	for input, value := range inputs {
		if _, known := a.inputs[input]; !known {
			t.Fatalf("there is no input %q", input)
		}
		a.inputs[input] = value
	}
	var said strings.Builder
	for _, s := range c.Runs.Steps[1:] {
		if s.Uses != "" {
			for _, value := range s.With {
				a.expand(value)
			}
			continue
		}
		var output string
		output, code = a.run(s)
		said.WriteString(output)
		if code != 0 {
			break
		}
	}
	if sarif, err := os.ReadFile(a.expand(c.Outputs["sarif"].Value)); err == nil {
		said.Write(sarif)
		fmt.Fprintln(&said, "SARIF")
	}
	return said.String(), code
}

// TestAction runs the action on skills that are sound, that are not, and with
// inputs that try to be more than values.
func TestAction(t *testing.T) {
	temp := t.TempDir()
	defined, project := builtAction(t, temp)
	for name, c := range map[string]struct {
		inputs   map[string]string
		code     int
		contains string
	}{
		"sound":     {map[string]string{"paths": "examples/ok"}, 0, "SARIF"},
		"two paths": {map[string]string{"paths": "examples/ok\nexamples/bad\n"}, 1, "file=examples/bad/"},
		"lenient":   {map[string]string{"paths": "examples/bad", "fail-on": "never"}, 0, "file=examples/bad/"},
		"a dialect": {map[string]string{"paths": "examples/bad/video-clips", "dialect": "openclaw", "fail-on": "medium"}, 1, "openclaw/os-unknown"},
		"old name":  {map[string]string{"paths": "examples/bad/video-clips", "host": "openclaw", "fail-on": "medium"}, 1, "openclaw/os-unknown"},
		"hostile":   {map[string]string{"paths": "$(touch pwned) ; touch pwned", "dialect": "openclaw"}, 2, "touch pwned"},
		"an option": {map[string]string{"paths": "--help"}, 2, "--help"},
	} {
		t.Run(name, func(t *testing.T) {
			all, code := defined.runFor(t, temp, project, project, c.inputs)
			if code != c.code || !strings.Contains(all, c.contains) {
				t.Errorf("ended with %d, want %d with %q:\n%s", code, c.code, c.contains, all)
			}
			if _, err := os.Stat(filepath.Join(project, "pwned")); err == nil {
				_ = os.Remove(filepath.Join(project, "pwned"))
				t.Error("an input was executed")
			}
		})
	}
}

// built builds the command line and puts it first on a PATH.
func built(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", dir+string(filepath.Separator), "./cmd/skillctl")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "CGO_ENABLED=0") // as `make build` does: what it built is not built again
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build skillctl: %v\n%s", err, out)
	}
	return dir + string(filepath.ListSeparator) + os.Getenv("PATH")
}

// shell runs lines of a script in a copy of the bad examples.
func shell(t *testing.T, path string, fix bool, lines ...string) (dir string, code int) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples", map[bool]string{true: "bad", false: "ok"}[fix]))); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.Join(lines, "\n"))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+path, "GOBIN="+strings.Split(path, string(filepath.ListSeparator))[0], "XDG_CACHE_HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	t.Logf("%s", out)
	return dir, cmd.ProcessState.ExitCode()
}

// TestKit runs what others copy, or point at, with one binary.
func TestKit(t *testing.T) {
	path := built(t)
	t.Run("pre-commit", func(t *testing.T) { testPreCommit(t, path) })
	t.Run("GitLab", func(t *testing.T) { testGitLab(t, path) })
}

// testPreCommit runs the entry of every hook.
func testPreCommit(t *testing.T, path string) {
	var hooks []struct {
		ID, Language, Entry string
		PassFilenames       *bool `yaml:"pass_filenames"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 2 {
		t.Fatalf("%d hooks", len(hooks))
	}
	for _, hook := range hooks {
		if hook.Language != "golang" || hook.PassFilenames == nil || *hook.PassFilenames {
			t.Errorf("%s: %+v", hook.ID, hook)
		}
		if _, code := shell(t, path, false, hook.Entry); code != 0 {
			t.Errorf("%s: sound skills ended with %d", hook.ID, code)
		}
		dir, code := shell(t, path, true, hook.Entry)
		if code != 1 {
			t.Errorf("%s: skills with findings ended with %d", hook.ID, code)
		}
		before, _ := os.ReadFile(filepath.Join(root, "examples", "bad", "log-search", "SKILL.md"))
		after, _ := os.ReadFile(filepath.Join(dir, "log-search", "SKILL.md"))
		if changed := string(before) != string(after); changed != (hook.ID == "skillctl-fix") {
			t.Errorf("%s: changed files: %v", hook.ID, changed)
		}
	}
}

// testGitLab runs the script of the job, without what fetches skillctl.
func testGitLab(t *testing.T, path string) {
	var jobs map[string]struct {
		Image     string
		Script    []string
		Artifacts struct{ Reports struct{ JUnit string } }
	}
	readYAML(t, "examples/ci/gitlab.yml", &jobs)
	job, ok := jobs["skillctl"]
	if !ok || job.Image == "" {
		t.Fatalf("%+v", jobs)
	}
	for _, bad := range []bool{false, true} {
		dir, code := shell(t, path, bad, append([]string{"set -e"}, job.Script...)...)
		if want := map[bool]int{false: 0, true: 1}[bad]; code != want {
			t.Errorf("bad %v ended with %d", bad, code)
		}
		report, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports.JUnit))
		if err != nil || strings.Contains(string(report), "<failure") != bad {
			t.Errorf("bad %v: %v\n%s", bad, err, report)
		}
	}
}

// TestImage builds the image of the command line and runs it without a network,
// with nothing writable.
func TestImage(t *testing.T) {
	if os.Getenv("SKILLCTL_BOUNDARY") == "" && os.Getenv("SKILLCTL_NEED_DOCKER") == "" {
		t.Skip("`make boundary` runs containers")
	}
	if out, err := exec.CommandContext(t.Context(), "docker", "version").CombinedOutput(); err != nil {
		if os.Getenv("SKILLCTL_NEED_DOCKER") != "" {
			t.Fatalf("no Docker Engine answers: %s", out)
		}
		t.Skip("no Docker Engine answers")
	}
	name := fmt.Sprintf("skillctl-test-cli:%d", os.Getpid())
	build := exec.CommandContext(t.Context(), "make", "image", "IMAGE="+name)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("make image: %v\n%s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("docker", "rmi", "-f", name).Run() })
	examples, err := filepath.Abs(filepath.Join(root, "examples"))
	if err != nil {
		t.Fatal(err)
	}
	for skills, want := range map[string]int{"ok": 0, "bad": 1} {
		run := exec.CommandContext(t.Context(), "docker", "run", "--rm", "--network=none", "--read-only", "--cap-drop=ALL", "-v", examples+":/work:ro", name, "lint", "--no-config", skills)
		out, err := run.CombinedOutput()
		var ended *exec.ExitError
		if err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		if code := run.ProcessState.ExitCode(); code != want {
			t.Errorf("lint %s ended with %d, want %d\n%s", skills, code, want, out)
		}
	}
}

// TestPinned: what the documents tell to pin is pinned: no branch or tag, which another
// commit may have tomorrow.
func TestPinned(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)(?:uses: skillctl/skillctl@|^ +rev: )(\S+)`)
	seen := 0
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range version.FindAllStringSubmatch(string(text), -1) {
			seen++
			if !regexp.MustCompile(`^(COMMIT|[0-9a-f]{40})$`).MatchString(found[1]) {
				t.Errorf("%s: %q is no commit", filepath.Base(file), found[0])
			}
		}
	}
	if seen == 0 {
		t.Error("no document says what to pin")
	}
}
