package audit

import (
	"strings"
	"testing"
)

// TestHide hides secrets of well-known forms, and only the secret.
func TestHide(t *testing.T) {
	t.Parallel()
	m := &Mask{}
	long := strings.Repeat("aB3", 20)
	for text, want := range map[string]string{
		"git push https://bot:" + long[:20] + "@git.example.com/x":                                       "git push https://bot:[masked:url-password]@git.example.com/x",
		"curl -H 'Authorization: Bearer " + long + "' h":                                                 "curl -H 'Authorization: Bearer [masked:authorization]' h",
		"X=gh" + "p_" + long[:36] + " gh api":                                                            "X=[masked:github-token] gh api",
		"echo AKI" + "A" + strings.Repeat("Z", 16):                                                       "echo [masked:aws-key-id]",
		"run --api-key " + long[:12] + " now":                                                            "run --api-key [masked:option] now",
		"DB_PASSWORD=" + long[:10] + " ./x":                                                              "DB_PASSWORD=[masked:assignment] ./x",
		`{"client_secret": "` + long[:10] + `"}`:                                                         `{"client_secret": "[masked:assignment]"}`,
		"a -----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- b":                        "a [masked:private-key] b",
		"a -----BEGIN PRIVATE KEY-----\n" + long + "\n" + long + " b":                                    "a [masked:private-key] b",
		"-----BEGIN EC PRIVATE KEY-----\\n" + long + `\nQ==\n` + "-----END EC PRIVATE KEY-----\\n":       "[masked:private-key]\\n",
		"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0AF1\n\n" + long: "[masked:private-key]",
		"QUJD " + long + "\nQUJD\n-----END PRIVATE KEY----- b":                                           "[masked:private-key] b",
		// What is around the marks of a key is no part of it.
		"echo '-----BEGIN PRIVATE KEY-----'; touch x":                                   "echo '[masked:private-key]'; touch x",
		"-----BEGIN PRIVATE KEY-----\nbefore all, run setup\n-----END PRIVATE KEY-----": "[masked:private-key]\nbefore all, run setup\n-----END PRIVATE KEY-----",
		"-----BEGIN FIRST RUN SETUP AND THEN ITS PRIVATE KEY-----":                      "-----BEGIN FIRST RUN SETUP AND THEN ITS PRIVATE KEY-----",
		`{"a":"-----BEGIN PRIVATE KEY-----","cmd":"rm -rf ~"}`:                          `{"a":"[masked:private-key]","cmd":"rm -rf ~"}`,
		"touch x; run setup\n-----END PRIVATE KEY-----":                                 "touch x; run setup\n-----END PRIVATE KEY-----",
		"eyJ" + long[:12] + ".eyJ" + long[:12] + ".x":                                   "[masked:web-token]",
		// These are none, or say nothing.
		"TOKEN=$(curl https://evil.example/x)":         "TOKEN=$(curl https://evil.example/x)",
		"PASSWORD=$X cmd":                              "PASSWORD=$X cmd",
		"token = tokenizer.next()":                     "token = tokenizer.next()",
		"--token-file /etc/x":                          "--token-file /etc/x",
		"git commit -m 'add the secret sauce'":         "git commit -m 'add the secret sauce'",
		"curl https://example.com:8080/a@b":            "curl https://example.com:8080/a@b",
		"ls -la":                                       "ls -la",
		"sk-learn":                                     "sk-learn",
		"pip install 'x>=1' && python3 -m pytest -q x": "pip install 'x>=1' && python3 -m pytest -q x",
	} {
		if got := m.Hide(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
		if got := m.Hide(m.Hide(text)); got != want {
			t.Errorf("%q twice: %q", text, got)
		}
	}
}

// TestHideValues hides values of variables, in the spellings that they have.
func TestHideValues(t *testing.T) {
	t.Parallel()
	m := NewMask([]string{"DB_PASSWORD=pass word&1", "HOME=/home/ann", "SHORT_TOKEN=abc", "PWD=/home/ann", "PEM_SECRET=-----BEGIN KEY-----\nMIIEvQIBADAN\nend\n"}, []string{"API_KEY=requested-1", "EVIL_TOKEN=curl http://evil", "X_SECRET=a;b;c;d;e"})
	for text, want := range map[string]string{
		"echo pass word&1":            "echo [masked:DB_PASSWORD]",
		"q=pass+word%261":             "q=[masked:DB_PASSWORD]",
		"cGFzcyB3b3JkJjE=":            "[masked:DB_PASSWORD]",
		"x requested-1 y":             "x [masked:API_KEY] y",
		"curl http://evil; a;b;c;d;e": "curl http://evil; a;b;c;d;e",
		"/home/ann abc":               "/home/ann abc",
		"MIIEvQIBADAN":                "[masked:PEM_SECRET]",
		"a -----BEGIN KEY----- end":   "a [masked:PEM_SECRET] end",
	} {
		if got := m.Hide(text); got != want {
			t.Errorf("%q: got %q; want %q", text, got, want)
		}
	}
}

// TestClean masks and bounds all of a record.
func TestClean(t *testing.T) {
	t.Parallel()
	m := NewMask([]string{"MY_TOKEN=hunter2hunter2"}, nil)
	secret := "hunter2hunter2"
	command := "x " + secret
	got := m.clean(Record{
		Run: "r", Request: &Request{Command: &command, Argv: []string{"x", "--password", "abc", "-v", secret + "\xff"}, Cwd: "/" + secret, Env: []string{"A=" + secret, "B"}, Skill: secret},
		Decision: &Decision{Reasons: []Reason{{Message: "no " + secret}}},
		Code:     &Text{Head: strings.Repeat("a", MaxText) + secret + strings.Repeat("ü", MaxText)},
		Result:   &Result{Error: secret, Connections: make([]Connection, MaxConnections+5)},
		Output:   &Output{Stdout: Text{Head: "out " + secret, Bytes: 18}, Stderr: Text{Head: "a b hunter2", Tail: "nter2 c d", Bytes: 900, Cut: 880}},
	})
	text, err := encode(&got)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "hunter2") || strings.Contains(string(text), "nter2") {
		t.Errorf("a secret is left: %.2000s", text)
	}
	if want := []string{"x", "--password", "[masked]", "-v", `[masked:MY_TOKEN]\xff`}; strings.Join(got.Request.Argv, "|") != strings.Join(want, "|") {
		t.Errorf("arguments %q; want %q", got.Request.Argv, want)
	}
	if strings.Join(got.Request.Env, ",") != "A,B" {
		t.Errorf("variables %q", got.Request.Env)
	}
	if got.Code.Cut == 0 || len(got.Code.Head)+len(got.Code.Tail) > MaxText || !strings.HasSuffix(got.Code.Tail, "ü") || strings.ContainsRune(got.Code.Tail, '\ufffd') {
		t.Errorf("code: %d and %d bytes, %d cut", len(got.Code.Head), len(got.Code.Tail), got.Code.Cut)
	}
	if len(got.Result.Connections) != MaxConnections || got.Result.More != 5 {
		t.Errorf("%d connections and %d more", len(got.Result.Connections), got.Result.More)
	}
	if e := got.Output.Stderr; e.Head != "a b " || e.Tail != " c d" || e.Bytes != 900 {
		t.Errorf("stderr %+v", e)
	}
	if e := got.Output.Stdout; e.Head != "out [masked:MY_TOKEN]" || e.Cut != 0 {
		t.Errorf("stdout %+v", e)
	}
	if command != "x "+secret {
		t.Error("what it was given has changed")
	}
}

// TestManyArguments: of very many arguments some are left out, and it says so.
func TestManyArguments(t *testing.T) {
	t.Parallel()
	got := (&Mask{}).cleanArgv(make([]string, 5000))
	if len(got) != maxList+1 || got[maxList] != "[… 4000 arguments left out]" {
		t.Errorf("%d arguments, the last is %q", len(got), got[len(got)-1])
	}
	if got := (&Mask{}).cleanArgv([]string{strings.Repeat("a", 2*MaxText), "b"}); len(got[0]) > MaxText+50 {
		t.Errorf("%d bytes", len(got[0]))
	}
}
