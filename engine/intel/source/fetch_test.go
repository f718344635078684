package source_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/static"
	"github.com/google/go-containerregistry/pkg/v1/types"

	"github.com/skillctl/skillctl/engine/intel/source"
)

// push puts an artifact of some layers into a registry of this machine, and returns its
// address.
func push(t *testing.T, layers ...[]byte) string {
	t.Helper()
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	t.Cleanup(server.Close)
	at := strings.TrimPrefix(server.URL, "http://") + "/team/list:latest"
	ref, err := name.ParseReference(at)
	if err != nil {
		t.Fatal(err)
	}
	image := empty.Image
	for _, text := range layers {
		if image, err = mutate.AppendLayers(image, static.NewLayer(text, types.OCILayer)); err != nil {
			t.Fatal(err)
		}
	}
	if err := remote.Write(ref, image); err != nil {
		t.Fatal(err)
	}
	return source.Scheme + at
}

func archive(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	w := tar.NewWriter(packed)
	for _, name := range names {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: 2}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("{}")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFetchFromRegistry(t *testing.T) {
	t.Parallel()
	got, err := source.Fetch(t.Context(), push(t, archive(t, "list/intel.json", "list/skill.oms.sig")), "")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(got.Dir, "intel.json"))
	if err != nil || string(text) != "{}" {
		t.Errorf("it has %q: %v", text, err)
	}
	if !strings.HasPrefix(got.Resolved, "sha256:") {
		t.Errorf("the artifact is %q", got.Resolved)
	}
	if err := got.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(got.Dir); err == nil {
		t.Error("the copy is still there")
	}
}

func TestFetchRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ at, want string }{
		"no layer":      {push(t), "has 0 layers"},
		"two layers":    {push(t, archive(t, "intel.json"), archive(t, "b.json")), "has 2 layers"},
		"no archive":    {push(t, []byte("intel")), "list.tar.gz"},
		"leaves it":     {push(t, archive(t, "../intel.json")), "intel.json"},
		"no tag":        {source.Scheme + "127.0.0.1:1/team/list", "with a tag or a digest"},
		"no registry":   {source.Scheme + "127.0.0.1:1/team/list:latest", "fetch"},
		"another kind":  {"https://example.com/list", "begins with oci://"},
		"no repository": {"owner/list", "does not exist"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := source.Fetch(t.Context(), tt.at, t.TempDir())
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("it is %v; want %q", err, tt.want)
			}
			if got != nil {
				t.Error("there is something")
			}
		})
	}
}
