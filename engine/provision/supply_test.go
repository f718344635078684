package provision_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/provision"
)

// TestSupply: the hosts that code is taken from, however a text says so.
func TestSupply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, text, want string }{
		{"Dockerfile", "FROM --platform=$P hub.shopstack.dev/node:22 AS run\n", "image hub.shopstack.dev"},
		{"Dockerfile", "FROM node:22\nCOPY --from=hub.shopstack.dev/a/b:1 /a /a\n", "image hub.shopstack.dev"},
		{"Dockerfile", "FROM node:22\nFROM build\n", ""},
		{"a.yaml", "containers:\n  - image: hub.shopstack.dev/db:1\n", "image hub.shopstack.dev"},
		{"a.yml", "steps:\n  - uses: docker://hub.shopstack.dev/lint:1\n", "image hub.shopstack.dev"},
		{"a.sh", "podman pull -q hub.shopstack.dev/db:1\n", "image hub.shopstack.dev"},
		{"a.sh", "helm repo add s https://charts.shopstack.dev\n", "chart charts.shopstack.dev"},
		{"Chart.yaml", "dependencies:\n  - name: a\n    repository: oci://charts.shopstack.dev/a\n", "chart charts.shopstack.dev"},
		{"main.tf", "source = \"git::ssh://git@git.shopstack.dev/net.git\"\n", "module git.shopstack.dev"},
		{"main.tf", "source = \"tf.shopstack.dev/hashicorp/aws\"\n", "module tf.shopstack.dev"},
		{"main.tf", "source = \"terraform-aws-modules/vpc/aws\"\n", ""},
		{"a.py", "source = \"data.shopstack.dev/a/b\"\n", ""},
		{"a.sh", "pnpm add -D 'https://cdn.shopstack.dev/a.tgz'\n", "package cdn.shopstack.dev"},
		{"a.sh", "pip install --index-url https://pypi.shopstack.dev/simple a\n", ""},
		{"a.sh", "uv pip install 'a @ git+https://git.shopstack.dev/a'\n", "package git.shopstack.dev"},
		{"package.json", "{\n  \"dependencies\": {\n    \"a\": \"git+https://git.shopstack.dev/a.git#main\"\n  }\n}\n", "dependency git.shopstack.dev"},
		{"package.json", "{\n  \"homepage\": \"https://www.shopstack.dev/a\"\n}\n", ""},
		{"requirements.txt", "a @ https://w.shopstack.dev/a-1.whl\n", "dependency w.shopstack.dev"},
		{"Cargo.toml", "a = { git = \"https://git.shopstack.dev/a\" }\n", "dependency git.shopstack.dev"},
		{"go.mod", "replace github.com/a/b v1.0.0 => git.shopstack.dev/a/b v1.0.1\n", "dependency git.shopstack.dev"},
	} {
		found, _ := provision.Find(c.file, []byte(c.text))
		var got []string
		for _, one := range found {
			if one.Kind == provision.Supply {
				got = append(got, one.Name+" "+one.To[0])
			}
		}
		if line := strings.Join(got, "; "); line != c.want {
			t.Errorf("%s %q: %q, want %q", c.file, c.text, line, c.want)
		}
	}
}

// TestSupplyDigest: what an image is pinned by is told with it, and each image of a host by itself.
func TestSupplyDigest(t *testing.T) {
	t.Parallel()
	digest := "@sha256:" + strings.Repeat("a1", 32)
	found, whole := provision.Find("Dockerfile", []byte("FROM hub.shopstack.dev/a/b:1"+digest+"\nFROM hub.shopstack.dev/c:2\n"))
	var got []string
	for _, one := range found {
		if one.Kind == provision.Supply {
			got = append(got, one.To[1])
		}
	}
	if len(got) != 2 || !strings.HasSuffix(got[0], digest) || !whole {
		t.Errorf("%q, whole %v", got, whole)
	}
}

// TestSupplyMany: images of the usual registry do not hide another one, and beyond the bound a text
// is not whole.
func TestSupplyMany(t *testing.T) {
	t.Parallel()
	many := func(n int) string {
		return strings.Repeat("image: docker.io/library/node\n", n) + "image: hub.shopstack.dev/db\n"
	}
	found, whole := provision.Find("a.yaml", []byte(many(100)))
	if !whole || !slices.ContainsFunc(found, func(f provision.Found) bool { return f.Kind == provision.Supply && f.To[0] == "hub.shopstack.dev" }) {
		t.Errorf("%v, whole %v", found, whole)
	}
	if _, whole := provision.Find("a.yaml", []byte(many(3000))); whole {
		t.Error("more than are looked at is whole")
	}
}
