package policy

import (
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// forbidden builtins would make an answer depend on more than the input, or
// reach out of the process. A name that ends in "." forbids the family.
func forbidden(name string) bool {
	for _, ban := range []string{
		"http.", "net.lookup_ip_addr", "opa.runtime", "rego.parse_module",
		"time.now_ns", "rand.", "uuid.rfc4122", "io.jwt.", "trace", "providers.",
	} {
		if name == ban || strings.HasSuffix(ban, ".") && strings.HasPrefix(name, ban) {
			return true
		}
	}
	return false
}

// capabilities are what a policy may call: pure functions only, those of ours
// among them, and no host.
var capabilities = sync.OnceValue(func() *ast.Capabilities {
	all := ast.CapabilitiesForThisVersion()
	kept := all.Builtins[:0:0]
	for _, builtin := range all.Builtins {
		if !forbidden(builtin.Name) {
			kept = append(kept, builtin)
		}
	}
	for _, builtin := range builtins() {
		kept = append(kept, builtin)
	}
	all.Builtins = kept
	all.AllowNet = []string{}
	return all
})
