package party

import (
	"math/big"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// lengths are those of an IBAN by country: ISO 13616, the registry of SWIFT.
const lengths = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 "

var (
	iban    = lazydfa.New(`\b[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b`)
	grouped = lazydfa.New(`\b[0-9](?:[ -]?[0-9]){12,18}\b`)
	bic     = lazydfa.New(`(?i)\b(bic|swift)(?:[ /]?(?:bic|code|swift))*["'*\x60]*[ \t]*[:=#-]?[ \t]*["'*\x60]*((?-i:[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?))\b`)
	banked  = lazydfa.New(`(?i)\b(account|acct|a/c|konto(?:nummer)?|cuenta|compte|routing|aba|sort[ _-]?code|bsb|ifsc|clabe|transit|blz|cbu)(?:[ _-]?(?:no|nr|num|number|code|id|bancaria|bancaire)\b\.?)*["'*\x60)]*[ \t]*(?:[:=#]|is|no\.?|to|\|)?[ \t]*["'*\x60(]*([A-Z]{4}0[A-Z0-9]{6}|[0-9](?:[0-9 -]{3,24})[0-9])\b`)
)

// ibans finds accounts of the form that ISO 13616 gives them.
func (f *finder) ibans() {
	for _, m := range iban.FindAllStringIndex(f.text, -1) {
		key := strings.NewReplacer(" ", "", "-", "").Replace(f.text[m[0]:m[1]])
		at := strings.Index(lengths, key[:2])
		if at < 0 || at%5 != 0 {
			continue
		}
		want := int(lengths[at+2]-'0')*10 + int(lengths[at+3]-'0')
		end := m[1]
		for len(key) > want && end > m[0] { // the word behind it looks like a group of it
			if c := f.text[end-1]; c != ' ' && c != '-' {
				key = key[:len(key)-1]
			}
			end--
		}
		said := saysIBAN(f.text[:m[0]])
		if len(key) != want && !(said && len(key) >= 14) {
			continue
		}
		proven := len(key) == want && mod97(key)
		if !proven && !said && strings.Trim(key[4:], decimal) != "" {
			continue // letters and digits of this form are often something else
		}
		f.add(Found{Kind: Bank, Key: key, Proven: proven, From: m[0], End: end})
	}
}

// bics finds what a bank is called by SWIFT, where a word says so.
func (f *finder) bics() {
	f.each(bic, func(word string, from, end int) {
		f.add(Found{Kind: Bank, Word: strings.ToLower(word), From: from, End: end})
	})
}

func saysIBAN(head string) bool {
	head = strings.ToLower(head[max(0, len(head)-40):])
	return strings.Contains(head, "iban")
}

// mod97 is the check of ISO 7064 that an IBAN keeps.
func mod97(key string) bool {
	var digits strings.Builder
	for _, c := range key[4:] + key[:4] {
		switch {
		case c >= '0' && c <= '9':
			digits.WriteRune(c)
		case c >= 'A' && c <= 'Z':
			n := c - 'A' + 10
			digits.WriteRune('0' + n/10)
			digits.WriteRune('0' + n%10)
		}
	}
	n, ok := new(big.Int).SetString(digits.String(), 10)
	return ok && n.Mod(n, big.NewInt(97)).Int64() == 1
}

// numbers finds numbers of cards, and those of accounts behind a word that says so.
func (f *finder) numbers() {
	f.each(banked, func(word string, from, end int) {
		word = strings.ToLower(word)
		key := strings.NewReplacer(" ", "", "-", "").Replace(f.text[from:end])
		if len(key) < 6 || len(key) > 22 || year(f.text[from:end]) {
			return
		}
		f.add(Found{Kind: Bank, Key: key, Proven: (word == "routing" || word == "aba") && aba(key), Word: word, From: from, End: end})
	})
	for _, m := range grouped.FindAllStringIndex(f.text, -1) {
		key := only(f.text[m[0]:m[1]], decimal)
		if key[0] < '2' || key[0] > '6' || !luhn(key) || !cardLength(key, f.text[m[0]:m[1]]) {
			continue
		}
		f.add(Found{Kind: Card, Key: key, Proven: true, From: m[0], End: m[1]})
	}
}

// year reports whether a number is a date.
func year(text string) bool {
	return len(text) == 10 && text[4] == '-' && text[7] == '-'
}

// cardLength reports whether a number is as long as one of a card, and written in groups of four or
// as one: others with a check digit are identifiers of something else.
func cardLength(key, text string) bool {
	if len(key) != 16 && !(len(key) == 15 && key[0] == '3') {
		return false
	}
	sep := strings.IndexAny(text, " -")
	return sep < 0 && key[0] > '2' || sep == 4
}

// luhn is the check of ISO/IEC 7812.
func luhn(key string) bool {
	sum := 0
	for i := range len(key) {
		n := int(key[len(key)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0 && strings.Trim(key, key[:1]) != ""
}

// aba is the check of a routing number of the American Bankers Association.
func aba(key string) bool {
	if len(key) != 9 || strings.Trim(key, decimal) != "" {
		return false
	}
	sum := 0
	for i, weight := range []int{3, 7, 1, 3, 7, 1, 3, 7, 1} {
		sum += weight * int(key[i]-'0')
	}
	return sum%10 == 0
}
