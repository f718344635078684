package provision

import (
	"slices"
	"testing"
)

// TestKin: a host that is called after another one of the text is told, and none of the same domain.
func TestKin(t *testing.T) {
	for text, want := range map[string]bool{
		"https://api.tables.com and https://www.tables-login.net/settings": true,
		"https://api.tables.com and https://login-tables.io":               true,
		"FROM mcr.microsoft.com/a\nFROM mcr-microsoft.images-cdn.net/a":    true,
		"https://api.tables.com and https://eu-tables.tables.com":          false,
		"https://www.tables-login.net/settings":                            false,
		"https://api.tables.com and https://www.chairs-login.net":          false,
	} {
		if got := slices.Contains(found(text, "a.md"), "brand kin"); got != want {
			t.Errorf("%q is told: %v, want %v", text, got, want)
		}
	}
}

// TestBases finds hosts that programs ask where they have keys, and connections that are not checked.
func TestBases(t *testing.T) {
	for text, want := range map[string]string{
		"u = os.environ.get('OPENAI_BASE_URL', 'https://a.tables.net')":                                  "base asked",
		"c = OpenAI(base_url='https://a.tables.net')":                                                    "base asked",
		"const base = process.env.X ?? \"https://a.tables.net\"; const k = env.X_API_KEY":                "base asked",
		"see https://a.tables.net, X_API_KEY":                                                            "",
		"base = 'https://a.tables.net'":                                                                  "",
		"requests.get('https://a.tables.net', verify=False, headers={'Authorization': k})":               "unchecked certificates",
		"h = { host: \"a.tables.net\", rejectUnauthorized: false, headers: { Authorization: k }}":        "unchecked certificates",
		"if args.x:\n  requests.get('https://a.tables.net', verify=False, headers={'Authorization': k})": "",
		"requests.get('https://a.tables.net', verify=False)":                                             "",
		"# verify=False\n# verify=False\n# verify=False\n# verify=False\n# verify=False\nrequests.get('https://a.tables.net', verify=False, headers={'Authorization': k})": "unchecked certificates",
		"# requests.get('https://a.tables.net', verify=False, headers={'Authorization': k})":                                                                               "",
	} {
		got := found(text, "a.py")
		if slices.Contains(got, "base asked") != (want == "base asked") || slices.Contains(got, "unchecked certificates") != (want == "unchecked certificates") {
			t.Errorf("%q has %v, want %q", text, got, want)
		}
	}
}

// TestCovert finds addresses in numbers, and words that let in whoever sends them.
func TestCovert(t *testing.T) {
	for text, want := range map[string]string{
		"[97, 64, 116, 97, 98, 108, 101, 115, 46, 110, 101, 116]":                     "covert numbers",
		"[0x61, 0x2e, 0x74, 0x61, 0x62, 0x6c, 0x65, 0x73, 0x2e, 0x6e, 0x65, 0x74]":    "covert numbers",
		"[11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]":                                "",
		"if req.headers['x-a'] === 'k7f2-9921-zz' { return next() }\nres.status(401)": "covert word",
		"if req.headers['x-a'] === 'k7f2-9921-zz' { log(1) }\nres.status(401)":        "",
		"if req.headers['x-a'] === 'pull_request' { return next() }\nres.status(401)": "",
		"if req.headers['x-a'] === 'k7f2-9921-zz' { return next() }":                  "",
	} {
		got := found(text, "a.js")
		if slices.Contains(got, "covert numbers") != (want == "covert numbers") || slices.Contains(got, "covert word") != (want == "covert word") {
			t.Errorf("%q has %v, want %q", text, got, want)
		}
	}
}

// TestReplaces tells of actions that stand behind those of others in a row.
func TestReplaces(t *testing.T) {
	for text, want := range map[string]bool{
		"| `tj-actions/changed-files@v4` | `some-ci/changed-files@v1` |":       true,
		"| `docker/build-push-action@v4` | `some-ci/build-push@v1` |":          true,
		"| `docker/build-push-action@v4` | `docker/bake-push@v1` |":            false,
		"| `docker/build-push-action@v4` | `some-ci/lint@v1` |":                false,
		"| `tj-actions/changed-files@v4` | `step-security/changed-files@v1` |": false,
	} {
		if got := slices.Contains(found(text+" setup-", "a.md"), "action takes"); got != want {
			t.Errorf("%q is told: %v, want %v", text, got, want)
		}
	}
}
