package provision

import (
	"slices"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Expressions over programs that look at a clipboard and put something into it, and the forms of
// numbers that money is sent to.
var (
	clipReads  = lazydfa.New(`(?i)\b(?:pyperclip|clipboard\w*|xerox|klembord|copykitten)\.(?:paste|read\w*|get\w*)\s*\(|\bclipboard\.readText\b|\bpbpaste\b|\bwl-paste\b|\bxclip\b[^\n]*-o\b|\bxsel\b[^\n]*(?:-o|--output)\b|\bGet-Clipboard\b|\bGetClipboardData\b|Clipboard(?:\]::|\.)GetText|\bclipboard_get\b`)
	clipWrites = lazydfa.New(`(?i)\b(?:pyperclip|clipboard\w*|xerox|klembord|copykitten)\.(?:copy|write\w*|set\w*)\s*\(|\bclipboard\.writeText\b|\bpbcopy\b|\bwl-copy\b|\bxclip\b|\bxsel\b|\bSet-Clipboard\b|\bSetClipboard(?:Text|Data)\b|Clipboard(?:\]::|\.)SetText|\bclipboard_append\b`)
	account    = lazydfa.New("[\"'`](bc1[a-z0-9]{25,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|[LM][1-9A-HJ-NP-Za-km-z]{26,33}|D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32}|[1-9A-HJ-NP-Za-km-z]{43,44})[\"'`]")
)

// swaps finds the account of somebody in a program that looks at the clipboard and puts something
// into it: what was copied there to be paid is then another one.
func (f *finder) swaps() {
	if !clipReads.Match(f.text) || !clipWrites.Match(f.text) {
		return
	}
	for _, m := range account.FindAllSubmatchIndex(f.text, maxFound) {
		who := f.text[m[2]:m[3]]
		letters := slices.Clone(who)
		slices.Sort(letters)
		if len(slices.Compact(letters)) >= 12 {
			f.add(Found{Kind: Swap, Name: "clipboard", To: []string{string(who)}, From: m[2], End: m[3]})
			return
		}
	}
}
