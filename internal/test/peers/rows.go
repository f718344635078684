package peers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// bench is one run: the programs that were found, and the folder that they work in.
type bench struct {
	skillctl string
	// path is where programs are looked for, image that of the containers, "" for none.
	path, image string
	folder      string
	env         []string
	// kept are ended when the run is.
	kept []func()
}

// ours is skillctl with arguments, in the folder for work.
func (b *bench) ours(stdin []byte, args ...string) *side {
	return &side{
		name: "skillctl " + args[0], argv: append([]string{b.skillctl}, args...), dir: filepath.Join(b.folder, "work"),
		env: b.env, stdin: stdin, codes: []int{1},
	}
}

// theirs is another program, nil where it is not installed.
func (b *bench) theirs(name string, stdin []byte, args ...string) *side {
	for _, dir := range filepath.SplitList(b.path) {
		file := filepath.Join(dir, args[0])
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return &side{name: name, argv: append([]string{file}, args[1:]...), dir: filepath.Join(b.folder, "work"), env: b.env, stdin: stdin}
		}
	}
	return nil
}

func (b *bench) at(name string) string { return filepath.Join(b.folder, filepath.FromSlash(name)) }

// rows are all that is measured.
func (b *bench) rows(ctx context.Context) ([]row, error) {
	greeting, err := hello(ctx, b.folder)
	if err != nil {
		return nil, err
	}
	opa := b.theirs("`opa eval` of one rule", nil, "opa", "eval", "--data", b.at("rule/command.rego"), "--input", b.at("rule/input.json"), "data.command.decision")
	node := b.theirs("`node -e 0`", nil, "node", "-e", "0")
	policy := b.theirs("ten lines of Node", install(b.at("skill")), "node", b.at("rule/policy.mjs"))
	conftest := b.theirs("`conftest test` of one rule", nil, "conftest", "test", "--policy", b.at("rule/deny.rego"), b.at("rule/input.json"))
	small := &side{name: "hello, world in Go", argv: []string{greeting}, dir: b.folder, env: b.env}
	plain := b.at("plain.yaml")
	starts := []row{
		{what: "`version`", ours: b.ours(nil, "version"), peers: []peer{{small, 3}}, figure: processor},
		{what: "`exec --explain -- ls`", ours: b.ours(nil, "exec", "--explain", "--config", plain, "--", "ls"), peers: []peer{{opa, 1}}, figure: processor},
		{what: "`hook claude-code`, one event", ours: b.ours(event(b.at("work")), "hook", "claude-code"), peers: []peer{{opa, 1}, {node, 1}}, figure: processor},
		{what: "`gate --protocol openclaw`, a small skill", ours: b.ours(install(b.at("skill")), "gate", "--protocol", "openclaw"), peers: []peer{{opa, 1.5}, {policy, .4}}, figure: processor},
		{what: "`lint` of a small skill", ours: b.ours(nil, "lint", "--no-config", "--no-cache", b.at("skill")), peers: []peer{{conftest, 1}}, figure: processor},
	}
	many, err := b.many()
	if err != nil {
		return nil, err
	}
	return append(append(starts, many...), b.boundaries(ctx)...), nil
}

// many are rows about much at once: decisions, and skills.
func (b *bench) many() ([]row, error) {
	const lines = 10_000
	start := b.ours(nil, "decide", "--no-config")
	var rows []row
	for _, kind := range []struct {
		what  string
		again bool
	}{{"unlike the others", false}, {"that comes again", true}} {
		for _, p := range []struct {
			profile string
			wanted  time.Duration
		}{{"strict", 150 * time.Microsecond}, {"openclaw", 300 * time.Microsecond}} {
			rows = append(rows, row{
				what: "`decide`, profile " + p.profile + ", a line " + kind.what + ", processor", ours: b.ours(requests(lines, p.profile, kind.again), "decide", "--no-config"), less: start,
				figure: processor, pieces: lines, wanted: p.wanted, turns: 3,
			})
		}
		rows = append(rows, row{
			what: "`decide`, profile strict, a line " + kind.what + ", on the clock", ours: b.ours(requests(lines, "strict", kind.again), "decide", "--no-config"), less: start,
			figure: clock, pieces: lines, wanted: time.Second / 15_000, turns: 3,
		})
	}
	one, err := skills(b.folder, 1)
	if err != nil {
		return nil, err
	}
	const some, most = 640, 6_400
	several, err := skills(b.folder, some)
	if err != nil {
		return nil, err
	}
	all, err := skills(b.folder, most)
	if err != nil {
		return nil, err
	}
	out := []string{"--no-config", "--format", "json", "--output", b.at("report.json")}
	run := func(command, folder string, more ...string) *side {
		args := append([]string{command}, out...)
		return b.ours(nil, append(append(args, more...), folder)...)
	}
	forget := func(s *side) *side {
		s.before = func() error { return os.RemoveAll(b.at("home/.cache")) }
		return s
	}
	return append(rows,
		row{what: "`lint`, a skill, processor", ours: run("lint", several, "--no-cache"), less: run("lint", one, "--no-cache"), figure: processor, pieces: some - 1, wanted: time.Millisecond, turns: 3},
		row{what: "`lint` again, a skill, processor", ours: run("lint", several), less: run("lint", one), figure: processor, pieces: some - 1, wanted: 50 * time.Microsecond, turns: 3},
		row{what: fmt.Sprintf("`gate` of %d skills, on the clock", some), ours: forget(run("gate", several)), figure: clock, wanted: 3 * time.Second, turns: 3},
		row{what: fmt.Sprintf("`gate` of %d skills again, on the clock", some), ours: run("gate", several), figure: clock, wanted: 500 * time.Millisecond, turns: 3},
		row{what: fmt.Sprintf("`lint` of %d skills, a skill, processor", most), ours: run("lint", all, "--no-cache"), figure: processor, pieces: most, wanted: time.Millisecond, memory: 300 << 20, turns: 1},
	), nil
}

// boundaries are rows about what running takes after the decision.
func (b *bench) boundaries(ctx context.Context) []row {
	explained := func(config string) *side {
		return b.ours(nil, "exec", "--config", config, "--explain", "--json", "--", "true")
	}
	ran := func(config string) *side { return b.ours(nil, "exec", "--config", config, "--", "true") }
	landlock := b.at("landlock.yaml")
	boxed := b.theirs("`bwrap … true`", nil, "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all", "--die-with-parent", "true")
	cold, warm := b.containers(ctx)
	rows := []row{
		{what: "`exec -- true` in landlock after the decision, on the clock", ours: ran(landlock), less: explained(landlock), peers: []peer{{boxed, 1}}, figure: clock},
		{what: "the same in a container of its own", ours: ran(b.at("cold.yaml")), less: explained(b.at("cold.yaml")), peers: []peer{{cold, 1}}, figure: clock, turns: 7},
		{what: "the same in a container that is kept", ours: ran(b.at("warm.yaml")), less: explained(b.at("warm.yaml")), peers: []peer{{warm, 1}}, figure: clock, turns: 7},
	}
	return rows
}

// containers are docker's own ways; nil where there is no engine or no image.
func (b *bench) containers(ctx context.Context) (cold, warm *side) {
	if b.image == "" {
		return nil, nil
	}
	for name, kept := range map[string]string{"cold.yaml": "false", "warm.yaml": "true"} {
		settings := fmt.Sprintf("exec: {security: full, ask: 'off'}\nrun: {sandbox: docker, docker: {image: %q, warm: %s}}\n", b.image, kept)
		if lay(b.folder, map[string]string{name: settings}) != nil {
			return nil, nil
		}
	}
	cold = b.theirs("`docker run --rm`", nil, "docker", "run", "--rm", "--init", "--network", "none", "--read-only", "--cap-drop", "ALL", "--log-driver", "none", b.image, "true")
	if cold == nil {
		return nil, nil
	}
	out, err := exec.CommandContext(ctx, cold.argv[0], "run", "--detach", "--init", "--network", "none", b.image, "sleep", "3600").Output()
	if err != nil {
		return cold, nil
	}
	id := strings.TrimSpace(string(out))
	b.kept = append(b.kept, func() { _ = exec.Command(cold.argv[0], "rm", "--force", id).Run() })
	return cold, b.theirs("`docker exec`", nil, "docker", "exec", id, "true")
}
