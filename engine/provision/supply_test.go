package provision_test

import (
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
