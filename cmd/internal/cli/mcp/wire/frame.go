package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/skillctl/skillctl/internal/jsonline"
)

// refusal is what is wrong with a line, as JSON-RPC says it.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func refuse(line []byte, code int, format string, args ...any) *refusal {
	r := &refusal{Version: "2.0", ID: idOf(line)}
	r.Error.Code, r.Error.Message = code, fmt.Sprintf(format, args...)
	return r
}

// idOf is the id of a message that is not understood otherwise, "null" where there is
// none to answer to.
func idOf(line []byte) json.RawMessage {
	var message struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &message) != nil || !isID(message.ID) {
		return json.RawMessage("null")
	}
	return message.ID
}

// maxID is the largest number that every reader of JSON holds exactly.
const maxID = 1 << 53

// isID says whether a value is a text or a whole number that is written as it is read.
func isID(raw json.RawMessage) bool {
	var text string
	var number int64
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return false
	}
	return json.Unmarshal(raw, &text) == nil || json.Unmarshal(raw, &number) == nil && number <= maxID && number >= -maxID
}

// parse reads a line. One of both is nil.
func parse(line []byte) (jsonrpc.Message, *refusal) {
	if trimmed := bytes.TrimLeft(line, " \t\r"); len(trimmed) > 0 && trimmed[0] == '[' {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "messages are sent one by one, and this is a list")
	}
	object, err := jsonline.Parse(line)
	if err != nil {
		return nil, refuse(line, jsonrpc.CodeParseError, "the message cannot be read: %v", err)
	}
	if id, ok := object["id"]; ok {
		raw, err := json.Marshal(id)
		if err != nil || !isID(raw) {
			return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "the id of a message is a text or a whole number, and this is neither")
		}
	}
	if _, ok := object["method"]; ok {
		for _, key := range []string{"result", "error"} {
			if _, both := object[key]; both {
				return nil, refuse(line, jsonrpc.CodeInvalidRequest, "a message is a request or an answer, and this has both %q and %q", "method", key)
			}
		}
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, refuse(line, jsonrpc.CodeInvalidRequest, "it is no message of JSON-RPC 2.0: %v", err)
	}
	return message, nil
}

// Refused is the answer to a message that a line would be refused for as well, nil where
// it is understood: a key that stands twice is read by one reader as the first, by
// another as the last.
func Refused(text []byte) []byte {
	_, wrong := parse(text)
	if wrong == nil {
		return nil
	}
	answer, err := json.Marshal(wrong)
	if err != nil { // an id was read before
		return []byte("{}")
	}
	return answer
}
