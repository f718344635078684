package provision

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over texts of any form that clouds are set up by: HCL, JSON, YAML, programs.
var (
	trusted  = lazydfa.New(`(?i)\b(?:AWS|identifiers|Principal|AccountPrincipal|ArnPrincipal)["']?\s*(?:[:=(]\s*)+(?:\{\s*["']?AWS["']?\s*[:=]\s*)?\[?\s*(?:-\s*)?["']?(?:arn:aws[\w-]*:iam::)?(\d{12})\b`)
	anyRepo  = lazydfa.New(`["']?repo:\*(?:[:/"'*]|$)`)
	assumes  = lazydfa.New(`(?i)sts:(?:AssumeRole\w*|\*)|assume_?role`)
	allows   = lazydfa.New(`(?i)\bpolicy/(AdministratorAccess|PowerUserAccess|IAMFullAccess)\b|(?:Managed_?Policy\w*|policy)[^\n]{0,40}["'](AdministratorAccess|PowerUserAccess|IAMFullAccess)\b|["']?Actions?["']?\s*[:=]\s*\[?\s*["'](\*|iam:\*)["']`)
	logsTo   = lazydfa.New(`(?i)\b((?:access_?|audit_?)?log_?destination\w*|destination_?arn|delivery_?destination\w*|destinationArn|target_?arn)["']?\s*[:=]\s*["']?(arn:aws[\w-]*:[\w-]+:[\w-]*:(\d{12}):[^\s"']+)`)
	ownerFor = lazydfa.New(`(?i)["']?(roles/(?:owner|editor|[\w.]*admin))["']`)
	members  = lazydfa.New(`(?i)\bmembers?["']?\s*[:=]\s*\[?\s*["']((?:user|group|serviceAccount|domain):[^"']+|allUsers|allAuthenticatedUsers)["']`)
)

// anybodysRepo is whom a role is for that no repository is named for.
const anybodysRepo = "any repository"

// reach is how far apart what belongs together in one block may stand, in bytes.
const reach = 700

// cloud finds who may take over a role of a cloud, and where its logs go.
func (f *finder) cloud() {
	if assumes.Match(f.text) {
		f.trust()
	}
	for _, m := range logsTo.FindAllSubmatchIndex(f.text, maxFound+1) {
		f.add(Found{Kind: Logs, Name: string(f.text[m[2]:m[3]]), To: []string{string(f.text[m[4]:m[5]])}, From: m[0], End: m[1]})
	}
	if !bytes.Contains(f.text, []byte("roles/")) {
		return
	}
	for _, m := range ownerFor.FindAllSubmatchIndex(f.text, maxFound+1) {
		begin, end := f.near(m[0])
		if who := members.FindSubmatch(f.text[begin:end]); who != nil {
			f.add(Found{Kind: Binding, Name: string(f.text[m[2]:m[3]]), To: []string{string(who[1])}, From: m[0], End: m[1]})
		}
	}
}

// trust finds the accounts and the repositories that may assume a role. What it may do is
// told where the text has it, since a role and its rights stand in parts of one text.
func (f *finder) trust() {
	rights := ""
	if m := allows.FindSubmatch(f.text); m != nil {
		rights = string(m[1]) + string(m[2]) + string(m[3])
	}
	one := func(who string, from, end int) {
		begin, stop := f.near(from)
		if rights == "" && who != anybodysRepo {
			return
		}
		if assumes.Match(f.text[begin:stop]) {
			f.add(Found{Kind: Trust, Name: rights, To: []string{who}, From: from, End: end})
		}
	}
	for _, m := range trusted.FindAllSubmatchIndex(f.text, maxFound+1) {
		one(string(f.text[m[2]:m[3]]), m[0], m[1])
	}
	if bytes.Contains(f.text, []byte("githubusercontent.com")) {
		for _, m := range anyRepo.FindAllIndex(f.text, maxFound+1) {
			one(anybodysRepo, m[0], m[1])
		}
	}
}

// near is the part of the text around a place that may belong to the same block.
func (f *finder) near(at int) (begin, end int) {
	begin, end = f.around(at)
	begin, end = max(begin, at-reach), min(end, at+reach)
	for _, mark := range []string{"\nresource ", "\ndata ", "\nmodule "} {
		if i := bytes.LastIndex(f.text[begin:at], []byte(mark)); i >= 0 {
			begin += i
		}
		if i := bytes.Index(f.text[at:end], []byte(mark)); i >= 0 {
			end = at + i
		}
	}
	return begin, end
}
