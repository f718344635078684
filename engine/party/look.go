package party

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Look says what a text may have of parties, so that its lines are not looked through for the rest.
type Look struct{ signs, digits, members, named, codes, principals, ether bool }

// Words without which a text has no members, no literal that somebody is compared with, no codes and
// no accounts of services, no name of a wallet, and no principals. TestSaidOfServices holds them to the
// expressions that are only looked for where they stand.
var (
	memberWords = lazydfa.New(`(?i)reviewer|assignee|collaborator|maintainer|approver|owner|invit|delegate|grantee|author|admin|payee|beneficiar|trusted|allow|member|mention|principal|-by:|behalf|\* +@|/ +@`)
	namedWords  = lazydfa.New(`(?i)vendor|supplier|payee|merchant|beneficiary|counterparty|customer|client|seller|broker|bidder|applicant|candidate|employee|tenant|carrier|brand|provider|publisher|contractor|dealer|lender|insurer|company|employer|school|university|sender|author|owner|reviewer|account_?holder`)
	codeWords   = lazydfa.New(`(?i)tikkie|liberapay|opencollective|gofundme|square\.link|monzo|mollie|rzp\.io|razorpay|gumroad|twint|coinbase|whatsapp|telegram|\bm\.me|line\.me|signal\.me|slack:|price_1|creator|campaignid|a_aid|\baid\b|tag|aff|ref|via|partner|pid|fpr|click|associate|sub_?id|coupon|promo|discount|voucher|invit|paypal|cash|venmo|zelle|revolut|wise|interac|pix|t\.me|wa\.me|join|acct_|plink_|sponsor|licen[sc]e|activation|ko-fi|patreon|stripe|buymeacoffee|discord|bic|swift|\br=|/r/|/c/`)
	etherWords  = lazydfa.New(`(?i)\.eth\b`)
	roleWords   = lazydfa.New(`\b(?:user|group|serviceAccount|domain|principal):|keyRings`)
)

// LookAt looks over a text.
func LookAt(text string) Look {
	return Look{
		signs:   strings.IndexByte(text, '@') >= 0,
		digits:  strings.ContainsAny(text, decimal),
		members: memberWords.MatchString(text),
		named:   namedWords.MatchString(text),
		codes:   codeWords.MatchString(text),

		principals: roleWords.MatchString(text),
		ether:      etherWords.MatchString(text),
	}
}

// Any reports whether there may be a party.
func (l Look) Any() bool {
	return l.signs || l.digits || l.members || l.named || l.codes || l.principals || l.ether
}

// Written finds who a line of a program or of settings has written out. It reports whether the line
// has more than are told.
func (l Look) Written(line string) (found []Found, more bool) {
	f := finder{text: line}
	f.formed(l)
	if l.members && memberWords.MatchString(line) {
		f.members()
	}
	if l.named && namedWords.MatchString(line) {
		f.named()
	}
	return f.sorted(), f.more
}

// formed finds what is known by its form, or by a word beside it.
func (f *finder) formed(l Look) {
	if l.codes && codeWords.MatchString(f.text) {
		f.services()
		f.bics()
	}
	few := l.digits && digits(f.text) > 3
	if few {
		f.ibans()
		f.clouds()
		f.numbers()
	}
	// A key or the address of a wallet may have few digits, or none beside its first letters.
	if few || l.ether && etherWords.MatchString(f.text) || l.digits && long(f.text) {
		f.wallets()
		f.ciphers()
	}
	if few {
		f.phones()
	}
	if l.digits {
		f.channels()
	}
	if l.principals && roleWords.MatchString(f.text) {
		f.principals()
	}
	if l.signs && strings.IndexByte(f.text, '@') >= 0 {
		f.mails()
	}
	if l.codes && codeWords.MatchString(f.text) {
		f.referrals()
	}
}

// leastKey is how many characters a key has that is written as one word: the long identifier of one
// of OpenPGP has 16.
const leastKey = 16

// long reports whether a text has a word of so many letters and digits, and a digit or the mark of a
// key of minisign among them.
func long(text string) bool {
	from := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (isLetter(text[i]) || text[i] >= '0' && text[i] <= '9' || text[i] == '+' || text[i] == '/') {
			continue
		}
		if word := text[from:i]; len(word) >= leastKey && (strings.ContainsAny(word, decimal) || strings.Contains(word, "RW")) {
			return true
		}
		from = i + 1
	}
	return false
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
