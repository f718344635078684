package runner

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestHold lists what is mounted for what is protected.
func TestHold(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if err := errors.Join(
		os.MkdirAll(at("work/.git/hooks"), 0o755), os.MkdirAll(at("work/.git/info"), 0o755), os.WriteFile(at("work/settings"), nil, 0o600),
		os.WriteFile(at("work/.git/config"), nil, 0o600), os.WriteFile(at("beside"), nil, 0o600),
		os.Symlink("../beside", at("work/out")), os.Symlink(".git/config", at("work/in")), os.Symlink("work", at("link")),
	); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		protect, writable, want []string // "+" before what may be changed
	}{
		"a file":                 {[]string{"work/settings"}, []string{"work"}, []string{"work/settings"}},
		"the way to it":          {[]string{"work/.git/hooks"}, []string{"work"}, []string{"+work/.git", "work/.git/hooks"}},
		"outside":                {[]string{"beside"}, []string{"work"}, nil},
		"a link out":             {[]string{"work/out"}, []string{"work"}, nil},
		"a link":                 {[]string{"work/in"}, []string{"work"}, []string{"+work/.git", "work/.git/config"}},
		"by way of a link":       {[]string{"link/settings"}, []string{"work"}, []string{"work/settings"}},
		"nothing there":          {[]string{"work/.git/info/attributes"}, []string{"work"}, []string{"+work/.git", "+work/.git/info"}},
		"nor its folder":         {[]string{"work/none/at/all"}, []string{"work"}, nil},
		"in what is protected":   {[]string{"work/.git", "work/.git/hooks"}, []string{"work"}, []string{"work/.git"}},
		"writable in it":         {[]string{"work/.git"}, []string{"work/.git/hooks"}, []string{"work/.git/hooks"}},
		"writable itself":        {[]string{"work"}, []string{"work"}, []string{"work"}},
		"the outermost":          {[]string{"work/.git/hooks"}, []string{"work/.git", "work"}, []string{"+work/.git", "work/.git/hooks"}},
		"the same beginning":     {[]string{"work/settings"}, []string{"wor", "work/set"}, nil},
		"what only may be read ": {[]string{"work/settings"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			paths := func(names []string) (out []string) {
				for _, name := range names {
					out = append(out, at(name))
				}
				return out
			}
			var got []string
			for _, h := range Hold(paths(tt.protect), paths(tt.writable)) {
				name, err := filepath.Rel(dir, h.Path)
				if err != nil {
					t.Fatal(err)
				}
				if name = filepath.ToSlash(name); !h.ReadOnly {
					name = "+" + name
				}
				got = append(got, name)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("it is %q; %q is wanted", got, tt.want)
			}
		})
	}
}
