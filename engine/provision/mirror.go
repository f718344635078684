package provision

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	mirrorOf  = lazydfa.New(`(?m)^[ \t]*mirror[ \t]+(/[^\s;]*)[ \t]*;`)
	passes    = lazydfa.New(`\bproxy_pass[ \t]+(https?://[^\s;$]+)`)
	mirrorTo  = lazydfa.New(`(?i)\bmirror-(?:target|host)["']?[ \t]*:[ \t]*["']?((?:https?://)?[^\s"']+)`)
	mirrored  = lazydfa.New(`(?m)^[ \t]*(?:-[ \t]+)?(?:mirrors?|request_mirror_policies|mirroring|requestMirror|backendRef):`)
	mirrorIs  = lazydfa.New(`(?m)^[ \t]*(?:-[ \t]+)?(?:host|cluster|name):[ \t]*["']?([\w.-]+)`)
	served    = lazydfa.New(`(?:url|address|host|externalName|hostname):[ \t]*["']?((?:https?://)?[\w-]+(?:\.[\w-]+)+)`)
	handsAuth = lazydfa.New(`(?im)^[ \t]*proxy_set_header[ \t]+\S+[ \t]+[^;\n]*\$http_(authorization|cookie)\b`)
	haMirror  = lazydfa.New(`(?m)\b(?:spoe-mirror|gor|goreplay)\b[^\n]*\B--(?:mirror-url|output-http)[= ]["']?(https?://[^\s"']+)`)
)

// mirrors finds where servers in front of others send what they are asked a second time.
func (f *finder) mirrors() {
	for _, m := range mirrorOf.FindAllSubmatchIndex(f.text, maxFound+1) {
		place := regexp.MustCompile(`location[ \t]+(?:=|\^~)?[ \t]*` + regexp.QuoteMeta(string(f.text[m[2]:m[3]])) + `[ \t]*\{[^}]*`)
		if block := place.Find(f.text); block != nil {
			if to := passes.FindSubmatch(block); to != nil {
				f.add(Found{Kind: Mirror, Name: "mirror", To: []string{f.upstream(string(to[1]))}, From: m[0], End: m[1]})
			}
		}
	}
	for _, re := range []*lazydfa.Regexp{mirrorTo, haMirror} {
		for _, m := range re.FindAllSubmatchIndex(f.text, maxFound+1) {
			f.add(Found{Kind: Mirror, Name: "mirror", To: []string{address(string(f.text[m[2]:m[3]]))}, From: m[0], End: m[1]})
		}
	}
	for _, m := range mirrored.FindAllIndex(f.text, maxFound+1) {
		end := min(len(f.text), m[1]+reach/2)
		name := mirrorIs.FindSubmatch(f.text[m[1]:end])
		if name == nil {
			continue
		}
		if bytes.Contains(name[1], []byte(".")) {
			f.add(Found{Kind: Mirror, Name: "mirror", To: []string{address(string(name[1]))}, From: m[0], End: m[1]})
			continue
		}
		// The name of a service, which the text has an address for elsewhere.
		is := regexp.MustCompile(`(?m)^[ \t]*(?:-[ \t]+)?(?:name:[ \t]*)?["']?` + regexp.QuoteMeta(string(name[1])) + `["']?:?[ \t]*$`)
		for _, at := range is.FindAllIndex(f.text, maxFound) {
			if at[0] >= m[0] && at[0] < end && bytes.Contains(f.text[m[0]:at[1]], name[0]) && at[1]-m[1] < reach/4 && !served.Match(f.text[at[1]:min(len(f.text), at[1]+80)]) {
				continue
			}
			if to := served.FindSubmatch(f.text[at[1]:min(len(f.text), at[1]+reach/2)]); to != nil {
				f.add(Found{Kind: Mirror, Name: "mirror", To: []string{address(string(to[1]))}, From: m[0], End: m[1]})
				break
			}
		}
	}
	for _, m := range handsAuth.FindAllSubmatchIndex(f.text, maxFound+1) {
		begin := max(0, bytes.LastIndexByte(f.text[:m[0]], '{'))
		end := len(f.text)
		if i := bytes.IndexByte(f.text[m[1]:], '}'); i >= 0 {
			end = m[1] + i
		}
		if to := passes.FindSubmatch(f.text[begin:end]); to != nil {
			f.add(Found{Kind: Mirror, Name: strings.ToLower(string(f.text[m[2]:m[3]])), To: []string{f.upstream(string(to[1]))}, From: m[0], End: m[1]})
		}
	}
}

// upstream is an address in which the name of a group of servers is the first of these.
func (f *finder) upstream(to string) string {
	name := regexp.MustCompile(`^https?://([\w-]+)`).FindStringSubmatch(to)
	if name == nil {
		return to
	}
	server := regexp.MustCompile(`\bupstream[ \t]+` + regexp.QuoteMeta(name[1]) + `[ \t]*\{[^}]*?\bserver[ \t]+([^\s;]+)`).FindSubmatch(f.text)
	if server == nil {
		return to
	}
	return address(string(server[1]))
}

// address is a host as an address has it.
func address(host string) string {
	if strings.Contains(host, "://") {
		return host
	}
	return "https://" + host
}
