package beside

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// sends is the way in which a statement sends, "" for one that does not.
func (p *program) sends(s *statement) (way, call string) {
	t := tables()
	if imports.MatchString(s.code) || !t.sends.MatchString(s.code) {
		return "", ""
	}
	for i := range t.Sends {
		one := &t.Sends[i]
		if one.Shell && p.language != "shell" {
			continue
		}
		m := one.match.Compiled().FindString(s.code)
		if m == "" {
			continue
		}
		way = one.Way
		if way == "body" && headed.MatchString(s.code) && !bodied.MatchString(s.code) {
			way = "header"
		}
		return way, strings.Trim(m, " \t.(-;|&{`\"'$\n")
	}
	return "", ""
}

var (
	headed = lazydfa.New(`(?i)\bheaders?\b|authorization|\s-H\s|cookie`)
	bodied = lazydfa.New(`(?i)\b(?:data|json|body|files|content|params|query)\b|\s(?:-d|-F|-T|--data\S*|--form|--upload-file|--post-\S+)\b|\bpost\b`)
	// carried is a body, or a query with a value that the program puts in.
	carried = lazydfa.New(`(?i)\b(?:data|json|body|files|content|params|form|payload|multipart)["']?\s*[=:]|\s(?:(?-i:-[a-zA-Z]*[dFT])|--data\S*|--form|--upload-file|--post-\S+|--url-query)\b|\b(?:post|put|patch)(?:Form|Async|_form)?\s*\(|(?:["']|-X\s*|--request[ =]|method["']?\s*[:=]\s*["']?)(?:POST|PUT|PATCH)\b|\bsendBeacon\(|[?&][\w.-]+=(?:["'` + "`" + `]\s*[+.]|\$?\{|\$\w|%s)|\?\{`)
	address = lazydfa.New("(?i)\\b(?:https?|wss?|ftp|ssh|git)://[^\\s\"'<>`)\\\\]+")
	bare    = lazydfa.New(`(?i)^(?:[\w.-]+@)?\.?((?:[a-z0-9-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(?:$|[:/])`)
)

// hosts are those that a statement sends to, as far as they are written out, and whether
// the address holds an account. fixed says that the address is one of the program at all.
func (g *group) hosts(s *statement, way string) (found []string, hook bool) {
	p := g.of[s]
	seen := map[*statement]bool{}
	var look func(s *statement, code string, texts []string, depth int)
	look = func(s *statement, code string, texts []string, depth int) {
		if seen[s] || depth > 5 || g.steps.done() {
			return
		}
		seen[s] = true
		found = addHosts(found, code, texts, way, p.language)
		hook = hook || tables().hooks.MatchString(code)
		if len(found) > 0 {
			return
		}
		part := s.bare
		if depth == 0 {
			part = g.addressed(s)
		}
		for _, name := range names(part, marked(g.of[s].language), nil) {
			f := s.within.having(name)
			list := g.gives[f.key()+"\x01"+name]
			if f.outer != nil && slices.Contains(f.params, name) {
				list = append(slices.Clone(list), g.calls(f)...)
				list = append(list, f.head)
			}
			if f.outer == nil || strings.Contains(part, "."+name) || strings.Contains(part, "@"+name) {
				list = append(slices.Clone(list), g.gives["\x01"+name]...)
			}
			for _, other := range list {
				look(other, other.code, other.texts, depth+1)
			}
		}
	}
	look(s, s.code, s.texts, 0)
	return found, hook
}

// addressed is the part of a statement that says where it sends to: what its call is made
// on, and the first two things that it is given.
func (g *group) addressed(s *statement) string {
	at := tables().sends.FindStringIndex(s.bare)
	if at == nil || marked(g.of[s].language) {
		return s.bare
	}
	begin := at[0]
	for begin > 0 && (isWord(s.bare[begin-1]) || strings.IndexByte(".@$()", s.bare[begin-1]) >= 0) {
		begin--
	}
	depth, commas := 0, 0
	for i := at[1]; i < len(s.bare); i++ {
		switch s.bare[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth <= 1 {
				commas++
			}
		}
		if commas > 1 {
			return s.bare[begin:i]
		}
	}
	return s.bare[begin:]
}

func addHosts(found []string, code string, texts []string, way, language string) []string {
	add := func(host string) {
		host = strings.ToLower(strings.Trim(host, "."))
		if _, err := netip.ParseAddr(host); err != nil && !strings.Contains(host, ".") && host != "localhost" {
			return
		}
		if strings.ContainsAny(host, "${}#%<>*[]()\"'") || slices.Contains(found, host) || len(found) > 8 {
			return
		}
		found = append(found, host)
	}
	for _, one := range address.FindAllString(code, 10) {
		_, rest, _ := strings.Cut(one, "://")
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			rest = rest[:i]
		}
		if i := strings.LastIndexByte(rest, '@'); i >= 0 {
			rest = rest[i+1:]
		}
		rest, _, _ = strings.Cut(rest, ":")
		add(rest)
	}
	if way == "body" || way == "header" {
		if language != "shell" && !strings.Contains(code, "Connection(") {
			return found
		}
	}
	if language == "shell" {
		texts = strings.Fields(code)
	}
	for _, text := range texts {
		text = strings.Trim(text, `"'`)
		if m := bare.FindStringSubmatch(text); m != nil && !fileEnding.MatchString(m[1]) {
			add(m[1])
		}
	}
	return found
}

// fileEnding are ends of names of files, which no domain has, or which are seldom one's.
var fileEnding = lazydfa.New(`(?i)\.(?:json|txt|md|py|js|ts|tsx|jsx|go|rb|php|pl|ps1|java|rs|csv|tsv|ya?ml|toml|xml|html?|css|png|jpe?g|gif|svg|pdf|zip|gz|tgz|tar|bz2|xz|log|conf|cfg|ini|env|lock|db|sqlite3?|bak|tmp|out|pem|key|crt|pub|mmd|mp[34]|wav|exe|dll|bin|sh|bash|zsh|name|get|post|items|keys|values|read|write|join|format|git)$`)
