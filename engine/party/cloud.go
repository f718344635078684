package party

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	arn      = lazydfa.New(`\barn:aws[a-z-]*:([a-z0-9-]*):[a-z0-9-]*:([0-9]{12}):[^\s"'\x60,)\]]*`)
	account  = lazydfa.New(`(?i)\b((?:aws|account|acct|owner|principal|registry|grantee|external)[ _-]?(?:account)?[ _-]?(?:ids?|numbers?)?|user-ids?|account-ids?)["'*\x60\])]*\s*(?:[:=]|is|\s)\s*["'*\x60\[(]*([0-9]{12})\b`)
	member   = lazydfa.New(`\b(user|group|serviceAccount|domain|principal):([\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\w-]+(?:\.[\w-]+)+)\b`)
	keyring  = lazydfa.New(`\b(projects)/([a-z][a-z0-9-]{4,28}[a-z0-9])/locations/[^\s/"']+/keyRings/`)
	azure    = lazydfa.New(`(?i)\b((?:tenant|object|principal|assignee|client|app(?:lication)?|subscription|directory)[ _-]?(?:object)?[ _-]?(?:id)?s?)["'*\x60\])]*\s*(?:[:=]|is|\s)\s*["'*\x60\[(]*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b`)
	oauth    = lazydfa.New(`\b[0-9]{8,14}-[0-9a-z]{16,40}\.apps\.googleusercontent\.com\b`)
	openpgp  = lazydfa.New(`(?i)\b(gpg2?|pgp|openpgp|fingerprint|recipients?|recv-keys?|encrypt(?:ed)?(?: it| them)?(?: (?:to|for|with))?|trusted-key|signing[ _-]?key|default-key|-r|key ?id)\b[^\n0-9A-F]{0,24}?((?-i:0x[0-9A-F]{8,40}|[0-9A-F]{16}|(?:[0-9A-F]{4} {1,2}){9}[0-9A-F]{4}|[0-9A-F]{40}))\b`)
	minisign = lazydfa.New(`\bRW[A-Za-z0-9+/]{54}(?:$|[^A-Za-z0-9+/=])`)
)

// clouds finds accounts and principals of clouds, and programs that are registered with them.
func (f *finder) clouds() {
	f.each(arn, func(_ string, from, end int) { f.add(Found{Kind: Cloud, Word: "aws", From: from, End: end}) })
	f.each(account, func(word string, from, end int) {
		f.add(Found{Kind: Cloud, Word: strings.ToLower(word), From: from, End: end})
	})
	f.each(azure, func(word string, from, end int) {
		f.add(Found{Kind: Cloud, Word: strings.ToLower(word), Key: strings.ToLower(f.text[from:end]), From: from, End: end})
	})
	for _, m := range oauth.FindAllStringIndex(f.text, -1) {
		f.add(Found{Kind: Client, From: m[0], End: m[1]})
	}
}

// principals finds members of projects, and projects whose keys something is encrypted with.
func (f *finder) principals() {
	f.each(member, func(word string, from, end int) {
		f.add(Found{Kind: Cloud, Word: word, Key: strings.ToLower(f.text[from:end]), From: from, End: end})
	})
	f.each(keyring, func(word string, from, end int) { f.add(Found{Kind: Cloud, Word: word, From: from, End: end}) })
}

// ciphers finds keys that something is encrypted for, or by which it is trusted.
func (f *finder) ciphers() {
	f.each(openpgp, func(word string, from, end int) {
		f.add(Found{Kind: Cipher, Word: strings.ToLower(word), Key: strings.ToUpper(strings.ReplaceAll(f.text[from:end], " ", "")), From: from, End: end})
	})
	for _, m := range minisign.FindAllStringIndex(f.text, -1) {
		f.add(Found{Kind: Cipher, Word: "minisign", From: m[0], End: m[0] + 56})
	}
}
