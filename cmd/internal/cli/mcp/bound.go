package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a client is sent at once, in bytes. Clients cut results of 50 or 60 KB or put
// them into a file, and some count the text and the structured content together.
const (
	maxStructured = 24_000
	maxText       = 14_000
	// maxString bounds a message.
	maxString = 2_000
	// pageSize is that of a page of a resource.
	pageSize = 36_000
)

// rest says where the whole of an answer is that was too long.
type rest struct {
	URI   string `json:"uri" jsonschema:"the resource that has the whole answer, its first page"`
	Pages int    `json:"pages" jsonschema:"how many pages it has; the number of the page is the last part of the uri"`
	Bytes int    `json:"bytes" jsonschema:"how long the whole answer is"`
}

// part is what of an answer can be cut.
type part struct {
	// size is how much there is of it, keep leaves the first n.
	size int
	keep func(n int)
}

// listPart is a list of which the first entries can do.
func listPart[E any](list *[]E) part {
	return part{len(*list), func(n int) { *list = (*list)[:n] }}
}

// lastPart is a text of which the end can do.
func lastPart(text *string) part {
	return part{len(*text), func(n int) {
		at := len(*text) - n
		for at < len(*text) && !utf8.RuneStart((*text)[at]) {
			at++
		}
		*text = (*text)[at:]
	}}
}

// result is an answer within bounds.
func (s *server) result(out answer) (*sdk.CallToolResult, error) {
	whole, err := wholeOf(out)
	if err != nil {
		return nil, fmt.Errorf("write the answer: %w", err)
	}
	var where *rest
	if len(out.text()) > maxText {
		where = s.results.keep(whole)
		out.leave(where)
	}
	structured, err := json.Marshal(out)
	for err == nil && len(structured) > maxStructured {
		if where == nil {
			where = s.results.keep(whole)
			out.leave(where)
		} else if err := shorten(out); err != nil {
			return nil, err
		}
		structured, err = json.Marshal(out)
	}
	if err != nil {
		return nil, fmt.Errorf("write the answer: %w", err)
	}
	text := out.text()
	if b, ok := out.(interface{ brief() string }); ok && len(text) > maxText {
		text = b.brief()
	}
	text, _ = cut(text, maxText)
	if where != nil {
		text += fmt.Sprintf("\n(This is cut. The whole is the resource %s, %d bytes on %d pages.)", where.URI, where.Bytes, where.Pages)
	}
	failed, _ := out.(interface{ failed() bool })
	return &sdk.CallToolResult{IsError: failed != nil && failed.failed(), Content: []sdk.Content{&sdk.TextContent{Text: text}}, StructuredContent: json.RawMessage(structured)}, nil
}

// wholeOf is an answer as it is kept: JSON, or what a command wrote, as it wrote it.
func wholeOf(out answer) (string, error) {
	if written, ok := out.(*runOut); ok {
		return written.text(), nil
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return string(text), err
}

// shorten leaves out a quarter of what an answer has most of.
func shorten(out answer) error {
	largest := part{}
	for _, p := range out.parts() {
		if p.size > largest.size {
			largest = p
		}
	}
	if largest.size == 0 {
		return errors.New("the answer is too long, with all left out that can be")
	}
	largest.keep(largest.size * 3 / 4)
	return nil
}

// short is a text that somebody else wrote, as it is sent: with secrets masked, nothing
// in it that hides, and no longer than a message.
func short(text string) string {
	text, _ = cut(clean(text), maxString)
	return text
}

// shorts are texts that somebody else wrote; never nil, so that a list is a list.
func shorts(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = short(text)
	}
	return out
}

// cut is the beginning of a text, and whether that is less than all of it.
func cut(text string, most int) (string, bool) {
	if len(text) <= most {
		return text, false
	}
	at := most - len(" ...")
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at] + " ...", true
}

// pages are a text in pieces, which end with lines where they can.
func pages(text string) []string {
	var out []string
	for len(text) > pageSize {
		at := strings.LastIndexByte(text[:pageSize], '\n') + 1
		if at < pageSize/2 {
			for at = pageSize; !utf8.RuneStart(text[at]); at-- {
			}
		}
		out, text = append(out, text[:at]), text[at:]
	}
	return append(out, text)
}
