package provision

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/policies"
)

// Kinds of what is found.
const (
	// Address is a variable that says where a program connects.
	Address = "address"
	// Role binds a role of a cluster, Policy lets somebody do things in a cloud.
	Role   = "role"
	Policy = "policy"
	// Key is one that opens a login; Trust lets an account or a repository assume a role,
	// Binding gives a member of a project one, Logs says where logs go.
	Key     = "key"
	Trust   = "trust"
	Binding = "binding"
	Logs    = "logs"
	// Mirror sends on what a server is asked; Head has a workflow run changes of others with
	// its rights, Secrets hands all that it has to an action.
	Mirror  = "mirror"
	Head    = "head"
	Secrets = "secrets"
	// Copy has an address get what is mailed, unseen by the others; Guest lets one into a
	// meeting, a document or a team, Unseen without a word to the others.
	Copy   = "copy"
	Guest  = "guest"
	Unseen = "unseen"
	// Public hands something to everybody, Login opens one of the administrator by a password
	// that is written out, Script puts a program from elsewhere into a page.
	// Swap is an account in a program that changes what was copied, Account one that is signed in
	// with, with its password.
	Public = "public"
	// Supply takes code from a host: an image, a chart, a module, a package.
	Supply = "supply"
	// Shared hands what is made to an account that is written out, or to whoever there is.
	Shared  = "shared"
	Login   = "login"
	Script  = "script"
	Swap    = "swap"
	Account = "account"
	// Brand is a "host", or an "owner" of actions, whose name is near one of a product or an account
	// that many know: To has it, and behind a host the products of which the text names a key. A "kin"
	// is called after another host of the text: To has both, and the rest of the address.
	// Container has in To its image and what it is given of its machine. Database is what statements
	// of SQL do: "superuser" with the login and its password, "runs" with the command, "sends" and
	// "copies" with the host, "unguards" with what is switched off, Limited where the text switches
	// it on again behind. Agents is how agents are started without an end: "loop", "itself",
	// "minutely", "breeds" with the sentence; Limited where something in the code ends it.
	Brand     = "brand"
	Container = "container"
	Database  = "database"
	Agents    = "agents"
	// Hook is a command that is run on an event of an agent (Name). Action is one of a workflow that
	// is called like somebody else's: "used", "instead" of that, or "fed" with a secret.
	// Base is a host that a program asks where it has keys ("asked"): To has it, and the variables of
	// the keys and addresses.
	Base = "base"
	// Unchecked is that a program which shows a key does not check the certificates of whom it asks
	// ("certificates"): To has the hosts.
	Unchecked = "unchecked"
	// Covert is an address that a program writes in "numbers", To has its host and all of it; or a
	// "word" that lets in whoever sends it, which To has.
	Covert = "covert"
	Hook   = "hook"
	Action = "action"
)

// Found is one place of a text.
type Found struct {
	Kind string `json:"kind"`
	// Name is the variable, the role, or the actions with a space between them.
	Name string `json:"name"`
	// To is the address, or who gets the right: a subject as "KIND NAME", a principal.
	To []string `json:"to"`
	// Limited says that a policy holds on conditions only, and that a copy is not of each mail.
	Limited bool `json:"limited"`
	// Lead is what its line says before it, of somebody who is let in or gets something; House
	// says how the text names other addresses at the host of an address: as the "sender" of
	// what is mailed, as "other" ones, or "" for none.
	Lead  string `json:"lead,omitempty"`
	House string `json:"house,omitempty"`
	// From and End are where it stands in the text, in bytes.
	From int `json:"-"`
	End  int `json:"-"`
}

// The bounds of one text: how many places are told, and how long a line and how large a
// manifest are that are read, in bytes.
const (
	maxFound    = 50
	maxLine     = 4 << 10
	maxManifest = 64 << 10
)

type patterns struct {
	sets, binds, mark *regexp.Regexp
	routes            []*regexp.Regexp
}

var known = sync.OnceValue(func() *patterns {
	var table struct {
		Variables struct{ Routes []string }
	}
	policies.Table("agents", &table)
	p := &patterns{
		sets:  regexp.MustCompile(`^[ \t>#-]*(?:export[ \t]+|setx?[ \t]+(?:-\w+[ \t]+)*|setenv[ \t]+|\$env:|Environment=)?["']?([A-Za-z_]\w*)["']?[ \t]*[=: \t][ \t]*["']?((?:https?|socks\w*)://[^\s"'` + "`" + `;,)]+)`),
		binds: regexp.MustCompile(`(?m)^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?(?:Cluster)?RoleBinding\b.*$`),
		mark:  regexp.MustCompile("(?m)^[ \\t]*(?:---.*|\\.\\.\\.|```.*|~~~.*|EOF|END|YAML)[ \\t]*$|^.*<<-?[ \\t]*[\"']?\\w+[\"']?.*$"),
	}
	for _, one := range table.Variables.Routes {
		p.routes = append(p.routes, regexp.MustCompile(one))
	}
	return p
})

// Find finds what a text lays down, and reports whether all of the text was looked into.
func Find(file string, text []byte) (found []Found, whole bool) {
	f := finder{file: file, text: text, whole: true}
	if bytes.Contains(text, []byte("://")) && mentionsRoute(text) {
		f.addresses()
	}
	if bytes.Contains(text, []byte("RoleBinding")) {
		for _, at := range known().binds.FindAllIndex(text, maxFound+1) {
			f.role(at[0], at[1])
		}
	}
	if at := bytes.Index(text, []byte(`"Principal"`)); at >= 0 {
		f.policy(at)
	}
	f.more()
	return f.found, f.whole
}

// more looks for what the words of a text speak of.
func (f *finder) more() {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(f.text, []byte(word)) })
	}
	if has(" AAAA") {
		f.keys()
	}
	if has("ssumeRole", "ssume_role", "estination", "roles/", "target_arn") {
		f.cloud()
	}
	if has("mirror", "proxy_set_header", "output-http") {
		f.mirrors()
	}
	if has("pull_request_target", "secrets)", "secrets )") {
		f.workflows()
	}
	if bytes.IndexByte(f.text, '@') >= 0 && has("bcc", "Bcc", "BCC", "ttendee", "guest", "Guest", "nvit", "ollaborator", "ditor", "iewer", "elegate", "rantee", "ermission", "orward", "hare", "role", "assw", "ogin(", "onnect(", "uthenticate(") {
		f.guests()
	}
	if has("\"command\"", "\"bash\"", "\"powershell\"") {
		f.hooks()
	}
	if bytes.IndexByte(f.text, '@') >= 0 && has("heckout@", "setup-", "cache@", "artifact@", "-script@", "-action@", "-pages@", "-release@", "-push", "aler@", "stale@", "credentials@") {
		f.actions()
	}
	if has("_groups", "attribute", "ermission", "public-read-write") {
		f.publics()
	}
	if has("_users", "ermission", "rincipal", "AWS", "-attribute", "_attribute", "allUsers", "allAuthenticatedUsers", "member", "--grant-", "account-ids", "AccountIds", "sig share", "arn:aws") {
		f.shared()
	}
	if has("chpasswd", "--stdin") {
		f.logins()
	}
	if has("lipboard", "pbpaste", "wl-paste", "xclip", "xsel", "yperclip") {
		f.swaps()
	}
	if has("<script", "<SCRIPT") {
		f.scripts()
	}
	if has("://", "uses:", "image:", "FROM ", " pull ", "rejectUnauthorized") {
		f.brands()
	}
	if has("privileged", "cap_add", "capabilities", "hostPID", "pid", "volumes", "userns_mode", "security_opt", "devices") {
		f.containers()
	}
	if has("InsecureSkipVerify") {
		f.everywhere()
	}
	f.supplies(has)
	f.coded()
	f.backDoors()
	f.further(has)
}

// further looks for statements of databases, and for agents.
func (f *finder) further(has func(words ...string) bool) {
	lower := bytes.ToLower(f.text)
	said := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(lower, []byte(word)) })
	}
	if said("superuser", "bypassrls", "identified", "add member", "sp_addsrvrolemember", "xp_cmdshell", "sys_exec", "sys_eval", "dbms_scheduler", " program ", "dblink", "subscription", "create server", "_host", "http_", "utl_http", "external_rest", "linkedserver", "row level security", "sql_log_bin", "audit", "log_statement", "session_replication_role", "general_log") {
		f.database()
	}
	if has("claude", "codex", "gemini", "agent", "opencode", "aider", "goose", "amp", "crush") || said("each worker", "every worker") {
		f.floods()
	}
}

// finder looks through one text.
type finder struct {
	file  string
	text  []byte
	marks [][]int // between the documents of the text; nil before they are asked for
	found []Found
	whole bool
	asked int // how many of these are of the kind Base
}

func (f *finder) add(one Found) {
	if one.Kind == Base { // these have a bound of their own
		f.asked++
	}
	if one.Kind == Base && f.asked > maxFound || one.Kind != Base && len(f.found)-f.asked >= maxFound {
		f.whole = false
		return
	}
	for i := range f.found {
		if o := &f.found[i]; one.Kind == Mirror && o.Kind == Mirror && slices.Equal(o.To, one.To) {
			return // of one mirror several lines speak
		}
	}
	f.found = append(f.found, one)
}

// mentionsRoute reports whether a text has a word that the name of such a variable ends
// with: most texts have none.
func mentionsRoute(text []byte) bool {
	return slices.ContainsFunc([]string{"_BASE", "_URL", "_HOST", "_ENDPOINT", "PROXY", "proxy", "REGISTRY", "registry"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// addresses finds the variables of the lines that have an address: of a long line, in what it
// begins with.
func (f *finder) addresses() {
	for off := 0; f.whole; {
		i := bytes.Index(f.text[off:], []byte("://"))
		if i < 0 {
			break
		}
		begin := 1 + bytes.LastIndexByte(f.text[:off+i], '\n')
		end := len(f.text)
		if n := bytes.IndexByte(f.text[off+i:], '\n'); n >= 0 {
			end = off + i + n
		}
		off = end
		line := f.text[begin:min(end, begin+maxLine)]
		m := known().sets.FindSubmatchIndex(line)
		if m == nil {
			continue
		}
		name := string(line[m[2]:m[3]])
		if slices.ContainsFunc(known().routes, func(re *regexp.Regexp) bool { return re.MatchString(name) }) {
			f.add(Found{Kind: Address, Name: name, To: []string{string(line[m[4]:m[5]])}, From: begin + m[2], End: begin + m[5]})
		}
	}
}

// around is the part of the text between two marks of documents.
func (f *finder) around(at int) (begin, end int) {
	if f.marks == nil {
		f.marks = append([][]int{{0, 0}}, known().mark.FindAllIndex(f.text, -1)...)
	}
	end = len(f.text)
	for _, m := range f.marks {
		if m[1] <= at {
			begin = m[1]
		} else if m[0] > at {
			end = m[0]
			break
		}
	}
	return begin, end
}

// role finds a binding of a role, as its manifest has it.
func (f *finder) role(from, stop int) {
	begin, end := f.around(from)
	if end-begin > maxManifest {
		f.whole = false
		return
	}
	doc, err := document.ParseYAML(context.Background(), f.file, f.text[begin:end], document.Position{Line: 1, Column: 1})
	if err != nil || doc.Root == nil {
		return
	}
	one := Found{Kind: Role, Name: said(doc.Root.At("roleRef", "name")), To: []string{}, From: from, End: stop}
	if list, ok := value(doc.Root.At("subjects")).([]any); ok {
		for _, item := range list {
			if subject, ok := item.(map[string]any); ok {
				kind, _ := subject["kind"].(string)
				name, _ := subject["name"].(string)
				one.To = append(one.To, kind+" "+name)
			}
		}
	}
	if one.Name != "" && len(one.To) > 0 {
		f.add(one)
	}
}

// policy finds the statements of a policy that say who may do something.
func (f *finder) policy(at int) {
	begin, end := f.around(at)
	open, last := bytes.IndexByte(f.text[begin:end], '{'), bytes.LastIndexByte(f.text[begin:end], '}')
	if open < 0 || last < open {
		return
	}
	if last-open > maxManifest {
		f.whole = false
		return
	}
	doc, err := document.Parse(context.Background(), f.file, f.text[begin+open:begin+last+1], document.JSON5)
	if err != nil || doc.Root == nil {
		return
	}
	each(value(doc.Root), 0, func(statement map[string]any) {
		if to := texts(statement["Principal"]); len(to) > 0 && statement["Effect"] == "Allow" {
			_, limited := statement["Condition"]
			f.add(Found{Kind: Policy, Name: strings.Join(texts(statement["Action"]), " "), To: to, Limited: limited, From: at, End: at + len(`"Principal"`)})
		}
	})
}

// each calls for each record with a principal.
func each(v any, depth int, with func(map[string]any)) {
	if depth > 12 {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["Principal"]; ok {
			with(v)
			return
		}
		for _, key := range sorted(v) {
			each(v[key], depth+1, with)
		}
	case []any:
		for _, one := range v {
			each(one, depth+1, with)
		}
	}
}

// texts are those that a value is, or has in it.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var all []string
		for _, one := range v {
			all = append(all, texts(one)...)
		}
		return all
	case map[string]any:
		var all []string
		for _, key := range sorted(v) {
			if key != "Service" { // a service of the cloud itself
				all = append(all, texts(v[key])...)
			}
		}
		return all
	}
	return nil
}

func sorted(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func value(n *document.Node) any {
	if n == nil {
		return nil
	}
	return n.Interface()
}

func said(n *document.Node) string {
	text, _ := value(n).(string)
	return text
}
