package secret

import (
	"hash/crc32"
	"strings"
	"testing"
)

// made puts characters together, so that no scanner takes this file for what it is
// about.
func made(parts ...string) string { return strings.Join(parts, "") }

const mixed = "qsR6RZ24lPoQj3oPUlieI2nVsbBi1RMar1jf"

// TestKey: what tells a key from what is written in its place.
func TestKey(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text  string
		kind  string // "" when nothing is found
		begin string
		long  int
		like  bool // a key by what rules look at
	}{
		"GitHub":             {text: made("GITHUB_TOKEN=ghp_", mixed), kind: "github-token", begin: "ghp_", long: 40, like: true},
		"in code":            {text: made("x = \"sk-ant-", "api03-", mixed, "\""), kind: "model-key", begin: "sk-a", long: 49, like: true},
		"AWS":                {text: made("AKIA", "Q3ZXW7LMNP2RTV5K"), kind: "aws-key-id", begin: "AKIA", long: 20, like: true},
		"the example of AWS": {text: "AKIAIOSFODNN7EXAMPLE", kind: "aws-key-id", begin: "AKIA", long: 20},
		"one character":      {text: made("ghp_", strings.Repeat("x", 36)), kind: "github-token", begin: "ghp_", long: 40},
		"a row":              {text: made("ghp_", "1234567890abcdefghijklmnopqrstuvwxyz"), kind: "github-token", begin: "ghp_", long: 40},
		"two rows":           {text: made("AIza", "SyA1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q"), kind: "google-key", begin: "AIza", long: 39},
		"words":              {text: "sk-your-api-key-goes-here-please", kind: "model-key", begin: "sk-y", long: 32},
		"a name in CSS":      {text: "sk-loading-indicator-container", kind: "model-key", begin: "sk-l", long: 30},
		"the example of Stripe": {
			text: made("sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"), kind: "stripe-key", begin: "sk_t", long: 32,
		},
		"a private key": {
			text: made("-----BEGIN PRIVATE", " KEY-----\n", strings.Repeat(mixed+"\n", 3), "-----END PRIVATE", " KEY-----"), kind: "private-key", long: 108, like: true,
		},
		"its marks alone":      {text: made("-----BEGIN PRIVATE", " KEY-----\n...\n-----END PRIVATE", " KEY-----"), kind: "private-key", long: 3},
		"one mark":             {text: made("it begins with -----BEGIN PRIVATE", " KEY----- and goes on"), kind: "private-key"},
		"a name and its value": {text: "password=correct-horse-battery-staple"},
		"an address":           {text: "https://user:hunter22@example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := Known().FindKeys(test.text)
			if test.kind == "" {
				if len(found) > 0 {
					t.Fatalf("found %v", found)
				}
				return
			}
			if len(found) != 1 || found[0].Name != test.kind {
				t.Fatalf("found %v, want one %s", found, test.kind)
			}
			key := Known().Key(found[0], test.text)
			if key.Begin != test.begin || key.Length != test.long {
				t.Errorf("got %q, %d; want %q, %d", key.Begin, key.Length, test.begin, test.long)
			}
			if like := key.Word == "" && key.Run < 6 && key.Entropy >= 0.75 && key.Digits > 0 && key.Letters > 0; like != test.like {
				t.Errorf("got %+v; want a key: %v", key, test.like)
			}
		})
	}
}

// FuzzKey: whatever a text holds, what is told of a key is bounded and never the key.
func FuzzKey(f *testing.F) {
	for _, text := range []string{
		made("ghp_", mixed), "AKIAIOSFODNN7EXAMPLE", made("-----BEGIN PRIVATE", " KEY-----"), "sk-é", made("-----BEGIN PRIVATE", " KEY-----\\n\xff-----END PRIVATE", " KEY-----"),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, found := range Known().FindKeys(text) {
			key := Known().Key(found, text)
			if len(key.Begin) > maxBegin || key.Entropy < 0 || key.Entropy > 1.01 || key.Length > len(text) {
				t.Errorf("%q: %+v", text, key)
			}
		}
	})
}

// fake is a text that a key of some kind could be: as long, of the same characters, as
// evenly mixed, and of nobody.
func fake(alphabet string, n int) string {
	var b strings.Builder
	for state := uint32(2463534242); b.Len() < n; {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		if c := alphabet[state%uint32(len(alphabet))]; b.Len() == 0 || b.String()[b.Len()-1] != c {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// summed is a body of a key with its checksum.
func summed(random string) string {
	n, end := crc32.ChecksumIEEE([]byte(random)), ""
	for range sumLength {
		end, n = string(base62[n%62])+end, n/62
	}
	return random + end
}

// TestKinds: a key that could be one is found as what it is, and what only stands for
// one is not like it. None of the text that differs is in what is told.
func TestKinds(t *testing.T) {
	t.Parallel()
	const hex, any = "0123456789abcdef", base62
	for _, test := range []struct {
		kind, before, alphabet string
		n                      int
		after                  string
	}{
		{"anthropic-key", "sk-ant-api03-", any, 93, "AA"}, {"openai-key", "sk-proj-", any, 40, "T3BlbkFJ" + fake(any, 30)}, {"openrouter-key", "sk-or-v1-", hex, 64, ""},
		{"groq-key", "gsk_", any, 52, ""}, {"xai-key", "xai-", any, 80, ""}, {"replicate-token", "r8_", any, 37, ""}, {"tavily-key", "tvly-dev-", any, 32, ""},
		{"aws-secret", `AWS_SECRET_ACCESS_KEY="`, any, 40, `"`}, {"digitalocean-token", "dop_v1_", hex, 64, ""}, {"supabase-token", "sbp_", hex, 40, ""},
		{"databricks-token", "dapi", hex, 32, ""}, {"doppler-token", "dp.pt.", any, 43, ""}, {"grafana-token", "glsa_", any, 32, "_0a1b2c3d"}, {"linear-key", "lin_api_", any, 40, ""},
		{"sendgrid-key", "SG.", any, 22, "." + fake(any, 43)}, {"mailchimp-key", "", hex, 32, "-us21"}, {"shopify-token", "shpat_", hex, 32, ""}, {"rubygems-key", "rubygems_", hex, 48, ""},
		{"docker-token", "dckr_pat_", any, 27, ""}, {"age-key", "AGE-SECRET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58, ""}, {"sonar-token", "squ_", hex, 40, ""},
		{"discord-webhook", "https://discord.com/api/webhooks/123456789012345678/", any, 68, ""}, {"wallet-key", `PRIVATE_KEY="0x`, hex, 64, `"`}, {"service-key", "sk_", hex, 64, ""},
		{"named-secret", `client_secret: "`, any, 40, `"`},
	} {
		body := fake(test.alphabet, test.n)
		text := "x = " + test.before + body + test.after + "\n"
		found := Known().FindKeys(text)
		if len(found) != 1 || found[0].Name != test.kind {
			t.Errorf("%s: found %v", test.kind, found)
			continue
		}
		key := Known().Key(found[0], text)
		if key.Word != "" || key.Run >= 6 || key.Entropy < 0.75 || key.Digits == 0 || key.Letters == 0 {
			t.Errorf("%s: %+v is not like a key", test.kind, key)
		}
		if len(key.Begin) > 0 && !strings.HasPrefix(test.before, key.Begin) && !strings.HasPrefix("0x", key.Begin) {
			t.Errorf("%s: it begins with %q", test.kind, key.Begin)
		}
		if masked := Known().Hide(text); strings.Contains(masked, body[8:]) {
			t.Errorf("%s: %q is not masked", test.kind, masked)
		}
		row := "x = " + test.before + strings.Repeat("a", test.n) + test.after + "\n"
		for _, one := range Known().FindKeys(row) {
			if key := Known().Key(one, row); key.Run < 6 {
				t.Errorf("%s: one character is like a key: %+v", test.kind, key)
			}
		}
	}
}

// TestChecksum: a token of GitHub or npm ends with what follows from the rest. The
// last of the right ones is one that GitHub's own documents have shown.
func TestChecksum(t *testing.T) {
	t.Parallel()
	random := fake(base62, 30)
	for text, want := range map[string]string{
		made("ghp_", summed(random)): "right", made("npm_", summed(random)): "right", made("ghp_", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ", "0mLq17"): "right",
		made("ghp_", random, "000000"): "wrong", made("npm_", random, "AbCdEf"): "wrong", made("glpat-", random): "", made("ghp_", random, "0123456789"): "",
	} {
		found := Known().FindKeys(text)
		if len(found) != 1 {
			t.Errorf("%q: %v", text, found)
			continue
		}
		if got := Known().Key(found[0], text).Checksum; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
