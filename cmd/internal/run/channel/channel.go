package channel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/chat"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
)

// Flag describes the flag --channel.
func Flag() string {
	return "write the output as a message for this `chat`: " + strings.Join(chat.Channels(), ", ") + "; what is too long is cut, and the whole kept in a file to attach"
}

// Names are the chats that there are.
func Names() []string { return chat.Channels() }

// Check refuses a name that is no chat's; "" is none.
func Check(name string) error {
	if name == "" {
		return nil
	}
	return kit.OneOf("--channel", name, chat.Channels())
}

// Message is a message for a chat: `ChatMessage` of the schemas.
type Message struct {
	Channel string `json:"channel"`
	// Text is what is sent.
	Text string `json:"text"`
	// Truncated: the whole is in the file Attachment, which is nil otherwise.
	Truncated bool `json:"truncated"`
	// Length is how long the text is as the chat counts it, Limit how long it may be.
	Length     int     `json:"length"`
	Limit      int     `json:"limit"`
	Attachment *string `json:"attachment"`
}

// Channel makes messages for one chat.
type Channel struct {
	name   string
	limit  int
	folder string
	now    time.Time
	days   int
}

// Open returns the chat of a name; nil where that is "".
func Open(f *kit.Factory, merged *settings.Settings, name string) (*Channel, error) {
	if name == "" {
		return nil, nil
	}
	own := merged.Run.Channels[name]
	if own.Enabled != nil && !*own.Enabled {
		place, _ := merged.Origin("run", "channels", name, "enabled")
		return nil, kit.Usagef("--channel %s: run.channels.%s.enabled is false (%s)", name, name, place)
	}
	folder, err := f.StatePath("attachments")
	if err != nil {
		return nil, err
	}
	return &Channel{name: name, limit: own.MaxLength, folder: folder, now: f.Now(), days: merged.Run.Audit.RetentionDays}, nil
}

// Message is a message with what a run wrote, to standard output and then to
// standard error. The id of the run names the attachment.
func (c *Channel) Message(id string, stdout, stderr []byte) (*Message, error) {
	whole := slices.Concat(stdout, stderr)
	shown := whole
	if len(stderr) > 0 && len(stdout) > 0 && !bytes.HasSuffix(stdout, []byte("\n")) {
		shown = slices.Concat(stdout, []byte("\n"), stderr)
	}
	made, err := chat.Format(c.name, "", string(shown), c.limit)
	if err != nil {
		return nil, fmt.Errorf("make a message for %s: %w", c.name, err)
	}
	m := &Message{Channel: c.name, Text: made.Text, Truncated: made.Truncated, Length: made.Length, Limit: made.Limit}
	if made.Truncated {
		path, err := keep(c.folder, id, whole)
		if err != nil {
			return nil, err
		}
		m.Attachment = &path
		if _, err := Prune(c.folder, c.now.AddDate(0, 0, -max(c.days, 1))); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Write writes a message for people to copy: the text, and on standard error where
// the whole output is.
func (m *Message) Write(streams *kit.IOStreams) error {
	_, err := fmt.Fprintln(streams.Out, m.Text)
	if m.Attachment != nil {
		_, said := fmt.Fprintln(streams.Err, format.Escape(fmt.Sprintf("skillctl: the output is longer than a message for %s may be (%d); attach the whole: %s", m.Channel, m.Limit, *m.Attachment)))
		err = errors.Join(err, said)
	}
	return err
}
