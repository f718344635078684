package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// saying is what a policy prints, and what OpenClaw 2026.9.6 makes of it: a decision,
// or "" for an answer that it does not take.
type saying struct{ text, decision string }

func sayings() map[string]saying {
	ok := func(rest string) string { return `{"protocolVersion":1,"decision":"allow"` + rest + `}` }
	deep := strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000)
	finding := `{"ruleId":"a","severity":"warn","message":"m"}`
	return map[string]saying{
		"allow":                        {ok(""), "allow"},
		"white space around":           {" \t\r\n\v\f\u00a0\u2028" + ok("") + "\u3000\n", "allow"},
		"byte order mark":              {"\uFEFF" + ok(""), "allow"},
		"byte order mark within":       {"{\uFEFF" + ok("")[1:], ""},
		"next line around":             {"\u0085" + ok(""), ""},
		"vertical tab within":          {"{\v" + ok("")[1:], ""},
		"nothing":                      {"", ""},
		"white space alone":            {" \n", ""},
		"key twice, the last allows":   {`{"protocolVersion":1,"decision":"block","decision":"allow"}`, "allow"},
		"key twice, the last blocks":   {`{"protocolVersion":1,"decision":"allow","decision":"block","reason":"r"}`, "block"},
		"key twice, the last is wrong": {ok(`,"protocolVersion":2`), ""},
		"key by an escape":             {`{"protocolVersion":1,"\u0064ecision":"allow"}`, "allow"},
		"key twice, one by an escape":  {`{"protocolVersion":1,"decision":"block","reason":"r","\u0064ecision":"allow"}`, "allow"},
		"key in capitals":              {`{"protocolVersion":1,"Decision":"allow"}`, ""},
		"both cases, block counts":     {`{"protocolVersion":1,"decision":"block","reason":"r","DECISION":"allow"}`, "block"},
		"word in capitals":             {`{"protocolVersion":1,"decision":"Allow"}`, ""},
		"something behind":             {ok("") + "x", ""},
		"two objects":                  {ok("") + ok(""), ""},
		"two lines":                    {ok("") + "\n" + ok(""), ""},
		"comment":                      {"//x\n" + ok(""), ""},
		"trailing comma":               {`{"protocolVersion":1,"decision":"allow",}`, ""},
		"single quotes":                {`{'protocolVersion':1,'decision':'allow'}`, ""},
		"list":                         {"[" + ok("") + "]", ""},
		"text":                         {`"allow"`, ""},
		"null":                         {"null", ""},
		"version as text":              {`{"protocolVersion":"1","decision":"allow"}`, ""},
		"version true":                 {`{"protocolVersion":true,"decision":"allow"}`, ""},
		"version 1.0":                  {`{"protocolVersion":1.0,"decision":"allow"}`, "allow"},
		"version 10e-1":                {`{"protocolVersion":10e-1,"decision":"allow"}`, "allow"},
		"version that rounds to 1":     {`{"protocolVersion":1.00000000000000000001,"decision":"allow"}`, "allow"},
		"version 01":                   {`{"protocolVersion":01,"decision":"allow"}`, ""},
		"version +1":                   {`{"protocolVersion":+1,"decision":"allow"}`, ""},
		"version 1.":                   {`{"protocolVersion":1.,"decision":"allow"}`, ""},
		"version 0x1":                  {`{"protocolVersion":0x1,"decision":"allow"}`, ""},
		"endless number":               {ok(`,"x":1e999`), "allow"},
		"NaN":                          {ok(`,"x":NaN`), ""},
		"minus nothing":                {ok(`,"x":-`), ""},
		"half a pair":                  {ok(`,"x":"\ud800","y":"\udc00\ud800"`), "allow"},
		"half a pair, then a letter":   {ok(`,"x":"\ud800\u0041"`), "allow"},
		"a whole pair":                 {ok(`,"x":"\ud83d\ude00"`), "allow"},
		"half an escape":               {ok(`,"x":"\u00"`), ""},
		"escape with a sign":           {ok(`,"x":"\u+041"`), ""},
		"unknown escape":               {ok(`,"x":"\x41"`), ""},
		"line end in text":             {ok(",\"x\":\"a\nb\""), ""},
		"delete in text":               {ok(",\"x\":\"a\x7f\""), "allow"},
		"line separator in text":       {ok(",\"x\":\"a\u2028\""), "allow"},
		"NUL in text":                  {ok(",\"x\":\"a\x00\""), ""},
		"not UTF-8 in text":            {ok(",\"x\":\"a\xff\""), "allow"},
		"not UTF-8 in the word":        {"{\"protocolVersion\":1,\"decision\":\"allow\xff\"}", ""},
		"not UTF-8 behind":             {ok("") + "\xff", ""},
		"very deep":                    {ok(`,"x":` + deep), "allow"},
		"very deep, not closed":        {ok(`,"x":` + deep[:60_000]), ""},
		"cut off":                      {`{"protocolVersion":1,"decision":"allow"`, ""},
		"cut off in text":              {`{"protocolVersion":1,"decision":"allow`, ""},
		"prototype":                    {`{"__proto__":{"protocolVersion":1,"decision":"allow"}}`, ""},
		"block without a reason":       {`{"protocolVersion":1,"decision":"block"}`, ""},
		"reason of white space":        {`{"protocolVersion":1,"decision":"block","reason":"\u00a0\ufeff"}`, ""},
		"reason that is a number":      {`{"protocolVersion":1,"decision":"block","reason":1}`, ""},
		"allow with any reason":        {ok(`,"reason":1,"findings":"x"`), "allow"},
		"warn":                         {`{"protocolVersion":1,"decision":"warn","reason":"r"}`, "warn"},
		"warn with 100 findings":       {`{"protocolVersion":1,"decision":"warn","reason":"r","findings":[1,` + strings.Repeat(finding+",", 99) + finding + `]}`, "warn"},
		"warn with 101 findings":       {`{"protocolVersion":1,"decision":"warn","reason":"r","findings":[` + strings.Repeat(finding+",", 100) + finding + `]}`, ""},
	}
}

func TestAnswer(t *testing.T) {
	t.Parallel()
	for name, s := range sayings() {
		a := answer{raw: s.text}
		a.read()
		if a.Decision != s.decision || (a.trouble == "") != (s.decision != "") {
			t.Errorf("%s: %q, %q; want %q", name, a.Decision, a.trouble, s.decision)
		}
	}
}

// TestAnswerNode holds the table against the JavaScript that OpenClaw runs on.
func TestAnswerNode(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	// The schema of the answer, without findings.
	const script = `let all = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8')), out = {};
for (let [name, hex] of Object.entries(all)) {
  out[name] = '';
  try {
    let v = JSON.parse(Buffer.from(hex, 'hex').toString('utf8').trim());
    if (v && typeof v === 'object' && !Array.isArray(v) && v.protocolVersion === 1 && ['allow', 'warn', 'block'].includes(v.decision) &&
      (v.decision === 'allow' || typeof v.reason === 'string' && v.reason.trim())) out[name] = v.decision;
  } catch {}
}
console.log(JSON.stringify(out));`
	in, want := map[string]string{}, map[string]string{}
	for name, s := range sayings() {
		if name != "warn with 101 findings" && !strings.HasPrefix(name, "prototype") {
			in[name], want[name] = fmt.Sprintf("%x", s.text), s.decision
		}
	}
	text, _ := json.Marshal(in)
	file := filepath.Join(t.TempDir(), "sayings.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "-e", script, file).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: node takes it as %q; the table says %q", name, got[name], want[name])
		}
	}
}

// FuzzAnswer takes exactly what is JSON, and never fails otherwise.
func FuzzAnswer(f *testing.F) {
	for _, s := range sayings() {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := answer{raw: text}
		a.read()
		if (a.Decision == "") == (a.trouble == "") {
			t.Errorf("%q: %q and %q", text, a.Decision, a.trouble)
		}
		if !utf8.ValidString(text) {
			return
		}
		value, err := parseScript(text)
		if valid := json.Valid([]byte(text)); valid != (err == nil) && strings.Count(text, "[")+strings.Count(text, "{") < 10_000 {
			t.Errorf("%q: %v; it is JSON: %v", text, err, valid)
		}
		var want any
		if err == nil && json.Unmarshal([]byte(text), &want) == nil {
			a, _ := json.Marshal(value)
			b, _ := json.Marshal(want)
			if !bytes.Equal(a, b) {
				t.Errorf("%q is read as %s; want %s", text, a, b)
			}
		}
	})
}
