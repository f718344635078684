//go:build unix

package resolve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/engine/catalog"
)

// TestResolveHostile resolves what nobody would make in good faith, by both
// profiles: an answer is wanted for the good skill beside it, and no hang.
func TestResolveHostile(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(h *skillHost){
		"links that lead to each other": func(h *skillHost) {
			h.link("b", "ws/skills/a")
			h.link("a", "ws/skills/b")
			h.link("self", "ws/skills/self")
		},
		"ten thousand links": func(h *skillHost) {
			h.dir("elsewhere")
			for i := range 10_000 {
				if err := os.Symlink("../../elsewhere", fmt.Sprintf("%s/ws/skills/l%d", h.root, i)); err != nil {
					h.t.Fatal(err)
				}
			}
		},
		"a chain of links": func(h *skillHost) {
			for i := range 10_000 {
				if err := os.Symlink(fmt.Sprintf("l%d", i+1), fmt.Sprintf("%s/ws/skills/l%d", h.root, i)); err != nil {
					h.t.Fatal(err)
				}
			}
		},
		"many links up": func(h *skillHost) {
			for i := range 30 {
				h.link("..", fmt.Sprintf("ws/skills/group/up%d", i))
			}
		},
		"a pipe and a socket": func(h *skillHost) {
			h.dir("ws/skills/pipe")
			if err := unix.Mkfifo(h.root+"/ws/skills/pipe/SKILL.md", 0o644); err != nil {
				h.t.Fatal(err)
			}
			h.dir("ws/skills/s")
			fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			if err != nil {
				h.t.Skip("no sockets here")
			}
			h.t.Cleanup(func() { _ = unix.Close(fd) })
			if err := unix.Bind(fd, &unix.SockaddrUnix{Name: h.root + "/ws/skills/s/SKILL.md"}); err != nil {
				h.t.Logf("no socket: %v", err) // the path is too long
			}
		},
		"a manifest that is a device": func(h *skillHost) { h.link("/dev/zero", "ws/skills/dev/SKILL.md") },
		"a root that is a file": func(h *skillHost) {
			_ = os.RemoveAll(h.root + "/home/.openclaw/skills")
			h.write("home/.openclaw/skills", "no folder")
		},
		"names of several lines": func(h *skillHost) {
			h.skill("ws/skills/two\nlines\x1b[31m", `"evil\nname\u202e"`)
			h.skill("ws/skills/\xff\xfe", "bytes")
		},
		"a deep tree": func(h *skillHost) { h.skill("ws/skills/"+strings.Repeat("d/", 200)+"deep", "deep") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newSkillHost(t, workspaceConfig)
			make(h)
			h.skill("ws/skills/zz-good", "good")
			for _, profile := range []string{"openclaw", "strict"} {
				got := h.resolve(func(r *Request) { r.Profile = profile })
				if !slices.ContainsFunc(got.Skills, func(s Skill) bool {
					return filepath.Base(s.Path) == "zz-good" && (s.Offered || s.Rule == "catalog/cut")
				}) {
					table := h.table(got)
					t.Errorf("%s: the good skill is gone:\n  %s", profile, strings.Join(table[:min(len(table), 20)], "\n  "))
				}
				for i := range got.Skills {
					if s := &got.Skills[i]; s.State == "" || s.Rule == "" {
						t.Errorf("%s: no answer for %q", profile, s.Path)
					}
				}
			}
		})
	}
}

// TestResolveVanishing resolves while folders come and go.
func TestResolveVanishing(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, workspaceConfig)
	h.skill("ws/skills/good", "good")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ctx.Err() == nil; i++ {
			root := filepath.Join(h.root, "home/.openclaw/skills")
			for k := range 20 {
				folder := filepath.Join(root, fmt.Sprintf("s%d", k))
				_ = os.MkdirAll(folder, 0o755)
				_ = os.WriteFile(folder+"/SKILL.md", []byte("---\nname: s\ndescription: d\n---\n"), 0o644)
			}
			_ = os.RemoveAll(root)
		}
	}()
	req := h.request(openclawProfile)
	resolver := sharedResolver()
	for range 30 {
		got, err := resolver.Resolve(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if good := got.Named("good"); len(good) != 1 || !good[0].Offered {
			t.Fatalf("the good skill is gone: %q", h.table(got))
		}
	}
	stop()
	<-done
}

// TestResolveEnds: a ctx that has ended ends it, with an error that says so.
func TestResolveEnds(t *testing.T) {
	t.Parallel()
	h := manySkills(t, 700)
	req := h.request()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := sharedResolver().Resolve(ctx, req); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v; wanted that it was cancelled", err)
	}
}

// TestResolveBounds: more folders than are looked at are left out, and said.
func TestResolveBounds(t *testing.T) {
	t.Parallel()
	h := newSkillHost(t, `{agents: {defaults: {workspace: "$ROOT/ws"}}, skills: {limits: {maxCandidatesPerRoot: 5}}}`)
	for i := range 40 {
		h.skill(fmt.Sprintf("ws/skills/s%02d", i), fmt.Sprintf("s%02d", i))
	}
	got := h.resolve(openclawProfile)
	if n := len(got.Winners()); n != 5 {
		t.Errorf("%d skills; 5 are looked at", n)
	}
	cut := 0
	for i := range got.Skills {
		if got.Skills[i].Rule == "catalog/cut" {
			cut++
		}
	}
	root := got.Roots[len(got.Roots)-1]
	want := catalog.Note{Kind: catalog.NoteFolders, Path: root.Path, Count: 35, Limit: 5}
	if cut != 35 || len(root.Notes) != 1 || root.Notes[0] != want || len(got.Notes) != 1 || got.Notes[0].Root != root.ID {
		t.Errorf("%d said to be cut, notes %+v, said %+v", cut, root.Notes, got.Notes)
	}
}
