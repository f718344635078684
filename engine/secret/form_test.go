package secret

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/policies"
)

// TestSecretsTable compiles every pattern; the program does so when one is needed.
func TestSecretsTable(t *testing.T) {
	t.Parallel()
	table := table{}
	text, err := fs.ReadFile(policies.FS(), "tables/secrets.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	for _, token := range table.Tokens {
		pattern, err := regexp.Compile(token.Pattern)
		if err != nil {
			t.Errorf("%s: %v", token.Name, err)
			continue
		}
		if pattern.MatchString("") || len(token.Hints) == 0 {
			t.Errorf("%s: it matches nothing, or has no hint", token.Name)
		}
		for _, hint := range token.Hints {
			if hint != strings.ToLower(hint) {
				t.Errorf("%s: the hint %q is not lower case", token.Name, hint)
			}
		}
	}
	for _, entry := range table.Entries {
		if _, err := regexp.Compile(entry); err != nil {
			t.Error(err)
		}
	}
	names := regexp.MustCompile(table.Names)
	for name, want := range map[string]bool{
		"API_KEY": true, "OPENAI_API_KEY": true, "GITHUB_TOKEN": true, "AWS_ACCESS_KEY_ID": true, "AWS_SECRET_ACCESS_KEY": true, "DB_PASSWORD": true,
		"password": true, "TOKENIZERS_PARALLELISM": false, "PATH": false, "KEYBOARD": false, "HOME": false, "SECRETARY": false, "MONKEY": false,
	} {
		if got := names.MatchString(name); got != want {
			t.Errorf("%s: %v; want %v", name, got, want)
		}
	}
}

// TestEntries: in a configuration the name of an entry says what its value is;
// references and other entries stay.
func TestEntries(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"botToken": "a b, c} d"`:                   `"botToken": "[masked:value]"`,
		`'apiKey': 'it, is'`:                        `'apiKey': '[masked:value]'`,
		"api_key = \"x\\\"yz1\"":                    `api_key = "[masked:value]"`,
		"password: hunter2x # mine":                 "password: [masked:value] # mine",
		"\"appSecret\":\n  \"over there\"":          "\"appSecret\":\n  \"[masked:value]\"",
		`"apiKey": "${OPENAI_API_KEY}"`:             `"apiKey": "${OPENAI_API_KEY}"`,
		`"apiKey": "$OPENAI_API_KEY"`:               `"apiKey": "$OPENAI_API_KEY"`,
		`"token": "pre-${HOME}-post"`:               `"token": "pre-${HOME}-post"`,
		`"maxTokens": 400000`:                       `"maxTokens": 400000`,
		`"token": {"source": "env", "id": "TOKEN"}`: `"token": {"source": "env", "id": "TOKEN"}`,
		"The password: ask the user for it":         "The password: ask the user for it",
		"token: ghp_" + strings.Repeat("aB3", 12):   "token: [masked:github-token]",
	} {
		var out strings.Builder
		at := 0
		for _, found := range Known().FindEntries(text) {
			out.WriteString(text[at:found.From] + found.Shown())
			at = found.To
		}
		if out.WriteString(text[at:]); out.String() != want {
			t.Errorf("%s:\n %s, wanted\n %s", text, out.String(), want)
		}
	}
}
