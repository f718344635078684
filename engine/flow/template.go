package flow

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Template is an address of a picture or a link in a document, with a place that is to
// be filled in: who renders it asks the host for it, with what was filled in.
type Template struct {
	// Address is all of it, Fill what the place is to be filled with, in words, Part
	// where it is: "host", "path" or "query".
	Address string `json:"address"`
	Host    string `json:"host"`
	Fill    string `json:"fill"`
	Part    string `json:"part"`
	// Image says that it is a picture, which is asked for without a click.
	Image bool `json:"image"`
	// Line is its line, Lead what is said before it.
	Line   string        `json:"line"`
	Lead   string        `json:"lead"`
	File   string        `json:"file"`
	Span   document.Span `json:"span"`
	Fenced bool          `json:"fenced"`
}

// maxTemplates is how many of a package are told.
const maxTemplates = 100

// templated finds the mark of a picture or a link, and the address behind it with a place
// to be filled in: {x}, <x>, [x], $X, %s.
var templated = lazydfa.New(`(!?\[[^\]\n]{0,200}\]\(\s*<?|<(?i:img|a)\b[^>\n]{0,200}?\b(?i:src|href)\s*=\s*["']?)(https?://([^\s"'/?#)]*?))((?:[/?#][^\s"'<>{}\[\])$%]*?)?)(=[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\{\{?[^}\n]{1,160}\}?\}|<[^>\n]{1,160}>|\[[^\]\n]{1,160}\]|\$\{?\w{2,60}\}?|%s)`)

// addTemplates notes the templates of a Markdown text; fences are where it has blocks of code.
func (w *Finder) addTemplates(p snippet, fences []document.Span) {
	if !bytes.Contains(p.text, []byte("](")) && !bytes.Contains(p.text, []byte("src=")) && !bytes.Contains(p.text, []byte("href=")) {
		return
	}
	at := p.start
	for _, m := range templated.FindAllSubmatchIndex(p.text, -1) {
		if len(w.Templates) >= maxTemplates {
			w.Beyond(p.file, "the package has more than %d addresses with a place to be filled in", maxTemplates)
			return
		}
		part := func(i int) string { return strings.ToValidUTF8(string(p.text[m[2*i]:m[2*i+1]]), "\uFFFD") }
		begin := at.Past(p.text[at.Offset:m[4]])
		at = begin
		t := Template{
			Address: part(2) + part(4) + part(5), Host: strings.ToLower(part(3)), Fill: strings.Trim(part(5), "={}<>[]$"), Part: "query", File: p.file,
			Image: strings.HasPrefix(part(1), "!") || strings.HasPrefix(strings.ToLower(part(1)), "<img"), Lead: p.lead(m[2]),
			Span: document.Span{Start: begin, End: begin.Past(p.text[m[4]:m[11]])},
		}
		switch path := part(4); {
		case path == "":
			t.Part = "host"
			// The name goes on behind the place.
			rest := p.text[m[11]:min(len(p.text), m[11]+200)]
			if i := bytes.IndexAny(rest, " /?#\"')>\n"); i >= 0 {
				rest = rest[:i]
			}
			t.Host = "*" + strings.ToLower(strings.ToValidUTF8(string(rest), ""))
		case !strings.Contains(path, "?"):
			t.Part = "path"
		}
		from, to := prose.LineAt(p.text, m[0])
		t.Line = prose.Unmarked(p.text[from:min(to, from+prose.MaxText)])
		for _, f := range fences {
			t.Fenced = t.Fenced || f.Start.Offset <= m[0] && m[0] < f.End.Offset
		}
		w.Templates = append(w.Templates, t)
	}
}
