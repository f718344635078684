package tenant

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// To is where a command sends something to, as far as it is written out.
type To struct {
	// Call is the program, with the words that say what it does.
	Call    string
	Hosts   []string
	Tenants []Tenant
}

var (
	// webAddress is one with a host, also of a database; bareHost one without a scheme, which a path or
	// a port may follow.
	webAddress = lazydfa.New(`(?i)\b(?:https?|wss?|s?ftps?|ssh|scp|rsync|git|smtps?|mqtts?|amqps?|rediss?|nats|kafka|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|clickhouse|mssql|sqlserver|bolt|neo4j|influxdb|tcp|udp|tls|openssl|ssl)4?://(?:[^\s/"'<>@]*@)?([\w.-]+)`)
	bareHost   = lazydfa.New(`(?i)^(?:[^/@\s:]+@)?((?:[a-z0-9-]+\.)+[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})(?:$|[:/,])`)
	socketHost = lazydfa.New(`(?i)^(?:tcp|udp|openssl|ssl|tls)[46]?(?:-connect)?:([\w.-]+):`)
	devHost    = lazydfa.New(`^[<>&]+/dev/(?:tcp|udp)/([\w.-]+)/`)
	ownerName  = lazydfa.New(`^([A-Za-z0-9][\w.-]*)/[\w.-]+$`)
	imageName  = lazydfa.New(`^(?:docker://)?(?:([\w-]+(?:\.[\w-]+)+(?::\d+)?)/)?([\w.-]+)/[\w./-]+(?::[\w.-]+)?(?:@\S+)?$`)
	plainName  = lazydfa.New(`^[\w.-]{3,}$`)
	webSends   = lazydfa.New(`^(?:-[a-zA-Z]*[dFT](?:$|[^a-zA-Z])|-[dFT]\S|(?i:--(?:data|form|json|upload-file|post-|body-|url-query)|-(?:body|infile|form)$|post$|put$|patch$|-X(?:POST|PUT|PATCH)|--request=(?:POST|PUT|PATCH)|--method=(?:POST|PUT|PATCH)))`)
	puts       = lazydfa.New(`(?i)\b(?:m?put|mirror\s+(?:-R|--reverse))\b`)
)

// Sent tells where a command sends something to. fed says that it is given something through a
// pipe or a redirection.
func Sent(program string, args []string, fed bool) (To, bool) {
	for _, tool := range tables().tools[program] {
		words, ok := tool.does(args)
		if !ok || len(tool.To) == 0 {
			continue
		}
		to := To{Call: strings.TrimSpace(program + " " + strings.Join(words, " "))}
		tool.read(&to, rest(args, words), fed)
		if len(to.Hosts)+len(to.Tenants) > 0 {
			return to, true
		}
	}
	return To{}, false
}

// does are the words of a verb that a command has, in their order.
func (t *tool) does(args []string) ([]string, bool) {
	if len(t.Verbs) == 0 {
		return nil, true
	}
	for _, verb := range t.Verbs {
		words, next := strings.Fields(verb), 0
		for _, arg := range args {
			if next < len(words) && arg == words[next] {
				next++
			}
		}
		if next == len(words) {
			return words, true
		}
	}
	return nil, false
}

// rest is what stands in a command beside the words of its verb.
func rest(args, words []string) []string {
	var list []string
	next := 0
	for _, arg := range args {
		if next < len(words) && arg == words[next] {
			next++
			continue
		}
		list = append(list, arg)
	}
	return list
}

func (t *tool) read(to *To, args []string, fed bool) {
	for _, arg := range args {
		fed = fed || strings.HasPrefix(arg, "<") || strings.HasPrefix(arg, ">/dev/") || strings.HasPrefix(arg, ">&/dev/") || t.Fed && puts.MatchString(arg)
	}
	if t.Fed && !fed {
		return
	}
	for _, way := range t.To {
		switch way {
		case "$last":
			if arg, ok := t.last(args, fed); ok {
				t.add(to, arg, false)
			}
		case "$operand":
			for i, arg := range args {
				if !strings.HasPrefix(arg, "-") && !t.valued(args, i) {
					t.add(to, arg, false)
				}
			}
		case "$any":
			for _, arg := range args {
				to.Tenants = Join(to.Tenants, In(arg, true))
			}
		case "$web":
			t.web(to, args)
		default:
			for _, value := range values(args, way) {
				t.add(to, value, true)
			}
		}
	}
}

// last is the operand that something is copied to: an address that is not the only thing which is
// named, or behind another one.
func (t *tool) last(args []string, fed bool) (string, bool) {
	at, before := -1, fed
	for i, arg := range args {
		if strings.HasPrefix(arg, "-") && arg != "-" || strings.HasPrefix(arg, "<") || strings.HasPrefix(arg, ">") {
			continue
		}
		switch {
		case t.valued(args, i):
		case t.remote(arg):
			before = before || at >= 0
			at = i
		case at >= 0 && t.Copy:
			return "", false // it copies from there
		default:
			before = true
		}
	}
	if at < 0 || t.Copy && !before {
		return "", false
	}
	return args[at], true
}

// remote reports whether an operand is somewhere else.
func (t *tool) remote(arg string) bool {
	if strings.Contains(arg, "://") || len(In(arg, true)) > 0 {
		return true
	}
	if t.Image {
		return imageName.MatchString(arg)
	}
	if !t.Host && !t.Repository {
		return false
	}
	_, path, colon := strings.Cut(arg, ":")
	return colon && !strings.HasPrefix(path, "\\") && bareHost.MatchString(Masked(arg))
}

// Options of one letter that a value follows: of programs that copy or connect, and of those that mail.
const (
	copyValued = "ieoPFJ"
	mailValued = "scbraFfH"
)

// valued reports whether an argument is the value of the option before it.
func (t *tool) valued(args []string, i int) bool {
	if i == 0 {
		return false
	}
	option := args[i-1]
	switch {
	case strings.HasPrefix(option, "--"):
		return option != "--" && !strings.Contains(option, "=") && !slices.Contains(tables().Bare, option)
	case strings.HasPrefix(option, "-") && len(option) == 2:
		letters := copyValued
		if t.Mail {
			letters = mailValued
		}
		return strings.ContainsRune(letters, rune(option[1])) && !strings.Contains(args[i], "://") && !strings.Contains(args[i], "@")
	}
	return false
}

// values are those of an option, or of a word with a sign of equality.
func values(args []string, option string) []string {
	var found []string
	for i, arg := range args {
		switch {
		case arg == option && i+1 < len(args):
			for _, value := range args[i+1:] {
				if strings.HasPrefix(value, "-") {
					break
				}
				found = append(found, value)
				if len(option) == 2 || !strings.HasSuffix(option, "s") {
					break
				}
			}
		case strings.HasPrefix(arg, option+"="):
			found = append(found, arg[len(option)+1:])
		case len(option) == 2 && option[0] == '-' && len(arg) > 2 && strings.HasPrefix(arg, option) && (bareHost.MatchString(arg[2:]) || strings.Contains(arg, "://")):
			found = append(found, arg[2:])
		}
	}
	return found
}

// web reads the words of a client of the web that sends something.
func (t *tool) web(to *To, args []string) {
	if !slices.ContainsFunc(args, func(arg string) bool { return webSends.MatchString(arg) }) {
		return
	}
	for i, arg := range args {
		if i > 0 && (args[i-1] == "-H" || args[i-1] == "--header" || strings.HasPrefix(args[i-1], "--data") || args[i-1] == "-d" || args[i-1] == "-e" || args[i-1] == "--referer") {
			continue
		}
		if strings.Contains(arg, "://") {
			to.host(arg)
			to.Tenants = Join(to.Tenants, In(arg, true))
		} else if m := bareHost.FindStringSubmatch(Masked(arg)); m != nil && !strings.HasPrefix(arg, "-") && strings.Contains(arg, "/") {
			to.addHost(m[1])
			to.Tenants = Join(to.Tenants, In("https://"+arg, true))
		}
	}
}

// add takes in a word that says where; named says that it is the value of an option.
func (t *tool) add(to *To, arg string, named bool) {
	arg = strings.Trim(arg, `"'`)
	masked := Masked(arg)
	tenants := In(arg, true)
	to.Tenants = Join(to.Tenants, tenants)
	if t.Mail {
		to.Tenants = Join(to.Tenants, mails(masked))
		return
	}
	if t.Host || strings.Contains(arg, "://") {
		to.host(masked)
	}
	switch {
	case len(tenants) > 0 || strings.Contains(arg, "://"):
	case t.Repository:
		if m := ownerName.FindStringSubmatch(masked); m != nil {
			to.Tenants = add(to.Tenants, cmp.Or(t.Service, "GitHub"), m[1])
		} else if m := bareHost.FindStringSubmatch(masked); m != nil {
			to.addHost(m[1])
		}
	case t.Image:
		m := imageName.FindStringSubmatch(masked)
		switch {
		case m == nil:
		case m[1] != "":
			to.addHost(m[1])
		default:
			to.Tenants = add(to.Tenants, "a registry of images", m[2])
		}
	case t.Service != "" && plainName.MatchString(masked) && (named || slices.Contains(t.To, "$operand")):
		to.Tenants = add(to.Tenants, t.Service, masked)
	}
}

// host takes in the host of a word: of an address, or of what begins as one.
func (to *To) host(arg string) {
	arg = Masked(arg)
	for _, m := range webAddress.FindAllStringSubmatch(arg, maxTenants) {
		to.addHost(m[1])
	}
	if strings.Contains(arg, "://") {
		return
	}
	for _, form := range []*lazydfa.Regexp{bareHost, socketHost, devHost} {
		if m := form.FindStringSubmatch(arg); m != nil {
			to.addHost(m[1])
		}
	}
}

func (to *To) addHost(host string) {
	host, _, _ = strings.Cut(strings.ToLower(strings.Trim(host, ".")), ":")
	host = OpenHost(host)
	if strings.Contains(host, ".") && !fileEnding.MatchString(host) && !slices.Contains(to.Hosts, host) && len(to.Hosts) < maxTenants {
		to.Hosts = append(to.Hosts, host)
	}
}

// fileEnding are ends of names of files that are no domain's.
var fileEnding = lazydfa.New(`(?i)\.(?:json|txt|md|py|js|ts|rb|php|pl|ps1|java|csv|tsv|ya?ml|toml|xml|html?|css|png|jpe?g|gif|svg|pdf|gz|tgz|tar|bz2|xz|log|conf|cfg|ini|env|lock|db|sqlite3?|bak|tmp|out|pem|key|crt|sql|dump|sh|bash)$`)
