package beside

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// sends is the way in which a statement sends, "" for one that does not.
func (p *program) sends(s *statement) (way, call string) {
	t := tables()
	if imports.MatchString(s.code) {
		return "", ""
	}
	if !t.sends.MatchString(s.code) {
		return p.client(s)
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
	return p.client(s)
}

// client is a call of a client of a service that sends, in a program that names an account.
func (p *program) client(s *statement) (way, call string) {
	if p.language == "shell" || !p.shares {
		return "", ""
	}
	begin, end, _ := tenant.Call(s.code)
	if begin < 0 {
		return "", ""
	}
	return "client", strings.Trim(s.code[begin:end], " \t.(\n")
}

// calls reports whether a text may have a client of a service send something to an account that it
// has written out.
func calls(source string) bool {
	begin, _, _ := tenant.Call(source)
	return begin >= 0 && (tenant.Worth(source) || dsn.MatchString(source))
}

var (
	headed = lazydfa.New(`(?i)\bheaders?\b|authorization|\s-H\s|cookie`)
	bodied = lazydfa.New(`(?i)\b(?:data|json|body|files|content|params|query)\b|\s(?:-d|-F|-T|--data\S*|--form|--upload-file|--post-\S+)\b|\bpost\b`)
	// carried is a body, or a query with a value that the program puts in.
	carried = lazydfa.New(`(?i)\b(?:data|json|body|files|content|params|form|payload|multipart)["']?\s*[=:]|\s(?:(?-i:-[a-zA-Z]*[dFT])|--data\S*|--form|--upload-file|--post-\S+|--url-query)\b|\b(?:post|put|patch)(?:Form|Async|_form)?\s*\(|(?:["']|-X\s*|--request[ =]|method["']?\s*[:=]\s*["']?)(?:POST|PUT|PATCH)\b|\bsendBeacon\(|(?-i:\b(?:POST|PUT|PATCH)\s*\()|\breq_body_\w+\(|[?&][\w.-]+=(?:["'` + "`" + `]\s*[+.]|\$?\{|\$\w|%s)|\?\{`)
	address = lazydfa.New("(?i)\\b(?:https?|wss?|ftp|ssh|git)://[^\\s\"'<>`)\\\\]+")
	bare    = lazydfa.New(`(?i)^(?:[\w.-]+@)?\.?((?:[a-z0-9-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(?:$|[:/])`)
)

// carries reports whether a request has a body, or something that the program puts into its address;
// of one that a document shows only into the query.
func carries(code, language string, shown bool) bool {
	if carried.MatchString(code) {
		return true
	}
	if !shown && inPath.MatchString(code) && (language != "shell" || thrownAway.MatchString(code)) {
		return true
	}
	begin, _, weak := tenant.Call(code)
	return language != "shell" && begin >= 0 && !weak
}

// inPath is an address behind whose host the program puts something in; thrownAway that nobody looks
// at what is answered. A shell asks so for a release of something, as a rule.
var (
	inPath     = lazydfa.New(`://[^\s"'\x60{}$%<>]+/[^\s"'\x60]*(?:\$?\{|\$\w|%s|["'\x60]\s*[+.]\s*[A-Za-z_$])`)
	thrownAway = lazydfa.New(`(?:-o|-O|--output|>)\s*/dev/null`)
)

// hosts are those that a statement sends to, as far as they are written out, and whether
// the address holds an account. fixed says that the address is one of the program at all.
func (g *group) hosts(s *statement, way string) (found []string, shared []tenant.Tenant, hook bool) {
	p := g.of[s]
	seen := map[*statement]bool{}
	var look func(s *statement, code string, texts []string, depth int)
	look = func(s *statement, code string, texts []string, depth int) {
		if seen[s] || depth > 5 || g.steps.done() {
			return
		}
		seen[s] = true
		if way == "client" {
			code = receiver(code, depth)
			found = addServers(found, code)
		} else {
			found = addHosts(found, code, texts, way, p.language)
			hook = hook || tables().hooks.MatchString(code)
		}
		if depth == 0 || assigns(s, p) {
			shared = tenant.Join(shared, accounts(code, way, p.language))
		}
		if len(found)+len(shared) > 0 {
			return
		}
		part := s.bare
		if depth == 0 {
			part = g.addressed(s)
		}
		for _, name := range names(part, marked(g.of[s].language), nil) {
			f := s.within.having(name)
			list := g.assigned(g.gives[f.key()+"\x01"+name], name)
			if f.outer != nil && slices.Contains(f.params, name) {
				list = append(slices.Clone(list), g.calls(f)...)
				list = append(list, f.head)
			}
			if f.outer == nil || strings.Contains(part, "."+name) || strings.Contains(part, "@"+name) {
				list = append(slices.Clone(list), g.assigned(g.gives["\x01"+name], name)...)
			}
			for _, other := range list {
				look(other, other.code, other.texts, depth+1)
			}
		}
	}
	look(s, s.code, s.texts, 0)
	if found == nil {
		found = []string{}
	}
	if shared == nil {
		shared = []tenant.Tenant{}
	}
	return found, shared, hook
}

// assigned are the statements of a list that give a variable of a shell its value: a program that is
// handed the variable may write to the file of that name, and says nothing of an address by that.
func (g *group) assigned(list []*statement, name string) []*statement {
	return slices.DeleteFunc(slices.Clone(list), func(s *statement) bool {
		p := g.of[s]
		return p.language == "shell" && name != "" && isWord(name[0]) && !slices.Contains(p.given(s).list, name)
	})
}

// receiver is the part of a call of a client that may say where: of one that anything has, what it
// is called on.
func receiver(code string, depth int) string {
	if depth > 0 {
		return code
	}
	if begin, _, weak := tenant.Call(code); weak {
		return code[:begin]
	}
	return code
}

// assigns reports whether a statement gives a name a value, or begins a function: what else has a
// name of the one that sends says where something else goes.
func assigns(s *statement, p *program) bool {
	return p.language != "shell" || forms().assign.MatchString(s.code)
}

// accounts are those that a statement names where it sends something.
func accounts(code, way, language string) []tenant.Tenant {
	var list []tenant.Tenant
	if language != "shell" {
		list = tenant.Given(code)
	}
	list = tenant.Join(list, tenant.In(code, way != "client"))
	if way == "mail" {
		list = tenant.Join(list, tenant.Mails(code))
	}
	return list
}

var (
	dsn    = lazydfa.New(`(?i)\b(?:postgres(?:ql)?(?:\+\w+)?|mysql(?:\+\w+)?|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mqtts?|nats|kafka|clickhouse|mssql(?:\+\w+)?|bolt|neo4j(?:\+s)?|s?ftps?|smtps?|wss?)://|\b(?:bootstrap_servers|bootstrapServers|brokers?|hostname|host|endpoint_url|endpoint)["']?\s*[:=]`)
	server = lazydfa.New(`(?i)\b(?:postgres(?:ql)?(?:\+\w+)?|mysql(?:\+\w+)?|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mqtts?|nats|kafka|clickhouse|mssql(?:\+\w+)?|bolt|neo4j(?:\+s)?|s?ftps?|smtps?|wss?)://(?:[^\s/"'<>@]*@)?([\w.-]+)`)
	named  = lazydfa.New(`(?i)\b(?:bootstrap_servers|bootstrapServers|brokers?|hostname|host|endpoint_url|endpoint)["']?\s*(?:=>|[:=])\s*\[?\s*[fbr]?["'\x60](?:https?://)?((?:[a-z0-9-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})\b|\b(?:Redis|StrictRedis|FTP|FTP_TLS|SMTP|SMTP_SSL|Transport|MongoClient|Connection|connect|createConnection|createClient)\(\s*\(?\s*["'\x60]((?:[a-z0-9-]+\.)+[a-z]{2,})\b`)
)

// addServers adds those that a client is told to connect to.
func addServers(found []string, code string) []string {
	code = tenant.Masked(code)
	for _, form := range []*lazydfa.Regexp{server, named} {
		for _, m := range form.FindAllStringSubmatch(code, maxServers) {
			for _, host := range m[1:] {
				host = tenant.OpenHost(strings.ToLower(host))
				if strings.Contains(host, ".") && !fileEnding.MatchString(host) && !slices.Contains(found, host) {
					found = append(found, host)
				}
			}
		}
	}
	return found
}

// maxServers is how many servers of a statement are told.
const maxServers = 8

// addressed is the part of a statement that says where it sends to: what its call is made
// on, and the first two things that it is given.
func (g *group) addressed(s *statement) string {
	at := tables().sends.FindStringIndex(s.bare)
	if at == nil {
		if begin, _, weak := tenant.Call(s.bare); weak {
			return s.bare[:begin]
		}
	}
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

// placed is the host of an address of the web.
func placed(one string) string {
	_, rest, _ := strings.Cut(one, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	rest, _, _ = strings.Cut(rest, ":")
	return rest
}

// openHosts are the hosts of which a part is filled in when the program runs, as far as the rest says
// whose they are.
func openHosts(code, language string) (found []string) {
	if language == "shell" {
		code = ticked.ReplaceAllString(code, "$$x")
	}
	for _, one := range address.FindAllString(tenant.Masked(code), 10) {
		if host := tenant.OpenHost(placed(one)); strings.HasPrefix(host, tenant.OpenLabel) {
			found = append(found, host)
		}
	}
	return found
}

// ticked is a command of a shell between the marks that have it run.
var ticked = lazydfa.New("`[^`\\n]*`")

func addHosts(found []string, code string, texts []string, kind, language string) []string {
	add := func(host string) {
		host = strings.ToLower(strings.Trim(host, "."))
		if _, err := netip.ParseAddr(host); err != nil && !strings.Contains(host, ".") && host != "localhost" {
			return
		}
		if strings.ContainsAny(strings.TrimPrefix(host, tenant.OpenLabel+"."), "${}#%<>*[]()\"'") || slices.Contains(found, host) || len(found) > 8 {
			return
		}
		found = append(found, host)
	}
	for _, one := range address.FindAllString(code, 10) {
		add(placed(one))
	}
	if strings.Contains(code, "://") {
		for _, host := range openHosts(code, language) {
			add(host)
		}
	}
	if kind == "body" || kind == "header" {
		if language != "shell" && !strings.Contains(code, "Connection(") {
			return found
		}
	}
	if language == "shell" {
		if kind == "body" || kind == "header" {
			code = quoted.ReplaceAllString(code, "''")
		}
		texts = strings.Fields(code)
	}
	for i, text := range texts {
		if language == "shell" && !way.MayName(texts[:i+1]) {
			continue
		}
		text = strings.Trim(text, `"'`)
		if m := bare.FindStringSubmatch(text); m != nil && !fileEnding.MatchString(m[1]) {
			add(m[1])
		}
	}
	return found
}

// quoted is a word of a shell that has several words in it: what is sent, or a header, and no address.
var quoted = lazydfa.New(`'[^']*\s[^']*'|"(?:[^"\\]|\\.)*\s(?:[^"\\]|\\.)*"`)

// fileEnding are ends of names of files, which no domain has, or which are seldom one's.
var fileEnding = lazydfa.New(`(?i)\.(?:json|txt|md|py|js|ts|tsx|jsx|go|rb|php|pl|ps1|java|rs|csv|tsv|ya?ml|toml|xml|html?|css|png|jpe?g|gif|svg|pdf|zip|gz|tgz|tar|bz2|xz|log|conf|cfg|ini|env|lock|db|sqlite3?|bak|tmp|out|pem|key|crt|pub|mmd|mp[34]|wav|exe|dll|bin|sh|bash|zsh|name|get|post|items|keys|values|read|write|join|format|git)$`)
