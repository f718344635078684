package provision

import "testing"

func TestBrands(t *testing.T) {
	for host, want := range map[string]string{
		"api.openai-proxy.io": "openai", "open-ai.dev": "openai", "api.opena1.com": "openai", "openia.com": "openai",
		"github.com.git-mirror.io": "github", "registry.npmjs.com.co": "npmjs", "ghcr-io.com": "ghcr",
		"api.stripe-api.com": "stripe", "project.supabase-cloud.io": "supabase", "cdn.hugginface.co": "huggingface",
		"api.openai.com": "", "openai.azure.com": "", "x.supabase.co": "", "gitlab.gnome.org": "", "pypi.org": "",
		"api.openaq.org": "", "openair.com": "", "openapi.tools": "", "clause.ai": "", "githut.info": "", "api.githubcopilot.com": "", "a.slack-edge.com": "",
		"api.anthropc.com": "anthropic", "anthroopic.com": "anthropic", "docs.stripe.com": "", "python-guide.org": "", "claude-help.vercel.app": "", "supabase-api.vercel.app": "supabase",
	} {
		if got := branded().like(host); got != want {
			t.Errorf("%s looks like %q, want %q", host, got, want)
		}
	}
	for owner, want := range map[string]string{"actlons": "actions", "action-s": "actions", "acitons": "actions", "hashicrop": "hashicorp", "actions": "", "docker": "", "acme": "", "azure": ""} {
		if got := branded().owner(owner); got != want {
			t.Errorf("%s looks like %q, want %q", owner, got, want)
		}
	}
}

// found are the kinds and names of what a text lays down, in their order.
func found(text, file string) []string {
	var out []string
	all, _ := Find(file, []byte(text))
	for _, one := range all {
		name := one.Kind + " " + one.Name
		if one.Limited {
			name += " limited"
		}
		out = append(out, name)
	}
	return out
}
