package party

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	mail = lazydfa.New(`[A-Za-z0-9][\w.+-]*@[A-Za-z0-9](?:[\w-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}\b`)
	// upi is an address of the Unified Payments Interface: a name at a bank, without a domain.
	upi   = lazydfa.New(`(?i)\b[a-z0-9][\w.-]{1,40}@(?:upi|ybl|ibl|axl|apl|paytm|okaxis|okicici|oksbi|okhdfcbank|ptys|ptsbi|pthdfc|ptaxis|icici|sbi|hdfcbank|axisbank|kotak|yesbank|barodampay|cnrb|freecharge|jupiteraxis|superyes|waicici|wahdfcbank)\b`)
	phone = lazydfa.New(`(?:^|[^\w+.])(\+[1-9][0-9]{0,3}(?:[ .()/-]{0,2}[0-9]){6,13})\b`)
	dial  = lazydfa.New(`(?i)\b(call|dial|phone|telephone|tel|text|sms|fax|whats ?app|signal|mobile|hotline|bizum|mb ?way|zelle|pix)\b(?: ?(?:us|me|the|at|on|to|a|number|no\.?|line|hotline|desk|team|support|via|is)\b| ?[:=("'*\x60|]){0,4} ?(\(?[0-9](?:[ .()/-]{0,2}[0-9]){6,12})\b`)
	// channel is a channel by what Slack calls it.
	channel = lazydfa.New(`(?:^|[^\w-])((?:U|C|G|D|W|T)(?:0[A-Z0-9]{7,10}))(?:$|[^\w-])`)
	handle  = lazydfa.New(`(?:^|[\s("'\x60*_,:;\[|>])(@[A-Za-z0-9](?:[\w.-]{0,38}[A-Za-z0-9])?(?:/[a-z0-9][\w.-]{1,40})?)(?:$|[^\w/@])`)
)

func (f *finder) mails() {
	for _, m := range upi.FindAllStringIndex(f.text, -1) {
		if rest := f.text[m[1]:]; len(rest) > 1 && rest[0] == '.' && isLetter(rest[1]) {
			continue // a mailbox
		}
		f.add(Found{Kind: Pay, Key: strings.ToLower(f.text[m[0]:m[1]]), From: m[0], End: m[1]})
	}
	for _, m := range mail.FindAllStringIndex(f.text, -1) {
		if m[0] > 0 && strings.IndexByte("/:%@", f.text[m[0]-1]) >= 0 && !strings.HasSuffix(f.text[:m[0]], "mailto:") && strings.Contains(f.text[max(0, m[0]-120):m[0]], "://") {
			continue // a login in an address
		}
		if m[1] < len(f.text) && f.text[m[1]] == ':' && m[1]+1 < len(f.text) && (isLetter(f.text[m[1]+1]) || f.text[m[1]+1] == '/' || f.text[m[1]+1] == '~') {
			continue // a repository, or a file of another machine
		}
		f.add(Found{Kind: Mail, Key: strings.ToLower(f.text[m[0]:m[1]]), From: m[0], End: m[1]})
	}
}

func isLetter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }

// phones finds numbers with the sign of an international one, and those behind a word for a call.
func (f *finder) phones() {
	for _, m := range phone.FindAllStringSubmatchIndex(f.text, -1) {
		f.add(Found{Kind: Phone, Key: "+" + only(f.text[m[2]:m[3]], decimal), From: m[2], End: m[3]})
	}
	f.each(dial, func(word string, from, end int) {
		if text := f.text[from:end]; !year(text) && strings.Count(text, ".") < 3 {
			f.add(Found{Kind: Phone, Key: only(text, decimal), Word: strings.ToLower(word), From: from, End: end})
		}
	})
}

// channels finds channels and people of Slack.
func (f *finder) channels() {
	for _, m := range channel.FindAllStringSubmatchIndex(f.text, -1) {
		f.add(Found{Kind: Chat, Word: "slack", From: m[2], End: m[3]})
	}
}

// handles finds names behind a sign in a sentence. In programs the sign has other meanings.
func (f *finder) handles() {
	if strings.IndexByte(f.text, '@') < 0 {
		return
	}
	for _, m := range handle.FindAllStringSubmatchIndex(f.text, -1) {
		one := f.text[m[2]:m[3]]
		if strings.Contains(one, ".") && strings.Contains(one[strings.LastIndexByte(one, '.'):], "/") {
			continue
		}
		f.add(Found{Kind: Handle, Key: strings.ToLower(one[1:]), From: m[2], End: m[3]})
	}
}
