package openclaw_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/host/openclaw"
	"github.com/skillctl/skillctl/engine/skill"
)

// recorded is one skill and what OpenClaw 2026.9.6 made of it.
type recorded struct {
	ID       string `json:"id"`
	Dir      string `json:"dir"`
	Text     string `json:"text"` // one rune for each byte
	Origin   string `json:"origin"`
	Expected struct {
		Name          string              `json:"name"`
		SkillKey      string              `json:"skillKey"`
		Always        bool                `json:"always"`
		Requirements  map[string][]string `json:"requirements"`
		ModelVisible  *bool               `json:"modelVisible"` // where it is eligible
		UserInvocable bool                `json:"userInvocable"`
		// Install holds what its interface offers: one of the installers that
		// were kept, or several downloads.
		Install []struct {
			ID   string   `json:"id"`
			Kind string   `json:"kind"`
			Bins []string `json:"bins"`
		} `json:"install"`
	} `json:"expected"`
}

func recordings(t testing.TB) []recorded {
	t.Helper()
	file, err := os.Open("testdata/openclaw-status.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []recorded
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row recorded
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// readOpenClaw lays a skill out and reads it.
func readOpenClaw(t testing.TB, dir string, files map[string]string) *openclaw.View {
	t.Helper()
	folder := filepath.Join(t.TempDir(), dir)
	for name, text := range files {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	read, err := skill.Read(context.Background(), root, folder, skill.WithDir(dir))
	if err != nil {
		t.Fatal(err)
	}
	return openclaw.Read(read)
}

func front(lines ...string) map[string]string {
	return map[string]string{
		"SKILL.md": "---\nname: demo\ndescription: Does things.\n" + strings.Join(lines, "\n") + "\n---\n# Demo\n",
	}
}

// TestOpenClawRecorded compares with what the real loader resolved.
func TestOpenClawRecorded(t *testing.T) {
	rows := recordings(t)
	if len(rows) < 150 {
		t.Fatalf("only %d recordings", len(rows))
	}
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			bytes := make([]byte, 0, len(row.Text))
			for _, r := range row.Text {
				bytes = append(bytes, byte(r))
			}
			files := map[string]string{"SKILL.md": string(bytes)}
			if row.Origin != "" {
				files[".openclaw/source-origin.json"] = row.Origin
			}
			got := readOpenClaw(t, row.Dir, files)
			if got == nil {
				t.Fatal("not read at all")
			}
			compareRecorded(t, got, row)
		})
	}
}

func compareRecorded(t *testing.T, got *openclaw.View, row recorded) {
	t.Helper()
	want := row.Expected
	if got.Name != want.Name || got.Key != want.SkillKey || got.Always != want.Always || got.UserInvocable != want.UserInvocable {
		t.Errorf("got name %q key %q always %v invocable %v, want %q %q %v %v",
			got.Name, got.Key, got.Always, got.UserInvocable, want.Name, want.SkillKey, want.Always, want.UserInvocable)
	}
	if want.ModelVisible != nil && got.ModelInvocable != *want.ModelVisible {
		t.Errorf("got model-invocable %v, want %v", got.ModelInvocable, *want.ModelVisible)
	}
	requires := map[string][]string{
		"bins": got.Requires.Bins, "anyBins": got.Requires.AnyBins, "env": got.Requires.Env,
		"config": got.Requires.Config, "os": got.OS,
	}
	if !reflect.DeepEqual(requires, want.Requirements) {
		t.Errorf("got requirements %v, want %v", requires, want.Requirements)
	}
	kept := map[string]openclaw.InstallSpec{}
	for _, spec := range got.Install {
		if spec.Status != openclaw.InstallDropped {
			kept[spec.ID] = spec
		}
	}
	if len(want.Install) == 0 && len(kept) > 0 {
		t.Errorf("kept %v, and nothing is offered", kept)
	}
	for _, offered := range want.Install {
		spec, ok := kept[offered.ID]
		if !ok || spec.Kind != offered.Kind || !reflect.DeepEqual(spec.Bins, offered.Bins) {
			t.Errorf("offered is %+v, kept %+v", offered, kept)
		}
	}
}

func TestOpenClawInstall(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	cases := map[string]struct {
		spec, status, field, id string
		pinned                  bool
	}{
		"kind":              {`{"kind":"apt","package":"x"}`, "dropped", "kind", "", false},
		"no kind":           {`{"package":"x"}`, "dropped", "kind", "", false},
		"text":              {`"brew"`, "dropped", "", "", false},
		"brew":              {`{"kind":"brew","formula":"owner/tap/jq"}`, "ok", "", "brew-0", false},
		"brew type":         {`{"type":"BREW","formula":"jq"}`, "ok", "", "brew-0", false},
		"brew cask":         {`{"kind":"brew","cask":"some-cask"}`, "ok", "", "brew-0", false},
		"brew upper":        {`{"kind":"brew","formula":"ImageMagick"}`, "runs-not", "formula", "brew-0", false},
		"brew deep":         {`{"kind":"brew","formula":"a/b/c/d"}`, "runs-not", "formula", "brew-0", false},
		"brew none":         {`{"kind":"brew"}`, "dropped", "formula", "", false},
		"brew option":       {`{"kind":"brew","formula":"--evil"}`, "dropped", "formula", "", false},
		"brew dots":         {`{"kind":"brew","formula":"../x"}`, "dropped", "formula", "", false},
		"brew number":       {`{"kind":"brew","formula":7}`, "dropped", "formula", "", false},
		"node":              {`{"id":"n","kind":"node","package":"@scope/pkg@1.2.3"}`, "ok", "", "n", true},
		"node tag":          {`{"kind":"node","package":"pkg@latest"}`, "ok", "", "node-0", false},
		"node range":        {`{"kind":"node","package":"pkg@^1.2"}`, "dropped", "package", "", false},
		"node git":          {`{"kind":"node","package":"git+https://example.com/x"}`, "dropped", "package", "", false},
		"node alias":        {`{"kind":"node","package":"npm:x"}`, "dropped", "package", "", false},
		"node option":       {`{"kind":"node","package":"--registry=x"}`, "dropped", "package", "", false},
		"node upper":        {`{"kind":"node","package":"Pkg"}`, "dropped", "package", "", false},
		"node tag upper":    {`{"kind":"node","package":"pkg@Beta"}`, "runs-not", "package", "node-0", false},
		"node no selector":  {`{"kind":"node","package":"pkg@"}`, "dropped", "package", "", false},
		"go":                {`{"kind":"go","module":"example.com/m/cmd@v1.0.0"}`, "ok", "", "go-0", true},
		"go latest":         {`{"kind":"go","module":"example.com/m@latest"}`, "ok", "", "go-0", false},
		"go bare":           {`{"kind":"go","module":"example.com/m"}`, "runs-not", "module", "go-0", false},
		"go scheme":         {`{"kind":"go","module":"https://example.com/m"}`, "dropped", "module", "", false},
		"go version upper":  {`{"kind":"go","module":"example.com/m@V1"}`, "runs-not", "module", "go-0", false},
		"uv":                {`{"kind":"uv","package":"ruff==0.1"}`, "ok", "", "uv-0", true},
		"uv extras":         {`{"kind":"uv","package":"tool[a,b]>=2"}`, "ok", "", "uv-0", false},
		"uv two versions":   {`{"kind":"uv","package":"tool>1,<2"}`, "runs-not", "package", "uv-0", false},
		"uv url":            {`{"kind":"uv","package":"git+https://example.com"}`, "dropped", "package", "", false},
		"download":          {`{"kind":"download","url":"https://example.com/a.tgz","sha256":"` + sum + `"}`, "ok", "", "download-0", true},
		"download file":     {`{"kind":"download","url":"file:///etc/hosts"}`, "dropped", "url", "", false},
		"download sum":      {`{"kind":"download","url":"https://example.com/a.tgz","sha256":"abc"}`, "dropped", "sha256", "", false},
		"download number":   {`{"kind":"download","url":"https://example.com/a.tgz","sha256":12}`, "dropped", "sha256", "", false},
		"download up":       {`{"kind":"download","url":"https://example.com/a.tgz","targetDir":"a/../../b"}`, "runs-not", "targetDir", "download-0", false},
		"download absolute": {`{"kind":"download","url":"https://example.com/a.tgz","targetDir":"/opt"}`, "runs-not", "targetDir", "download-0", false},
		"download inside":   {`{"kind":"download","url":"https://example.com/a.tgz","targetDir":"a/../b"}`, "ok", "", "download-0", false},
		"download extract":  {`{"kind":"download","url":"https://example.com/a","extract":true}`, "runs-not", "extract", "download-0", false},
		"download plain":    {`{"kind":"download","url":"https://example.com/a"}`, "ok", "", "download-0", false},
		"download archive":  {`{"kind":"download","url":"https://example.com/a","archive":"rar"}`, "runs-not", "archive", "download-0", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := readOpenClaw(t, "demo", front(`metadata: {"openclaw":{"install":[`+c.spec+`]}}`))
			if len(got.Install) != 1 {
				t.Fatalf("%d installers", len(got.Install))
			}
			spec := got.Install[0]
			if spec.Status != c.status || spec.Field != c.field || spec.ID != c.id || spec.Pinned != c.pinned {
				t.Errorf("got %s field %q id %q pinned %v (%s), want %s %q %q %v",
					spec.Status, spec.Field, spec.ID, spec.Pinned, spec.Reason, c.status, c.field, c.id, c.pinned)
			}
			if (spec.Status == "ok") != (spec.Reason == "") {
				t.Errorf("status %s with reason %q", spec.Status, spec.Reason)
			}
		})
	}
}

// TestOpenClawInstallIDs: those that are dropped do not count in the ids.
func TestOpenClawInstallIDs(t *testing.T) {
	got := readOpenClaw(t, "demo", front(`metadata: {"openclaw":{"install":[{"kind":"apt"},{"kind":"brew","formula":"a"},{"kind":"uv","package":"b"}]}}`))
	var ids []string
	for _, spec := range got.Install {
		ids = append(ids, spec.ID)
	}
	if want := []string{"", "brew-0", "uv-1"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("got ids %q, want %q", ids, want)
	}
}

func TestOpenClawMetadata(t *testing.T) {
	cases := map[string]struct {
		lines         []string
		state, block  string
		lost, hidden  []string
		stray, misfit []string
	}{
		"none":         {nil, "absent", "", nil, nil, nil, nil},
		"block":        {[]string{"metadata:", "  openclaw:", "    os: [linux]"}, "read", "openclaw", nil, nil, nil, nil},
		"bare words":   {[]string{"metadata: { openclaw: { requires: { bins: [git] }, os: [linux] } }"}, "discarded", "", []string{"requires.bins", "os"}, nil, nil, nil},
		"broken text":  {[]string{`metadata: '{"openclaw":{broken'`}, "discarded", "", nil, nil, nil, nil},
		"text":         {[]string{`metadata: "{openclaw:{os:['linux'],},} // c"`}, "read", "openclaw", nil, nil, nil, nil},
		"word":         {[]string{"metadata: hello"}, "discarded", "", nil, nil, nil, nil},
		"list":         {[]string{"metadata: [1, 2]"}, "other", "", nil, nil, nil, nil},
		"others":       {[]string{"metadata:", "  author: me"}, "other", "", nil, nil, nil, nil},
		"hidden":       {[]string{`metadata: {"openclaw":{},"clawdbot":{"requires":{"bins":["git"]}}}`}, "read", "openclaw", nil, []string{"requires.bins"}, nil, nil},
		"null":         {[]string{`metadata: {"openclaw":null,"clawdbot":{"os":["linux"]}}`}, "read", "clawdbot", nil, nil, nil, nil},
		"stray":        {[]string{`metadata: {"OpenClaw":{"os":["linux"]},"requires":{"env":["X"]}}`}, "other", "", nil, nil, []string{"OpenClaw", "requires"}, nil},
		"stray top":    {[]string{"openclaw:", "  os: [linux]"}, "absent", "", nil, nil, []string{"openclaw"}, nil},
		"block text":   {[]string{`metadata: {"openclaw":"yes"}`}, "other", "", nil, nil, nil, []string{"openclaw"}},
		"block list":   {[]string{`metadata: {"openclaw":[{"os":["linux"]}]}`}, "read", "openclaw", nil, nil, nil, []string{"openclaw"}},
		"types":        {[]string{`metadata: {"openclaw":{"always":"true","requires":["git"],"os":5,"install":{},"emoji":1}}`}, "read", "openclaw", nil, nil, nil, []string{"always", "emoji", "os", "requires", "install"}},
		"list of odds": {[]string{`metadata: {"openclaw":{"requires":{"bins":["git",1,null,{"a":1}]}}}`}, "read", "openclaw", nil, nil, nil, []string{"requires.bins", "requires.bins"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := readOpenClaw(t, "demo", front(c.lines...))
			meta := got.Metadata
			if meta.State != c.state || meta.Block != c.block {
				t.Errorf("got state %s block %q, want %s %q (%s)", meta.State, meta.Block, c.state, c.block, meta.Reason)
			}
			if (meta.State == openclaw.MetadataDiscarded) != (meta.Reason != "") {
				t.Errorf("state %s with reason %q", meta.State, meta.Reason)
			}
			if gates := gatesOf(meta.Lost); !reflect.DeepEqual(gates, c.lost) {
				t.Errorf("got lost %q, want %q", gates, c.lost)
			}
			if gates := gatesOf(meta.Hidden); !reflect.DeepEqual(gates, c.hidden) {
				t.Errorf("got hidden %q, want %q", gates, c.hidden)
			}
			var stray, misfits []string
			for _, block := range meta.Stray {
				stray = append(stray, block.Name)
			}
			for _, odd := range got.Misfits {
				misfits = append(misfits, odd.Field)
			}
			if !reflect.DeepEqual(stray, c.stray) || !reflect.DeepEqual(misfits, c.misfit) {
				t.Errorf("got stray %q misfits %q, want %q %q", stray, misfits, c.stray, c.misfit)
			}
		})
	}
}

func gatesOf(block *openclaw.Block) []string {
	if block == nil {
		return nil
	}
	return block.Gates
}

func TestOpenClawUnread(t *testing.T) {
	got := readOpenClaw(t, "demo", front(`metadata: {"openclaw":{"require":{},"requires":{"any_bins":["x"]},"install":[{"kind":"brew","formula":"x","tap":"y"}]}}`))
	var keys []string
	for _, unread := range got.Unread {
		keys = append(keys, unread.Level+" "+unread.Key)
	}
	if want := []string{"block require", "requires any_bins", "install tap"}; !reflect.DeepEqual(keys, want) {
		t.Errorf("got %q, want %q", keys, want)
	}
}

func TestOpenClawCommand(t *testing.T) {
	for name, want := range map[string][2]string{
		"demo":                    {"demo", "name"},
		"Git Log":                 {"git_log", "name"},
		"--a__b--":                {"a_b", "name"},
		"翻译":                      {"skill", "fallback"},
		"x翻译y":                    {"x_y", "name"},
		strings.Repeat("ab-", 20): {"ab_ab_ab_ab_ab_ab_ab_ab_ab_ab_ab", "cut"},
	} {
		got := readOpenClaw(t, "demo", map[string]string{"SKILL.md": "---\nname: \"" + name + "\"\ndescription: d\n---\n"})
		if got.Command != want[0] || got.CommandFrom != want[1] {
			t.Errorf("%q: got /%s from %s, want /%s from %s", name, got.Command, got.CommandFrom, want[0], want[1])
		}
	}
}

func TestOpenClawComments(t *testing.T) {
	text := "---\nname: demo # the name\ndescription: See issue #42 there\nlicense: C#7\nhomepage: \"x\" # no\n---\n"
	got := readOpenClaw(t, "demo", map[string]string{"SKILL.md": text})
	if len(got.Comments) != 2 {
		t.Fatalf("got %+v", got.Comments)
	}
	for i, want := range []string{"# the name", "#42 there"} {
		comment := got.Comments[i]
		if comment.Text != want || text[comment.Span.Start.Offset:comment.Span.End.Offset] != want {
			t.Errorf("got %q at %+v, want %q", comment.Text, comment.Span, want)
		}
	}
}

func TestOpenClawDispatch(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		works bool
	}{
		"both":      {[]string{"command-dispatch: Tool", "command-tool: t"}, true},
		"old keys":  {[]string{"command_dispatch: tool", "command_tool: t"}, true},
		"no tool":   {[]string{"command-dispatch: tool"}, false},
		"no kind":   {[]string{"command-tool: t"}, false},
		"otherwise": {[]string{"command-dispatch: script", "command-tool: t"}, false},
	} {
		got := readOpenClaw(t, "demo", front(c.lines...))
		if got.Dispatch == nil || got.Dispatch.Works != c.works {
			t.Errorf("%s: got %+v", name, got.Dispatch)
		}
	}
	if got := readOpenClaw(t, "demo", front()); got.Dispatch != nil {
		t.Errorf("got %+v without any of the keys", got.Dispatch)
	}
}

func FuzzOpenClawMetadata(f *testing.F) {
	for _, row := range recordings(f) {
		if _, rest, ok := strings.Cut(row.Text, "metadata:"); ok {
			f.Add(strings.SplitN(rest, "\n---", 2)[0])
		}
	}
	f.Fuzz(func(t *testing.T, metadata string) {
		if len(metadata) > 4096 {
			return
		}
		got := readOpenClaw(t, "demo", front("metadata:"+metadata))
		if got == nil {
			return
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), ":null") {
			t.Fatalf("a list is null: %s", text)
		}
	})
}
