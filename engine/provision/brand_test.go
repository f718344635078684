package provision

import "testing"

// TestBrands: hosts and owners that may be taken for others are told, whatever the rules make of
// them; those that are the product's own, and names that are far from any, are not.
func TestBrands(t *testing.T) {
	for host, want := range map[string]string{
		"api.openai-proxy.io": "openai", "open-ai.dev": "openai", "api.opena1.com": "openai", "openia.com": "openai", "api.openaq.org": "openai",
		"github.com.git-mirror.io": "github", "registry.npmjs.com.co": "npmjs", "ghcr-io.com": "ghcr", "rnicrosoft.com": "microsoft",
		"api.stripe-api.com": "stripe", "openai-api.vercel.app": "openai", "project.supabase-cloud.io": "supabase", "cdn.hugginface.co": "huggingface",
		"api.openai.com": "", "openai.azure.com": "", "x.supabase.co": "", "gitlab.gnome.org": "gitlab", "pypi.org": "",
		"docs.stripe.com": "", "a.example": "", "api.githubcopilot.com": "", "a.slack-edge.com": "",
	} {
		products, found := brands().near(host), want == ""
		for _, p := range products {
			found = found || p.Name == want
		}
		if !found || want == "" && len(products) > 0 {
			t.Errorf("%s is near %d products, want %q", host, len(products), want)
		}
	}
	for text, want := range map[string]bool{"actlons/a@v1": true, "action-s/a@v1": true, "hashicrop/a@v1": true, "actions/a@v1": false, "acme/a@v1": false, "azure/login@v1": false} {
		if got := len(found("- uses: "+text, "a.yml")) > 0; got != want {
			t.Errorf("%s is told: %v, want %v", text, got, want)
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
