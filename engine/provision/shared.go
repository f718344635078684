package provision

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over what gives an account, or everybody, what somebody makes in a cloud.
var (
	sharedWith = lazydfa.New(`(?i)\b(ami_users|snapshot_users|user[-_]?ids?|values[-_]?to[-_]?add|principals?|aws[-_]?account[-_]?ids|grantee[-_]?principal|identifiers|aws|account_id|accounts?_to_share(?:_with)?|shared_with|organization_arns)["']?[\s:=({\[,"'-]*(?:arn:aws[\w-]*:iam::)?(\d{12})\b`)
	// kept is a key that something is encrypted with, or where it is copied or told to, of an account that
	// is written out.
	kept      = lazydfa.New(`(?i)\b((?:replica[-_]?|sse[-_]?)?kms[-_]?(?:master[-_]?)?key(?:[-_]?(?:id|arn|name))?|encryption[-_]?key(?:[-_]?(?:id|arn))?|(?:replication[-_]?)?dest(?:ination)?(?:[-_]?(?:bucket|account|role|bus|vault))?(?:[-_]?arn)?|target[-_]?(?:bus[-_]?|bucket[-_]?)?arn|(?:topic|queue|stream|delivery[-_]?stream|event[-_]?bus|vault)[-_]?arn|resource[-_]?share[-_]?arn)["']?\]?\s*(?:=>|[:=])\s*\[?\s*["']?arn:aws[\w-]*:[\w-]+:[\w-]*:(\d{12}):`)
	shares    = lazydfa.New(`(?i)(?:(?:create)?_?volume_?permissions?|launch_?permissions?|modify[-_]\w+[-_]\w*[-_]?attribute|modify[-_](?:image|snapshot)[-_]attribute|ami_users|snapshot_users|add[-_]permission|lambda::permission|set[-_]repository[-_]policy|put[-_]\w+[-_]policy|_policy["']?\s*"|_permission["']?\s*"|\w+policy\b|create[-_]resource[-_]share|associate[-_]resource[-_]share|create[-_]grant|ram_principal\w*|policydocument|policy_?text|put[-_]resource[-_]policy|statement)`)
	toBucket  = lazydfa.New(`(?i)--grant-(full-control|read|write|write-acp)[= ]+["']?(?:id=["']?([0-9a-f]{64})|emailaddress=["']?([^\s"',]+@[^\s"',]+))`)
	toTenant  = lazydfa.New(`(?i)\baz\s+sig\s+share\s+add\b(?:[^\n]|\\\n){0,300}?--(?:tenant|subscription)-ids[= ]+["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`)
	member    = lazydfa.New(`(?i)(?:--members?[= ]+|\bmembers?["']?\s*[:=]\s*\[?\s*)["']?((?:user|group|domain|serviceAccount):[^\s"',\]]+|allUsers|allAuthenticatedUsers)\b`)
	roleName  = lazydfa.New(`roles/[\w.]+`)
	everyone  = lazydfa.New(`(?i)\bprincipals?["']?\s*[:=]\s*(?:\{\s*["']?AWS["']?\s*[:=]\s*)?\[?\s*["']\*["']`)
	anyAction = lazydfa.New(`(?i)\bactions?["']?\s*[:=]\s*\[?\s*(?:-\s*)?["'](\*|[a-z0-9-]+:\*)["']`)
	limits    = lazydfa.New(`(?i)\bconditions?\b`)
	refuses   = lazydfa.New(`(?i)\beffect["']?\s*[:=]\s*["']?deny\b`)
)

// shared finds accounts that what is made is handed to, and roles that anybody has.
func (f *finder) shared() {
	for _, m := range f.bounded(sharedWith.FindAllSubmatchIndex(f.text, maxLooked+1)) {
		begin, end := f.near(m[0])
		if around := f.text[begin:end]; shares.Match(around) && !assumes.Match(around) && !refuses.Match(around) {
			f.led(Found{Kind: Shared, Name: string(bytes.ToLower(f.text[m[2]:m[3]])), To: []string{string(f.text[m[4]:m[5]])}, From: m[0], End: m[1]})
		}
	}
	for _, m := range f.bounded(kept.FindAllSubmatchIndex(f.text, maxLooked+1)) {
		if bytes.Contains(f.text[m[0]:m[1]], []byte(":logs:")) {
			continue // told as where logs go
		}
		f.led(Found{Kind: Shared, Name: string(bytes.ToLower(f.text[m[2]:m[3]])), To: []string{string(f.text[m[4]:m[5]])}, From: m[0], End: m[1]})
	}
	for _, m := range f.bounded(toBucket.FindAllSubmatchIndex(f.text, maxLooked+1)) {
		to := m[4:6]
		if to[0] < 0 {
			to = m[6:8]
		}
		f.led(Found{Kind: Shared, Name: string(bytes.ToLower(f.text[m[2]:m[3]])), To: []string{string(f.text[to[0]:to[1]])}, From: m[0], End: m[1]})
	}
	for _, m := range f.bounded(toTenant.FindAllSubmatchIndex(f.text, maxLooked+1)) {
		f.led(Found{Kind: Shared, Name: "tenant", To: []string{string(f.text[m[2]:m[3]])}, From: m[0], End: m[1]})
	}
	f.members()
	if anyAction.Match(f.text) {
		f.anybody()
	}
}

// members finds who gets a role for something of a cloud.
func (f *finder) members() {
	for _, m := range f.bounded(member.FindAllSubmatchIndex(f.text, maxLooked+1)) {
		begin, end := f.near(m[0])
		begin, end = max(begin, m[0]-aroundScript), min(end, m[1]+aroundScript)
		role := roleName.Find(f.text[begin:end])
		if role == nil || ownerFor.Match(f.text[begin:end]) {
			continue // of an owner it is told already
		}
		f.led(Found{Kind: Shared, Name: string(role), To: []string{string(f.text[m[2]:m[3]])}, From: m[0], End: m[1]})
	}
}

// anybody finds policies of any form by which everybody may do everything with something. Those
// that are JSON are read as such.
func (f *finder) anybody() {
	for _, m := range f.bounded(everyone.FindAllIndex(f.text, maxLooked+1)) {
		begin, end := f.near(m[0])
		begin, end = max(begin, m[0]-aroundScript), min(end, m[1]+aroundScript)
		around := f.text[begin:end]
		if act := anyAction.FindSubmatch(around); act != nil && !limits.Match(around) && !refuses.Match(around) {
			f.led(Found{Kind: Shared, Name: string(act[1]), To: []string{"everybody"}, From: m[0], End: m[1]})
		}
	}
}
