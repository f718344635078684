package stage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"folder", "repo.git", "at@home"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a.tar.gz"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	full := func(name string) string { return filepath.Join(dir, name) }
	for _, tt := range []struct {
		text, location, ref, name string
		kind                      Kind
	}{
		{"folder", full("folder"), "", "folder", Folder},
		{"./folder/", full("folder"), "", "folder", Folder},
		{"a.tar.gz", full("a.tar.gz"), "", "a", Archive},
		{"repo.git", full("repo.git"), "", "repo", Folder},
		{"git:repo.git", full("repo.git"), "", "repo", Git},
		{"git:./repo.git@v1.2", full("repo.git"), "v1.2", "repo", Git},
		{"git:repo.git@feature/x", full("repo.git"), "feature/x", "repo", Git},
		{"git:at@home", full("at@home"), "", "at@home", Git},
		{"git:at@home@v1", full("at@home"), "v1", "at@home", Git},
		{"https://git.example.com/team/skills.git", "https://git.example.com/team/skills.git", "", "skills", Git},
		{"https://git.example.com/team/skills.git@main", "https://git.example.com/team/skills.git", "main", "skills", Git},
		{"https://git.example.com/team/skills/@feature/x", "https://git.example.com/team/skills", "feature/x", "skills", Git},
		{"git+ssh://git@git.example.com/team/skills", "ssh://git@git.example.com/team/skills", "", "skills", Git},
		{"git:https://git.example.com/skills@v1", "https://git.example.com/skills", "v1", "skills", Git},
		{"git@git.example.com:team/skills.git@v1", "git@git.example.com:team/skills.git", "v1", "skills", Git},
		{"git:git.example.com/team/skills@v1", "https://git.example.com/team/skills", "v1", "skills", Git},
		{"our-team/skills", "https://github.com/our-team/skills", "", "skills", Git},
		{"our-team/skills@v1.2", "https://github.com/our-team/skills", "v1.2", "skills", Git},
		{"our-team/skills.git@feature/x", "https://github.com/our-team/skills", "feature/x", "skills", Git},
		{"file:///srv/skills.git@v1", "file:///srv/skills.git", "v1", "skills", Git},
	} {
		got, err := Parse(tt.text)
		if err != nil {
			// Of a folder, the name with an "@" is taken when there is one.
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got.Kind != tt.kind || got.Location != tt.location || got.Ref != tt.ref || got.name() != tt.name {
			t.Errorf("%s: %+v, called %q; want %+v", tt.text, got, got.name(), tt)
		}
	}
	for _, text := range []string{
		"", "none", "git:none", "git:", "git:-x/y", "git:/none", "http://git.example.com/x", "git://git.example.com/x", "ext::sh -c id", "ext://sh",
		"https://", "https://git.example.com", "https://git.example.com/", "https://-oProxyCommand=x/y", "https://user:secret@git.example.com/x",
		"https://git.example.com/x@", "https://git.example.com/x?a=b", "https://git.example.com/x#y", "https://example.com/skill.zip", "a\nb", "git@-host:x",
		"https://git.example.com/x.tar.gz", "git@git.example.com:-x", "javascript:alert(1)", "data:,x",
		"folder/none", "./our-team/skills", "our-team/skills.zip", "our-team/", "our-team/.", "-team/skills", "team-/skills", "our--team/skills",
		"our_team/skills", "our-team/skills/tides", "our-team/skills@", "our-team/a b", "/our-team/skills", "our-team\\skills", "a@home/b",
	} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is taken: %+v", text, got)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("a password is shown: %v", err)
		}
	}
	// A path that is mistyped is not fetched from a stranger of that name.
	if _, err := Parse("folder/none"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "write https://github.com/folder/none") {
		t.Errorf("a mistyped path: %v", err)
	}
	var refused *RefusedError
	if _, err := Parse("http://git.example.com/x"); !errors.As(err, &refused) || refused.Reason != Format {
		t.Errorf("without encryption: %v", err)
	}
}

func TestRefs(t *testing.T) {
	for _, ref := range []string{"main", "v1.2.3", "feature/x", "a_b", strings.Repeat("0123456789", 4), "release+1"} {
		if !validRef(ref) {
			t.Errorf("%q is refused", ref)
		}
	}
	for _, ref := range []string{"", "-x", "--upload-pack=id", "a..b", "a:b", "a b", "a^", "a~1", "@{1}", "a/.b", "a.lock", "a/", "a//b", "x\n", "*", "a.", strings.Repeat("a", 300), ".x"} {
		if validRef(ref) {
			t.Errorf("%q is taken", ref)
		}
	}
}

// FuzzParse wants no panic, and nothing of git that begins like an option.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"a", "git:a@b", "https://h/p@r", "git@h:p@r", "git+ssh://h/p", "file:///x", "ext::x", "-x", "https://a@b:c@d/e@f"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Parse(text)
		if err == nil && got.Kind == Git && (strings.HasPrefix(got.fetch, "-") || strings.ContainsAny(got.fetch, "\n\x00")) {
			t.Errorf("%q: git would be given %q", text, got.fetch)
		}
	})
}
