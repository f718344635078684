package chat

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// channel is how one chat shows code.
type channel struct {
	name string
	// limit is how long a message may be.
	limit int
	// open and close stand around the code; in open, %s is the language.
	open, close string
	// entities: &, < and > are written as entities. Slack would take "<!channel>"
	// for a call to everybody, also within a fence.
	entities bool
	// seen: a message is as long as what is seen of it.
	seen bool
	// inline: the fence stands on the same line as the code.
	inline bool
}

// channels are the chats, with the limits that they document: Discord 2000
// (API v10), Slack 40,000 (chat.postMessage), Telegram 4096 after the entities
// are read (Bot API sendMessage), WhatsApp 4096 (Cloud API).
func channels() []channel {
	const limitDiscord, limitSlack, limitTelegram, limitWhatsApp = 2000, 40_000, 4096, 4096
	return []channel{
		{name: "discord", limit: limitDiscord, open: "```%s\n", close: "\n```"},
		{name: "slack", limit: limitSlack, open: "```\n", close: "\n```", entities: true},
		{name: "telegram", limit: limitTelegram, open: `<pre><code class="language-%s">`, close: "</code></pre>", entities: true, seen: true},
		{name: "whatsapp", limit: limitWhatsApp, open: "```", close: "```", inline: true},
	}
}

// Channels are the names of the chats that there are, sorted.
func Channels() []string {
	var names []string
	for _, c := range channels() {
		names = append(names, c.name)
	}
	return names
}

// find returns a chat by its name, in any case.
func find(name string) (channel, error) {
	all := channels()
	at := slices.IndexFunc(all, func(c channel) bool { return strings.EqualFold(c.name, name) })
	if at < 0 {
		return channel{}, fmt.Errorf("channel %q is not known; it must be one of %s", name, strings.Join(Channels(), ", "))
	}
	return all[at], nil
}

// fence is what stands around code in a language.
func (c channel) fence(lang string) (open, end string) {
	if strings.Contains(c.open, "%s") {
		return fmt.Sprintf(c.open, lang), c.close
	}
	return c.open, c.close
}

// write is a message with the code as the chat wants it.
func (c channel) write(lang, code, notice string) string {
	open, end := c.fence(lang)
	return open + c.sent(code) + end + notice
}

// sent is code as it stands in a message.
func (c channel) sent(code string) string {
	if !c.seen {
		code = c.guard(code)
	}
	if c.entities {
		code = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(code)
	}
	return code
}

// room is how long code may be beside the fence and a notice.
func (c channel) room(lang, notice string, limit int) int {
	if c.seen {
		return limit - length(notice)
	}
	open, end := c.fence(lang)
	return limit - length(open) - length(end) - length(notice)
}

// size is how long code is in a message.
func (c channel) size(code string) int {
	if c.seen {
		return length(code)
	}
	return length(c.sent(code))
}

// apart is the space without a width that keeps backticks from being a fence.
const apart = "\u200b"

// guard keeps code from ending its fence: no three backticks stand together,
// and none beside the fence itself.
func (c channel) guard(code string) string {
	const fence = "```"
	if strings.Contains(code, fence) {
		code = strings.ReplaceAll(code, "``", "`"+apart+"`"+apart)
	}
	if c.inline && strings.HasPrefix(code, "`") {
		code = apart + code
	}
	if c.inline && strings.HasSuffix(code, "`") {
		code += apart
	}
	return code
}

// length is how long chats take a text to be: in UTF-16, which is never less
// than in characters.
func length(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}
