package skill

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/skillctl/skillctl/engine/flow"
	"github.com/skillctl/skillctl/engine/scan"
)

// maxCells bounds the cells and outputs of a notebook that are read.
const maxCells = 10_000

// notebook reads the cells of a Jupyter notebook: each is a text of its own.
type notebook struct {
	decoder *json.Decoder
	source  []byte
	parts   []script
	rest    cell // every other string
	full    bool
	// line is where the line begins that was looked for last, looked how far that was.
	line, looked int
}

// cell is a cell in hand: what it is, and its text.
type cell struct {
	kind   string
	text   []byte
	places []scan.Place
}

// readNotebook returns the texts of a notebook: its cells and, as documents, what
// they printed, and all other strings together. full says that there are more than
// are read, ok that it is JSON.
func readNotebook(path string, text []byte) (parts []script, full, ok bool) {
	n := &notebook{decoder: json.NewDecoder(bytes.NewReader(text)), source: text}
	ok = n.value(&n.rest, "", 0) && !n.decoder.More()
	n.rest.kind = "code"
	n.add(&n.rest)
	for i := range n.parts {
		n.parts[i].path = path
		n.parts[i].part.source = text
	}
	return n.parts, n.full, ok
}

// value reads one value below a key; of what is a cell the text is noted. It returns
// false at the end of what is JSON.
func (n *notebook) value(c *cell, key string, depth int) bool {
	token, err := n.decoder.Token()
	if err != nil || depth > 100 {
		return false
	}
	switch t := token.(type) {
	case json.Delim:
		return n.inside(c, key, t, depth)
	case string:
		switch key {
		case "cell_type":
			c.kind = t
		case "source", "input", "text", "text/plain", "text/html", "text/markdown", "traceback":
			n.put(c, t)
		default:
			n.put(&n.rest, t+"\n")
		}
	}
	return true
}

// put adds a string to the text of a cell, with the line that it stands in.
func (n *notebook) put(c *cell, text string) {
	end := int(n.decoder.InputOffset()) - 1
	if i := bytes.LastIndexByte(n.source[n.looked:end], '\n'); i >= 0 {
		n.line = n.looked + i + 1
	}
	n.looked = end
	c.places = append(c.places, scan.Place{Off: len(c.text), Source: n.line})
	c.text = append(c.text, text...)
}

// inside reads the values of a list or an object.
func (n *notebook) inside(c *cell, key string, open json.Delim, depth int) bool {
	for n.decoder.More() {
		next, into := key, c
		if open == '{' {
			token, err := n.decoder.Token()
			if err != nil {
				return false
			}
			next, _ = token.(string)
			n.put(&n.rest, next+"\n")
		} else if key == "cells" || key == "outputs" {
			into = &cell{kind: key}
		}
		if !n.value(into, next, depth+1) {
			return false
		}
		if into != c {
			n.add(into)
		}
	}
	_, err := n.decoder.Token()
	return err == nil
}

// add notes the text of a cell as what it is written in.
func (n *notebook) add(c *cell) {
	if len(n.parts) >= maxCells {
		n.full = true
		return
	}
	if len(c.text) == 0 {
		return
	}
	n.parts = append(n.parts, script{text: c.text, language: c.language(), part: &part{places: c.places}})
}

// language is what a cell is written in: a line with "%%" before it names a shell.
// Lines of others that begin with "!" are commands, so that nothing is known of them.
func (c *cell) language() string {
	if c.kind != "code" {
		return langDocument
	}
	first, _, _ := bytes.Cut(bytes.TrimSpace(c.text), []byte("\n"))
	magic, is := strings.CutPrefix(string(first), "%%")
	if words := strings.Fields(magic); is && len(words) > 0 {
		for _, word := range words {
			if flow.IsShell(word) {
				return langShell
			}
		}
		if words[0] == "system" || words[0] == "sx" || words[0] == "!" {
			return langShell
		}
	}
	return ""
}
