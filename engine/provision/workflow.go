package provision

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	headOf   = lazydfa.New(`(?m)^[ \t]*(?:-[ \t]*)?ref:[ \t]*.*(?:github\.event\.pull_request\.head\.(?:sha|ref)|github\.head_ref|refs/pull/)`)
	mayWrite = lazydfa.New(`(?m):[ \t]*write(?:-all)?\b|\bsecrets\.[A-Za-z_]|\bsecrets\[`)
	usesOf   = lazydfa.New(`(?m)^[ \t]*(?:-[ \t]*)?(uses|run):[ \t]*["']?([^\s"'#]*)`)
	handsAll = lazydfa.New(`(?i)\$\{\{\s*tojson\s*\(\s*secrets\s*\)\s*\}\}`)
)

// workflows finds what a workflow gives to others: a stranger's changes run with its rights,
// or all secrets are handed to an action.
func (f *finder) workflows() {
	if at := bytes.Index(f.text, []byte("pull_request_target")); at >= 0 {
		begin, end := f.around(at)
		if m := headOf.FindIndex(f.text[begin:end]); m != nil && mayWrite.Match(f.text[begin:end]) {
			f.add(Found{Kind: Head, Name: "pull_request_target", To: []string{"whoever opens a pull request"}, From: begin + m[0], End: begin + m[1]})
		}
	}
	for _, m := range handsAll.FindAllIndex(f.text, maxFound+1) {
		begin, _ := f.around(m[0])
		steps := usesOf.Compiled().FindAllSubmatch(f.text[max(begin, m[0]-reach):m[0]], -1)
		if n := len(steps); n > 0 && string(steps[n-1][1]) == "uses" {
			f.add(Found{Kind: Secrets, Name: "secrets", To: []string{string(steps[n-1][2])}, From: m[0], End: m[1]})
		} else {
			f.allSecrets(m[0], m[1], n > 0)
		}
	}
}
