package dependency_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/dependency"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       []string
	}{
		{"SKILL.md", "Run `pip install reqeusts` first.", []string{"pypi reqeusts requests"}},
		{"SKILL.md", "```sh\nuv pip install --upgrade numpyy pandas==2.0\n```", []string{"pypi numpyy numpy"}},
		{"SKILL.md", "python3 -m pip install -r requirements.txt djnago", []string{"pypi djnago django"}},
		{"SKILL.md", "npm install -g expres lodash@4 @scope/axois", []string{"npm expres express"}},
		{"SKILL.md", "npx puppeter https://a.example", []string{"npm puppeter puppeteer"}},
		{"SKILL.md", "pip install requests python_dateutil psycopg2 boto3", nil},
		{"SKILL.md", "pip install rich-logger our-tool. Reqeusts are sent.", nil},
		{"requirements.txt", "requests==2.31\n# note\npanda-s\ncryptographi>=1\n", []string{"pypi cryptographi cryptography", "pypi panda-s pandas"}},
		{"package.json", `{"dependencies": {"lodahs": "^4", "react": "18"}, "scripts": {"axois": "x"}}`, []string{"npm lodahs lodash"}},
		{"run.py", "# /// script\n# dependencies = [\"httpxx\", \"rich\"]\n# ///", []string{"pypi httpxx httpx"}},
		{"SKILL.md", "pip install --index-url https://pkgs.a.example/simple charts", []string{"index https://pkgs.a.example/simple"}},
		{"a.sh", `pip install --index-url "https://user:${TOKEN}@pkgs.a.example/simple"`, []string{"index https://user:${TOKEN}@pkgs.a.example/simple"}},
		{"a.json", `{"registry": "https://pkgs.a.example/x"}`, []string{"index https://pkgs.a.example/x"}},
		{".npmrc", "registry=https://pkgs.a.example/\n", []string{"index https://pkgs.a.example/"}},
		{"run.sh", "export GOPROXY=https://a.example,direct", []string{"index https://a.example"}},
		{"SKILL.md", "The registry is at https://a.example.", nil},
	} {
		var got []string
		found, more := dependency.Find(c.file, []byte(c.text))
		if more {
			t.Errorf("%q: not all is told", c.text)
		}
		for _, f := range found {
			if f.Kind == "index" {
				got = append(got, "index "+f.Address)
				if c.text[f.From:f.To] != f.Address {
					t.Errorf("%q: the address is at %q", c.text, c.text[f.From:f.To])
				}
				continue
			}
			got = append(got, f.Manager+" "+f.Name+" "+f.Like)
			if c.text[f.From:f.To] != f.Name {
				t.Errorf("%q: %s is at %q", c.text, f.Name, c.text[f.From:f.To])
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %q: %q, want %q", c.file, c.text, got, c.want)
		}
	}
}

// TestMany: what is named again and again, and a long list of what is required, is told to its
// end; of more that is wrong than is told it is said.
func TestMany(t *testing.T) {
	var honest, indexes strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&honest, "tool-number-%d==1.%d\n--index-url https://pypi.org/simple\n", i, i)
		fmt.Fprintf(&indexes, "--index-url https://a%d.example/simple\n", i)
	}
	if found, more := dependency.Find("requirements.txt", []byte(honest.String())); more || len(found) != 1 {
		t.Errorf("%d are told, more: %t", len(found), more)
	}
	if found, more := dependency.Find("requirements.txt", []byte(indexes.String())); !more || len(found) < 100 {
		t.Errorf("%d are told, more: %t", len(found), more)
	}
}

// FuzzFind reads any text without a panic, into places that stand in it.
func FuzzFind(f *testing.F) {
	f.Add("package.json", `{"dependencies": {"lodahs": "1"`)
	f.Add("a.sh", "pip install \\\n -r x; npx \xff --index-url https://\xfe")
	f.Fuzz(func(t *testing.T, file, text string) {
		found, _ := dependency.Find(file, []byte(text))
		for _, one := range found {
			if one.From < 0 || one.To > len(text) || one.From >= one.To {
				t.Fatalf("%q: %+v", text, one)
			}
		}
	})
}
