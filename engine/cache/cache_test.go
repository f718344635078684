package cache_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/cache"
)

func open(t *testing.T) (*cache.Dir, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "findings")
	c, err := cache.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c, dir
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestPutGet(t *testing.T) {
	t.Parallel()
	c, _ := open(t)
	if _, ok := c.Get("k"); ok {
		t.Error("an empty cache has an answer")
	}
	c.Put("k", []byte("v1"))
	c.Put("k", []byte("v2"))
	if got, ok := c.Get("k"); !ok || string(got) != "v2" {
		t.Errorf("got %q, %t", got, ok)
	}
	if _, ok := c.Get("other"); ok {
		t.Error("another key has an answer")
	}
}

func TestDamageIsForgotten(t *testing.T) {
	t.Parallel()
	c, dir := open(t)
	c.Put("k", []byte("value"))
	name := entries(t, dir)[0]
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := c.Get("k"); ok {
			t.Fatalf("byte %d changed: got %q", i, got)
		}
	}
	if err := os.WriteFile(name, text[:10], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Get("k"); ok {
		t.Error("a cut entry has an answer")
	}
}

func TestLargeValuesAreNotKept(t *testing.T) {
	t.Parallel()
	c, dir := open(t)
	c.Put("k", make([]byte, 1<<20+1))
	if len(entries(t, dir)) != 0 {
		t.Error("kept")
	}
}

func TestWritersAtOnce(t *testing.T) {
	t.Parallel()
	c, dir := open(t)
	var group sync.WaitGroup
	for i := range 32 {
		group.Go(func() {
			c.Put("k", bytes.Repeat([]byte{byte(i)}, 10_000))
			if got, ok := c.Get("k"); ok && len(bytes.Trim(got, string(got[:1]))) != 0 {
				t.Error("two values are mixed")
			}
		})
	}
	group.Wait()
	if names := entries(t, dir); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func TestPrune(t *testing.T) {
	t.Parallel()
	c, dir := open(t)
	c.Put("old", []byte("v"))
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(entries(t, dir)[0], old, old); err != nil {
		t.Fatal(err)
	}
	c.Put("new", []byte("v"))
	removed, err := c.Prune(24 * time.Hour)
	if err != nil || removed != 1 {
		t.Fatalf("removed %d, %v", removed, err)
	}
	if _, ok := c.Get("new"); !ok {
		t.Error("a young entry is gone")
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(file); err == nil {
		t.Error("a file was taken for a folder")
	}
	shared := filepath.Join(dir, "shared")
	if err := os.Mkdir(shared, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(shared, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Open(shared); err == nil {
		t.Error("a folder that others can write was taken")
	}
}
