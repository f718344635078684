package party

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Look says what a text may have of parties, so that its lines are not looked through for the rest.
type Look struct{ signs, digits, members, named, codes bool }

// Words without which a text has no members, no literal that somebody is compared with, and no codes.
var (
	memberWords = lazydfa.New(`(?i)reviewer|assignee|collaborator|maintainer|approver|owner|invit|delegate|grantee|author|admin|payee|beneficiar|trusted|allow|member|mention|principal|-by:|behalf|\* +@|/ +@`)
	namedWords  = lazydfa.New(`(?i)vendor|supplier|payee|merchant|beneficiary|counterparty|customer|client|seller|broker|bidder|applicant|candidate|employee|tenant|carrier|brand|provider|publisher|contractor|dealer|lender|insurer|company|employer|school|university|sender|author|owner|reviewer|account_?holder`)
	codeWords   = lazydfa.New(`(?i)tag|aff|ref|via|partner|pid|fpr|click|associate|sub_?id|coupon|promo|discount|voucher|invit|paypal|cash|venmo|zelle|revolut|wise|interac|pix|t\.me|wa\.me|join|acct_|plink_|sponsor|licen[sc]e|activation|ko-fi|patreon|stripe|buymeacoffee|discord|bic|swift|\br=|/r/|/c/`)
)

// LookAt looks over a text.
func LookAt(text string) Look {
	return Look{
		signs:   strings.IndexByte(text, '@') >= 0,
		digits:  strings.ContainsAny(text, decimal),
		members: memberWords.MatchString(text),
		named:   namedWords.MatchString(text),
		codes:   codeWords.MatchString(text),
	}
}

// Any reports whether there may be a party.
func (l Look) Any() bool { return l.signs || l.digits || l.members || l.named || l.codes }

// Written finds who a line of a program or of settings has written out.
func (l Look) Written(line string) []Found {
	f := finder{text: line}
	f.formed(l)
	if l.members && memberWords.MatchString(line) {
		f.members()
	}
	if l.named && namedWords.MatchString(line) {
		f.named()
	}
	return f.sorted()
}

// formed finds what is known by its form, or by a word beside it.
func (f *finder) formed(l Look) {
	if l.codes && codeWords.MatchString(f.text) {
		f.services()
		f.bics()
	}
	// No party has less digits than a pattern of four, apart from a name that ends in ".eth".
	if l.digits && digits(f.text) > 3 || strings.Contains(f.text, ".eth") {
		f.ibans()
		f.clouds()
		f.numbers()
		f.wallets()
		f.ciphers()
		f.phones()
	}
	if strings.IndexByte(f.text, ':') >= 0 || strings.Contains(f.text, "keyRings") {
		f.principals()
	}
	if l.signs && strings.IndexByte(f.text, '@') >= 0 {
		f.mails()
	}
	if l.codes && codeWords.MatchString(f.text) {
		f.referrals()
	}
}

func digits(text string) int {
	n := 0
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			n++
		}
	}
	return n
}
