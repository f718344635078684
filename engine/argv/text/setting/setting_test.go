package setting_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/setting"
)

func lines() map[string]string {
	return map[string]string{
		"BatchMode=yes": "harmless", "ConnectTimeout 10": "harmless", " stricthostkeychecking = accept-new": "harmless", "UserKnownHostsFile=/dev/null": "writes /dev/null", "UserKnownHostsFile=~/.bashrc": "writes something", "ProxyCommand=none": "harmless",
		" ProxyCommand=id": "opaque: the setting \"proxycommand\"", "\tProxyCommand id": "opaque", `"ProxyCommand" id`: "opaque: a setting of ssh with quotes", "ProxyCommand": "opaque", "Include=x": "opaque", "LocalCommand=id": "opaque", "PermitLocalCommand=yes": "opaque", "Foo=1": "opaque", "\x00": "opaque", "": "opaque", "=x": "opaque", "ControlPath=/x": "opaque",
		"IdentityAgent=x": "opaque", "SetEnv=A=b": "opaque", "PKCS11Provider=x": "opaque", "Match=exec id": "opaque",
	}
}

func TestReadSSH(t *testing.T) {
	t.Parallel()
	for line, want := range lines() {
		r := setting.ReadSSH(line)
		got := r.String()
		if got != want && (want == "harmless" || !strings.Contains(got, want)) {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestGitKey(t *testing.T) {
	t.Parallel()
	patterns := []string{"user.name", "color.*", "http.*.extraheader", "gc.*.reflogexpire"}
	for key, want := range map[string]bool{
		"user.name": true, "User.Name": true, "color.ui": true, "http.https://h.example/.extraheader": true, "gc.x.reflogexpire": true,
		"user.signingkey": false, "color.x.sshcommand": false, "color.": false, "color": false, "http.extraheader": false, "core.pager": false, "": false,
	} {
		if got := setting.GitKey(key, patterns); got != want {
			t.Errorf("%q: got %t", key, got)
		}
	}
}

func FuzzReadSSH(f *testing.F) {
	for line := range lines() {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r := setting.ReadSSH(line)
		if lower := strings.ToLower(line); r.Harmless() && strings.HasPrefix(strings.TrimLeft(lower, " \t"), "proxycommand") && !strings.Contains(lower, "no") {
			t.Errorf("%q is read as harmless", line)
		}
	})
}
