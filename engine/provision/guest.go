package provision

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over what stands before and behind an address in programs, templates of mails and
// examples of calls: who gets a copy that the others do not see, and who is let into a meeting, a
// document, a team. They are asked about a few bytes beside each address, not about all of a text.
var (
	copyTo   = lazydfa.New(`(?i)\bbcc(?:_?(?:recipients?|addresse?s?|emails?|list|to))?\b((?:["'\])]|\.add|\.push|\.append|\s+|=>|[:=,(\[{<]|(?:e?mail_?)?address|e?mail|new\s){0,14})$|\b(?:add|set|with)_?bcc(?:_?(?:recipients?|addresse?s?|emails?|list))?(\([\s\["']{0,4})$|(-)bcc\s+["']?$`)
	copyName = lazydfa.New(`(?i)\b(?:add_?|set_?|with_?)?bcc(?:_?(?:recipients?|addresse?s?|emails?|list|to))?["'\])]*\s*(?:\.(?:add|push|append))?\s*[:=,(]\s*\[?\s*([A-Za-z_]\w*)`)
	guestOf  = lazydfa.New(`(?i)\b((?:add_?|create_?|insert_?|set_?|update_?|new_?|send_?)?(?:attendees?|guests?|invitees?|invites?|invitations?|invite_?(?:user|member|guest)s?|collaborators?|editors?|viewers?|delegates?|grantees?|permissions?|forward(?:ing)?_?(?:to|email|address(?:es)?)?|shared?_?with))["'\])]*\s*[(:=.\[][^;"'@]{0,60}(?:["'][^"'@\n]{0,40}["'][^;"'@]{0,40}){0,8}["']$`)
	guestIn  = lazydfa.New(`(?i)\b((?:add_?|create_?|insert_?|set_?|send_?)?(?:attendees?|guests?|invitees?|invites?|invite_?(?:user|member|guest)s?|collaborators?|editors?|viewers?|delegates?|permissions?))(?:\(\)\.(?:create|insert|add))?\(([^()\n]{3,120})`)
	roleFor  = lazydfa.New(`(?i)\brole["']?\s*[:=]\s*["'](?:owner|writer|reader|commenter|editor|viewer|organizer|fileOrganizer|admin\w*|member)["'][^;@]{0,80}\b(?:e?mail_?address|e?mail|value|user|member)["']?\s*[:=]\s*["']$`)
	mailOf   = lazydfa.New(`(?i)\b(?:e?mail_?address|e?mail)["']?\s*[:=]\s*["']$`)
	roleThen = lazydfa.New(`(?i)^["'][^;@]{0,80}\brole["']?\s*[:=]\s*["'](?:owner|writer|reader|commenter|editor|viewer|organizer|fileOrganizer|admin\w*)["']`)
	assigned = lazydfa.New(`\b([A-Za-z_]\w*)["']?\s*(?::\s*[\w\[\]]+\s*)?:?=\s*\[?\s*["']$`)
	eachTime = lazydfa.New(`(?i)\b(?:each|every|always|all (?:outgoing|messages?|e?mails?|replies)|requires?|required|must|mandatory|outgoing|never (?:show|list|mention)\w*)\b`)
	untold   = lazydfa.New(`(?i)\bvisibility["']?\s*[:=]\s*["']hidden|\bnotify\w*["']?\s*[:=]\s*(?:false|0|["']none)|\bsend_?updates?["']?\s*[:=]\s*["']none|\bsend_?notification\w*["']?\s*[:=]\s*(?:false|0)|\bsilent\w*["']?\s*[:=]\s*(?:true|1)|\bsend_?invitation\w*["']?\s*[:=]\s*(?:false|0)|\bguestsCanSeeOtherGuests["']?\s*[:=]\s*false`)
	userOf   = lazydfa.New(`(?i)\b(?:user_?(?:name)?|login|e?mail|account|uid|principal)["']?\s*(?:[:=]|=>)\s*["']$`)
	loginOf  = lazydfa.New(`(?i)\b(?:login|authenticate|sign_?in|auth|connect)\w*\(\s*["']$`)
	passThen = lazydfa.New(`(?i)^["'][^;@]{0,60}?(?:\b(?:password|passwd|pwd|pass)["']?\s*(?:[:=]|=>)\s*|,\s*)["'][^"'\s{}$<>%]*[0-9][^"'\s{}$<>%]*["']`)
	senderOf = lazydfa.New(`(?i)\b(?:from|sender|reply-?to|envelope_?from|from_?(?:e?mail|addr\w*))["'\])]*\s*(?:[:=,(]|=>)[^@\n]{0,60}$`)
	wordOf   = lazydfa.New(`[A-Za-z_]\w{2,}`)
)

// Bounds of what stands around an address, in bytes, and how many are looked at in one text.
const (
	beforeBox   = 300
	maxBoxes    = 300
	aroundGuest = 200
)

// guests finds addresses that a text has put in for a copy or a right.
func (f *finder) guests() {
	names := map[string]string{}
	for at, n := 0, 0; n < maxBoxes; n++ {
		i := bytes.IndexByte(f.text[at:], '@')
		if i < 0 {
			break
		}
		from, end := f.box(at + i)
		at += i + 1
		if from < 0 {
			continue
		}
		who, head := string(f.text[from:end]), f.text[max(0, from-beforeBox):from]
		if m := copyTo.FindSubmatch(head); m != nil && bytes.ContainsAny(slices.Concat(m[1:]...), ":=(,[-") {
			f.copied(who, from, end)
		}
		if quote := head[len(head)-1]; quote != '"' && quote != '\'' {
			continue
		}
		if (userOf.Match(head[max(0, len(head)-60):]) || loginOf.Match(head[max(0, len(head)-60):])) && passThen.Match(f.text[end:min(len(f.text), end+aroundGuest)]) {
			f.once(Found{Kind: Account, Name: "password", To: []string{who}, From: from, End: end})
		}
		if m := assigned.FindSubmatch(head[max(0, len(head)-80):]); m != nil {
			names[string(m[1])] = who
		}
		if m := guestOf.FindSubmatch(head); m != nil {
			f.guest(string(m[1]), who, from, end)
		} else if roleFor.Match(head) || mailOf.Match(head[max(0, len(head)-60):]) && roleThen.Match(f.text[end:min(len(f.text), end+beforeBox)]) {
			f.guest("role", who, from, end)
		}
	}
	if len(names) > 0 {
		f.named(names)
	}
}

// box is the address around a mark, or -1.
func (f *finder) box(at int) (from, end int) {
	in := func(c byte, more string) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(more, c) >= 0
	}
	from, end = at, at+1
	for from > 0 && in(f.text[from-1], "._+-") {
		from--
	}
	for end < len(f.text) && in(f.text[end], ".-") {
		end++
	}
	for f.text[end-1] == '.' || f.text[end-1] == '-' {
		end--
	}
	if from == 0 || from == at || bytes.IndexByte(f.text[at:end], '.') < 0 {
		return -1, -1
	}
	return from, end
}

// named finds where a name is put in that stands for an address, as "ARCHIVE" for what
// ARCHIVE = "a@b.net" says.
func (f *finder) named(names map[string]string) {
	for _, m := range copyName.FindAllSubmatchIndex(f.text, maxFound+1) {
		if who := names[string(f.text[m[2]:m[3]])]; who != "" {
			f.copied(who, m[0], m[1])
		}
	}
	for _, m := range guestIn.FindAllSubmatchIndex(f.text, maxFound+1) {
		for _, word := range wordOf.FindAll(f.text[m[4]:m[5]], 12) {
			if who := names[string(word)]; who != "" {
				f.guest(string(f.text[m[2]:m[3]]), who, m[0], m[1])
			}
		}
	}
}

// copied notes who gets a copy; that it is for each message is what limits it not.
func (f *finder) copied(who string, from, end int) {
	head := f.text[max(0, from-beforeBox):from]
	rest := f.text[end:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	f.once(Found{Kind: Copy, Name: "bcc", To: []string{who}, Limited: !eachTime.Match(head) && !eachTime.Match(rest), From: from, End: end})
}

func (f *finder) guest(name, who string, from, end int) {
	one := Found{Kind: Guest, Name: strings.ToLower(name), To: []string{who}, From: from, End: end}
	if untold.Match(f.text[max(0, from-aroundGuest):min(len(f.text), end+aroundGuest)]) {
		one.Kind = Unseen
	}
	f.once(one)
}

// once notes it where nothing is said yet of the same address.
func (f *finder) once(one Found) {
	if slices.ContainsFunc(f.found, func(o Found) bool { return o.Kind == one.Kind && slices.Equal(o.To, one.To) }) {
		return
	}
	one.House = f.house(one.To[0])
	f.led(one)
}

// single notes one that there is not yet.
func (f *finder) single(one Found) {
	if !slices.ContainsFunc(f.found, func(o Found) bool {
		return o.Kind == one.Kind && o.Name == one.Name && slices.Equal(o.To, one.To)
	}) {
		f.led(one)
	}
}

// led notes it with what its line says before it.
func (f *finder) led(one Found) {
	begin := max(one.From-beforeBox, bytes.LastIndexByte(f.text[:one.From], '\n')+1)
	one.Lead = strings.ToValidUTF8(string(f.text[begin:one.From]), "")
	f.add(one)
}

// house says how the text names other addresses at the host of one.
func (f *finder) house(who string) string {
	host := []byte(who[strings.IndexByte(who, '@'):])
	house := ""
	for at := 0; ; {
		i := bytes.Index(f.text[at:], host)
		if i < 0 {
			return house
		}
		from, end := f.box(at + i)
		if at += i + len(host); from < 0 || string(f.text[from:end]) == who {
			continue
		}
		if house = "other"; senderOf.Match(f.text[max(0, from-aroundGuest):from]) {
			return "sender"
		}
	}
}
