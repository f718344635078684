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
)

// Found is one place of a text.
type Found struct {
	Kind string `json:"kind"`
	// Name is the variable, the role, or the actions with a space between them.
	Name string `json:"name"`
	// To is the address, or who gets the right: a subject as "KIND NAME", a principal.
	To []string `json:"to"`
	// Limited says that a policy holds on conditions only.
	Limited bool `json:"limited"`
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

// Find finds what a text lays down.
func Find(file string, text []byte) []Found {
	var found []Found
	if bytes.Contains(text, []byte("://")) && mentionsRoute(text) {
		found = addresses(text)
	}
	if bytes.Contains(text, []byte("RoleBinding")) {
		for _, at := range known().binds.FindAllIndex(text, maxFound) {
			found = append(found, role(file, text, at[0], at[1])...)
		}
	}
	if at := bytes.Index(text, []byte(`"Principal"`)); at >= 0 {
		found = append(found, policy(file, text, at)...)
	}
	return found[:min(len(found), maxFound)]
}

// mentionsRoute reports whether a text has a word that the name of such a variable ends
// with: most texts have none.
func mentionsRoute(text []byte) bool {
	return slices.ContainsFunc([]string{"_BASE", "_URL", "_HOST", "_ENDPOINT", "PROXY", "proxy", "REGISTRY", "registry"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// addresses are the variables of the lines that have an address.
func addresses(text []byte) []Found {
	var found []Found
	for off := 0; len(found) < maxFound; {
		i := bytes.Index(text[off:], []byte("://"))
		if i < 0 {
			break
		}
		begin := 1 + bytes.LastIndexByte(text[:off+i], '\n')
		end := len(text)
		if n := bytes.IndexByte(text[off+i:], '\n'); n >= 0 {
			end = off + i + n
		}
		off = end
		if end-begin > maxLine {
			continue
		}
		m := known().sets.FindSubmatchIndex(text[begin:end])
		if m == nil {
			continue
		}
		name := string(text[begin+m[2] : begin+m[3]])
		if slices.ContainsFunc(known().routes, func(re *regexp.Regexp) bool { return re.MatchString(name) }) {
			found = append(found, Found{Kind: Address, Name: name, To: []string{string(text[begin+m[4] : begin+m[5]])}, From: begin + m[2], End: begin + m[5]})
		}
	}
	return found
}

// around is the part of a text between two marks of documents.
func around(text []byte, at int) (begin, end int) {
	end = len(text)
	for _, m := range known().mark.FindAllIndex(text, -1) {
		if m[1] <= at {
			begin = m[1]
		} else if m[0] > at {
			end = m[0]
			break
		}
	}
	return begin, end
}

// role is a binding of a role, as its manifest has it.
func role(file string, text []byte, from, stop int) []Found {
	begin, end := around(text, from)
	if end-begin > maxManifest {
		return nil
	}
	doc, err := document.ParseYAML(context.Background(), file, text[begin:end], document.Position{Line: 1, Column: 1})
	if err != nil || doc.Root == nil {
		return nil
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
	if one.Name == "" || len(one.To) == 0 {
		return nil
	}
	return []Found{one}
}

// policy are the statements of a policy that say who may do something.
func policy(file string, text []byte, at int) []Found {
	begin, end := around(text, at)
	open, last := bytes.IndexByte(text[begin:end], '{'), bytes.LastIndexByte(text[begin:end], '}')
	if open < 0 || last < open || last-open > maxManifest {
		return nil
	}
	doc, err := document.Parse(context.Background(), file, text[begin+open:begin+last+1], document.JSON5)
	if err != nil || doc.Root == nil {
		return nil
	}
	var found []Found
	each(value(doc.Root), 0, func(statement map[string]any) {
		to := texts(statement["Principal"])
		if len(to) > 0 && statement["Effect"] == "Allow" && len(found) < maxFound {
			_, limited := statement["Condition"]
			found = append(found, Found{Kind: Policy, Name: strings.Join(texts(statement["Action"]), " "), To: to, Limited: limited, From: at, End: at + len(`"Principal"`)})
		}
	})
	return found
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
