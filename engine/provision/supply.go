package provision

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// source is a way in which texts say where code is taken from: the first group is the host.
type source struct {
	kind  string
	match *lazydfa.Regexp
	// words are those of which a text has one.
	words []string
}

// hostPattern is the name of a host that is written out.
const hostPattern = `((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})`

// sources are those ways: what an image is built on and a container is started of, charts, modules
// and providers, and packages that come from an address and not from an index.
var sources = sync.OnceValue(func() []source {
	return []source{
		{"image", lazydfa.New(`(?mi)(?:^[ \t>]*FROM[ \t]+(?:--platform=\S+[ \t]+)?|\bCOPY[ \t]+--from=|\bimage["']?[ \t]*[:=][ \t]*["']?(?:docker://)?|\bcontainer:[ \t]*["']?|\b(?:docker|podman|nerdctl)[ \t]+(?:image[ \t]+)?pull[ \t]+(?:-\S+[ \t]+)*|\bcontainer\([ \t]*["']|\buses:[ \t]*["']?docker://)` + hostPattern + `(?::\d+)?/[\w./-]+(?::[\w.-]+)?(?:@sha256:[0-9a-fA-F]{64})?`), []string{"FROM", "from", "--from=", "image", "container:", " pull ", "docker://", "container("}},
		{"chart", lazydfa.New(`(?mi)(?:\bhelm[ \t]+(?:repo[ \t]+add[ \t]+\S+|(?:install|upgrade|pull|template)\b[^\n]*?)[ \t]+["']?|^[ \t-]*(?:repository|repoURL|chart)["']?[ \t]*[:=][ \t]*["']?)(?:https?|oci)://` + hostPattern + `\b`), []string{"helm ", "repository", "repoURL", "oci://"}},
		{"module", lazydfa.New(`(?mi)\bsource[ \t]*=[ \t]*["'](?:(?:(?:git|hg)::)(?:https?://|ssh://(?:git@)?)?` + hostPattern + `/|` + hostPattern + `/[\w.-]+/)[^"'\n]+["']`), []string{"source"}},
		{"package", lazydfa.New(`(?mi)\b(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|gem|poetry|pdm|cargo|composer|luarocks|brew|conda|mamba)\b[^\n|;&]{0,40}?[ \t](?:install|add|i|get|inject|require)\b[^\n|;&]*?[ \t]["']?(?:[\w.\[\],@/-]+?[ \t]*@[ \t]*)?(?:git\+|hg\+)?https?://(?:[^/\s"'@]*@)?` + hostPattern + `/[^\s"']+`), []string{"install", " add ", " i ", "require", "inject"}},
		{"dependency", lazydfa.New(`(?mi)^[ \t]*["'][@\w./-]+["'][ \t]*:[ \t]*["'](?:git\+)?(?:https?|ssh)://(?:[^/\s"'@]*@)?` + hostPattern + `/[^\s"']+(?:\.tgz|\.tar\.gz|\.git|\.zip|#[\w./-]+)["']`), []string{".tgz", ".tar.gz", ".git", ".zip"}},
		{"dependency", lazydfa.New(`(?mi)(?:^[ \t"']*[\w.\[\],-]+[ \t]*@[ \t]*|^[ \t]*(?:-e[ \t]+)?)(?:git\+|hg\+)?https?://(?:[^/\s"'@]*@)?` + hostPattern + `/[^\s"']+(?:\.whl|\.tar\.gz|\.zip|\.git)(?:[@#\s"',]|$)`), []string{".whl", ".tar.gz", ".zip", ".git"}},
		{"dependency", lazydfa.New(`(?mi)^[^\n]*\bgit[ \t]*(?:=|=>|:)[ \t]*["'](?:https?|ssh)://(?:[^/\s"'@]*@)?` + hostPattern + `/[^\s"']+["']`), []string{"git"}},
		{"dependency", lazydfa.New(`(?mi)^[ \t]*(?:replace[ \t]+)?[\w./-]+(?:[ \t]+v\S+)?[ \t]+=>[ \t]+` + hostPattern + `/[\w./-]+[ \t]+v\S+`), []string{"=>"}},
	}
})

// supplies finds the hosts that code is taken from.
func (f *finder) supplies(has func(words ...string) bool) {
	seen := map[string]bool{}
	for _, s := range sources() {
		if !has(s.words...) {
			continue
		}
		for _, m := range f.bounded(s.match.FindAllSubmatchIndex(f.text, maxLooked+1)) {
			host, shown := f.first(m), string(f.text[m[0]:m[1]])
			if seen[s.kind+host+shown] || indexed(shown) || s.kind == "module" && program.MatchString(f.file) {
				continue
			}
			seen[s.kind+host+shown] = true
			f.led(Found{Kind: Supply, Name: s.kind, To: []string{host, strings.TrimSpace(shown)}, From: m[0], End: m[1]})
		}
	}
}

// maxLooked is how many places of a text are looked at for one kind of what is found.
const maxLooked = 2000

// bounded are places that were looked for, up to maxLooked: of more the text is not whole.
func (f *finder) bounded(places [][]int) [][]int {
	if len(places) > maxLooked {
		f.whole = false
		return places[:maxLooked]
	}
	return places
}

// indexed reports whether an address is that of an index, of which packages are told by themselves.
func indexed(shown string) bool {
	words := strings.Fields(shown)
	if len(words) < 2 {
		return false
	}
	before := words[len(words)-2]
	last := words[len(words)-1]
	return slices.ContainsFunc([]string{before, last}, func(word string) bool {
		return strings.HasPrefix(word, "-") && strings.Contains(word, "url") || strings.HasPrefix(word, "--registry") || strings.HasPrefix(word, "--index") || strings.HasPrefix(word, "--find-links") || word == "-i" || word == "-f" || word == "-c" || word == "--channel" || strings.HasPrefix(word, "--source") || strings.HasPrefix(word, "--extra")
	})
}
