package doctor

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/engine"
)

func TestTogether(t *testing.T) {
	folder, file := t.TempDir(), "/nowhere/openclaw.json"
	folder = realOf(folder)
	got := together([]Result{
		{Check: "files/config-writable", Severity: engine.SeverityCritical, File: file, Cause: folder, Message: "others can write to it"},
		{Check: "files/state-writable", Severity: engine.SeverityCritical, File: folder, Cause: folder, Message: "others can write to it", Mode: &ModeFix{Path: folder, Clear: 0o022}},
		{Check: "install-policy/probe", Severity: engine.SeverityHigh, File: file, Message: "it fails"},
		{Check: "install-policy/probe", Severity: engine.SeverityHigh, File: file, Message: "it fails otherwise"},
		{Check: "files/readable", Severity: engine.SeverityMedium, File: folder, Cause: folder, Message: "others can read it", Mode: &ModeFix{Path: folder, Clear: 0o077}},
	})
	want := []Result{
		{
			Check: "files/state-writable", Severity: engine.SeverityCritical, File: folder, Cause: folder,
			Message: "others can write to it (also files/config-writable, files/readable)", Hint: "run `chmod go-rwx " + folder + "`",
			Mode: &ModeFix{Path: folder, Clear: 0o077}, Also: []string{"files/config-writable", "files/readable"},
		},
		{Check: "install-policy/probe", Severity: engine.SeverityHigh, File: file, Message: "it fails"},
		{Check: "install-policy/probe", Severity: engine.SeverityHigh, File: file, Message: "it fails otherwise"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestModeFixCommand(t *testing.T) {
	for want, fix := range map[string]ModeFix{
		"chmod go-w x": {Path: "x", Clear: 0o022}, "chmod go-rwx x": {Path: "x", Clear: 0o077},
		"chmod -R go-w x": {Path: "x", Clear: 0o022, Below: true}, "chmod u+x,go-w x": {Path: "x", Set: 0o100, Clear: 0o022},
	} {
		if got := fix.Command(); got != want {
			t.Errorf("%+v: %q; want %q", fix, got, want)
		}
	}
}
