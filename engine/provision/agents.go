package provision

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over what starts agents, and how often.
var (
	startsAgent = lazydfa.New(`\bclaude\b["'\[\]\s,]{1,6}(?:[\w./=-]+["',\s]{1,4}){0,6}?(?:-p|--print)\b|\bclaude\b[^\n;|&]{0,120}\s(?:-p|--print)\b|\bcodex\b["'\[\]\s,]{1,6}(?:exec|e)\b|\bgemini\b["'\[\]\s,]{1,6}(?:[\w./=-]+["',\s]{1,4}){0,4}?(?:-p|--prompt)\b|\b(?:openclaw|clawdbot)\b["'\[\]\s,]{1,6}agent\b|\b(?:opencode|crush|goose)\b["'\[\]\s,]{1,6}run\b|\bcursor-agent\b|\bagent\s+-p\b|\bamp\b["'\[\]\s,]{1,6}-x\b|\baider\b[^\n]{0,80}--message\b`)
	forever     = lazydfa.New(`(?s)\b(?:while\s+(?:true|:|\[+\s*1\s*\]+|1)|for\s*\(\(\s*;[^)]{0,40};\s*\)\)|until\s+false)\s*;?\s*do\b(.*?)\bdone\b`)
	foreverIn   = lazydfa.New(`(?m)^([ \t]*)while\s+(?:True|1)\s*:[^\n]*\n`)
	foreverOf   = lazydfa.New(`\b(?:while\s*\(\s*(?:true|1)\s*\)|for\s*\(\s*;\s*;\s*\))\s*\{`)
	functionOf  = lazydfa.New(`(?m)^[ \t]*(?:export\s+)?(?:async\s+)?(?:def|function)\s+(\w+)\s*\(`)
	ends        = lazydfa.New(`\b(?:break|exit|return|raise|throw|sys\.exit|process\.exit)\b`)
	bounded     = lazydfa.New(`(?i)\b(?:depth|level|max_\w+|limit|attempts?|retries|remaining|budget|count)\b\s*(?:[<>]=?|===?|-eq|-ge|-gt|-le|-lt)|(?:[<>]=?|===?|-(?:eq|ge|gt|le|lt))\s*["$({]*MAX_\w+|\bif\s+not\s+\w+:`)
	minutely    = lazydfa.New(`(?m)(?:^|["'\s])\*(?:/[1-5])?[ \t]+\*[ \t]+\*[ \t]+\*[ \t]+\*[ \t]+[^\n]{0,200}`)
	breeds      = lazydfa.New(`(?i)\b(?:each|every|all)\s+(?:(?:new|child|started|spawned|such|of (?:the|these))\s+)?(?:sub-?agents?|agents?|workers?|of them|child(?:ren)?|copy|copies|instances?)\b[^.\n]{0,100}\b(?:starts?|spawns?|launch(?:es)?|creates?|forks?|begins?)\b[^.\n]{0,60}\b(?:(?:sub-?)?agents?|workers?|copies|instances|of its own|of their own)\b[^.\n]{0,80}`)
)

// aroundLoop is how far a block is looked into for its end, in bytes.
const aroundLoop = 1500

// floods finds agents that a text starts without an end: in a loop, from themselves, each minute.
// Limited says that something may end it.
func (f *finder) floods() {
	for _, m := range breeds.FindAllIndex(f.text, maxFound+1) {
		f.single(Found{Kind: Agents, Name: "breeds", To: []string{strings.ToValidUTF8(string(f.text[m[0]:m[1]]), "")}, From: m[0], End: m[1]})
	}
	if !startsAgent.Match(f.text) {
		return
	}
	for _, m := range forever.FindAllSubmatchIndex(f.text, maxFound+1) {
		f.loop(m[0], m[0], f.text[m[2]:m[3]])
	}
	for _, m := range foreverIn.FindAllSubmatchIndex(f.text, maxFound+1) {
		f.loop(m[0], m[1]-1, f.indented(m[1], m[3]-m[2]))
	}
	for _, m := range foreverOf.FindAllIndex(f.text, maxFound+1) {
		f.loop(m[0], m[1], f.braced(m[1]))
	}
	for _, m := range minutely.FindAllIndex(f.text, maxFound+1) {
		if startsAgent.Match(f.text[m[0]:m[1]]) {
			f.single(Found{Kind: Agents, Name: "minutely", To: []string{}, From: m[0], End: m[1]})
		}
	}
	f.itself()
}

// loop tells of a loop that starts agents.
func (f *finder) loop(from, end int, body []byte) {
	if startsAgent.Match(body) {
		f.single(Found{Kind: Agents, Name: "loop", To: []string{}, Limited: ends.Match(body), From: from, End: max(end, from+1)})
	}
}

// indented is a block of Python that begins at a place, with more before each line than its head has.
func (f *finder) indented(at, head int) []byte {
	end := at
	for end < len(f.text) && end-at < aroundLoop {
		line := f.text[end:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if word := bytes.TrimLeft(line, " \t"); len(bytes.TrimSpace(word)) > 0 && len(line)-len(word) <= head {
			break
		}
		end += len(line)
	}
	return f.text[at:end]
}

// braced is a block that begins behind a brace.
func (f *finder) braced(at int) []byte {
	depth := 1
	for end := at; end < len(f.text) && end-at < aroundLoop; end++ {
		switch f.text[end] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return f.text[at:end]
			}
		}
	}
	return f.text[at:min(len(f.text), at+aroundLoop)]
}

// itself finds scripts that start an agent and themselves again, and functions that do.
func (f *finder) itself() {
	name := regexp.QuoteMeta(path.Base(f.file))
	again := lazydfa.New(`(?m)"\$0"|(?:^|[;&|(\s])(?:(?:ba|z|da)?sh|exec|nohup|source)?\s*"?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?"?\s*(?:&|"\$@"|$)|\b__file__\s*\]|\b(?:fork|spawn\w*|exec\w*)\s*\([^)\n]{0,80}__filename|\b(?:run|start|execute|call|bash|sh|python3?|node)\s+(?:\S*/)?` + name + `\b`)
	if code := path.Ext(f.file); code != ".md" {
		if at := again.FindIndex(f.text); at != nil {
			f.single(Found{Kind: Agents, Name: "itself", To: []string{}, Limited: bounded.Match(f.text), From: at[0], End: at[1]})
			return
		}
	}
	for _, m := range functionOf.FindAllSubmatchIndex(f.text, maxFound+1) {
		begin := bytes.IndexByte(f.text[m[1]:], '\n') + m[1] + 1
		line := 1 + bytes.LastIndexByte(f.text[:m[2]], '\n')
		body := f.indented(min(len(f.text), begin), indent(f.text[line:]))
		if !startsAgent.Match(body) {
			continue
		}
		if bytes.Contains(body, append(bytes.Clone(f.text[m[2]:m[3]]), '(')) {
			f.single(Found{Kind: Agents, Name: "itself", To: []string{}, Limited: bounded.Match(body), From: m[0], End: m[1]})
		}
	}
}

// indent is what a line has before its first word.
func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }
