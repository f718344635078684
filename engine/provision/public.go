package provision

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over what sets up clouds, images and pages.
var (
	publicTo = lazydfa.New(`(?i)\b(ami_groups|snapshot_groups)["']?\s*[:=]\s*\[?\s*["']all["']` +
		`|\b(launch_?permissions?|create_?volume_?permissions?)["']?\s*[:=({][^;)\n]{0,80}?\bgroups?["']?\s*[:=]\s*["']?all\b` +
		`|\b(modify[-_](?:image|snapshot|fpga[-_]image)[-_]attribute)\b(?:[^\n;&|]|\\\n){0,300}?(?:group=all\b|--(?:user-groups?|group-names?)[= ]+["']?all\b|["']all["'])` +
		`|\b(modify[-_]db[-_](?:cluster[-_])?snapshot[-_]attribute)\b(?:[^\n;&|]|\\\n){0,300}?(?:--values-to-add[= ]+["']?all\b|["']all["'])` +
		`|\bacl["']?\s*[:=]\s*["'](public-read-write)["']|--acl[= ]+["']?(public-read-write)\b`)
	knownPassword = lazydfa.New(`(?i)\b(root|administrator)\s*:\s*([^\s"'$<>{}:|\\()\[\]` + "`" + `]{3,64})(?:\\n)?["']?\s*\|\s*(?:sudo\s+)?(?:/usr/sbin/)?chpasswd\b` +
		`|\bchpasswd\b[^\n]{0,12}<<<\s*["']?(root|administrator):([^\s"'$<>{}:|\\]{3,64})` +
		`|\b(?:echo|printf)\s+(?:-\w+\s+)?["']?([^\s"'$<>{}|\\]{3,64})["']?\s*\|\s*(?:sudo\s+)?passwd\s+--stdin\s+(root)\b`)
	letsIn      = lazydfa.New(`(?i)\bPermitRootLogin\s+["']?yes|\bPermitEmptyPasswords\s+yes|\bopenssh-server\b|\bsshd\b|\bdropbear\b|\btelnetd?\b|\bxrdp\b|\bPasswordAuthentication\s+yes`)
	otherScript = lazydfa.New(`(?i)<script\b[^<>\n]{0,200}?\bsrc\s*=\s*\\*["']?\s*(?:https?:)?(//[\w-]+(?:\.[\w-]+)+[^\s"'<>\\]*)[^<>\n]{0,300}>`)
	mines       = lazydfa.New(`(?i)\b(?:data-)?(?:threads|throttle|wallet|miner|hashrate|hashes|coinhive|coinimp|cryptonight|randomx|monero|xmr)\b|\b\w*(?:miner|coinhive|hashing)\w*`)
	putInto     = lazydfa.New(`(?i)</(?:body|head|html)\s*>`)
	changes     = lazydfa.New(`(?i)\b(?:sed|replace\w*|re\.sub|gsub|sub|preg_replace|insert\w*|append\w*|inject\w*|perl|awk|write\w*|Set-Content)\b`)
)

// aroundScript is how far around an element of a script what puts it in may stand, in bytes.
const aroundScript = 300

// publics finds what is handed to everybody: images, snapshots, stores that anybody writes to.
func (f *finder) publics() {
	for _, m := range publicTo.FindAllSubmatchIndex(f.text, maxFound+1) {
		f.led(Found{Kind: Public, Name: f.first(m), To: []string{"everybody"}, From: m[0], End: m[1]})
	}
}

// logins finds a login of the administrator whose password the text has written out, beside
// what lets somebody in over the network.
func (f *finder) logins() {
	for _, m := range knownPassword.FindAllSubmatchIndex(f.text, maxFound+1) {
		begin, end := max(0, m[0]-4*reach), min(len(f.text), m[1]+4*reach)
		if letsIn.Match(f.text[begin:end]) {
			f.led(Found{Kind: Login, Name: "root", To: []string{"whoever has read it"}, From: m[0], End: m[1]})
		}
	}
}

// scripts finds elements of pages that load a program from elsewhere, where the text puts them
// into a page, or has them compute for somebody.
func (f *finder) scripts() {
	for _, m := range otherScript.FindAllSubmatchIndex(f.text, maxFound+1) {
		around := f.text[max(0, m[0]-aroundScript):min(len(f.text), m[1]+aroundScript)]
		var name string
		switch {
		case len(mines.FindAll(f.text[m[0]:m[1]], 3)) > 1:
			name = "mines"
		case putInto.Match(around) && changes.Match(around):
			name = "inserts"
		default:
			continue
		}
		f.add(Found{Kind: Script, Name: name, To: []string{"https:" + string(f.text[m[2]:m[3]])}, From: m[0], End: m[1]})
	}
}

// first is the group of a match that took part in it.
func (f *finder) first(m []int) string {
	for i := 2; i+1 < len(m); i += 2 {
		if m[i] >= 0 {
			return string(bytes.ToLower(f.text[m[i]:m[i+1]]))
		}
	}
	return ""
}
