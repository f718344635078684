package secret

import (
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
