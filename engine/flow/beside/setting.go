package beside

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of looking through settings: files of one program, and bytes of one.
const (
	maxSettings     = 8
	maxSettingsText = 64 << 10
)

var (
	// settingsFile is a file of settings by its name.
	settingsFile = lazydfa.New(`(?i)\.(?:env|ini|json|ya?ml|toml|cfg|conf|properties|txt)$`)
	// setting is a line of such a file that gives a key an address; alone one that has nothing else.
	setting = lazydfa.New(`(?m)^[\s{,]*(?:export\s+)?["']?([A-Za-z][\w.-]*)["']?\s*[:=]\s*["']?((?:https?|wss?)://[^\s"',]+)`)
	alone   = lazydfa.New(`^\s*((?:https?|wss?)://\S+)\s*$`)
	dotEnv  = lazydfa.New(`\bload_dotenv\b|\bdotenv\b|["'/\s]\.env\b`)
)

// set are the hosts and accounts that a file of settings has, which the programs name, by a key that
// the one which sends names as well.
func (f *finder) set(g *group, p *program) (hosts []string, shared []tenant.Tenant) {
	hosts, shared = []string{}, []tenant.Tenant{}
	if f.settings == nil {
		return hosts, shared
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(g.texts)), func(name string) bool {
		return !settingsFile.MatchString(name) || path.Base(p.text.File) == name
	})
	source := string(p.text.Source)
	if dotEnv.MatchString(source) {
		names = append(names, ".env")
	}
	for _, name := range names[:min(len(names), maxSettings)] {
		text := f.settings(name)
		if len(text) == 0 || len(text) > maxSettingsText || !f.left.Take(work.Besides, len(text)) {
			continue
		}
		for _, address := range addressesOf(string(text), source) {
			hosts = addHosts(hosts, address, nil, "body", "")
			shared = tenant.Join(shared, tenant.In(address, true))
		}
	}
	return hosts, shared
}

// addressesOf are those of settings whose key a program names, and one that stands by itself.
func addressesOf(text, source string) []string {
	if m := alone.FindStringSubmatch(text); m != nil {
		return m[1:2]
	}
	var found []string
	for _, m := range setting.FindAllStringSubmatch(text, maxServers) {
		key := m[1][strings.LastIndexByte(m[1], '.')+1:]
		if len(key) > 2 && strings.Contains(source, key) {
			found = append(found, m[2])
		}
	}
	return found
}
