package kernel

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// reply is what a kernel says when an execution has ended: "ID CODE VALUE".
type reply struct {
	id   string
	code int
	// value is what the last expression gave; valued: there is one.
	value  string
	valued bool
}

// The bounds of a reply, in bytes. maxValue is that of a value as it is kept.
const (
	maxReply = 256 << 10
	maxValue = 128 << 10
)

// errForeign says that something else than a kernel writes its replies.
var errForeign = errors.New("the code wrote to the channel of its interpreter")

// replies takes replies out of what comes.
type replies struct{ have []byte }

func (r *replies) feed(part []byte, take func(reply) error) error {
	r.have = append(r.have, part...)
	for {
		end := bytes.IndexByte(r.have, '\n')
		if end < 0 && len(r.have) > maxReply || end > maxReply {
			return errForeign
		}
		if end < 0 {
			return nil
		}
		one, ok := readReply(string(r.have[:end]))
		r.have = append(r.have[:0], r.have[end+1:]...)
		if !ok {
			return errForeign
		}
		if err := take(one); err != nil {
			return err
		}
	}
}

func readReply(line string) (reply, bool) {
	fields := strings.Split(line, " ")
	if len(fields) != 3 || fields[0] == "" || len(fields[0]) > 64 {
		return reply{}, false
	}
	code, err := strconv.Atoi(fields[1])
	if err != nil || code < 0 || code > 255 {
		return reply{}, false
	}
	r := reply{id: fields[0], code: code}
	if fields[2] == "-" {
		return r, true
	}
	value, err := base64.StdEncoding.DecodeString(fields[2])
	if err != nil || !utf8.Valid(value) || len(value) > maxValue {
		return reply{}, false
	}
	r.value, r.valued = string(value), true
	return r, true
}
