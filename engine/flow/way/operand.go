package way

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// Senders are programs that send something to another machine, as commands name them.
func Senders() []string {
	return []string{"curl", "wget", "nc", "ncat", "netcat", "scp", "rsync", "sftp", "ftp", "telnet", "http", "https", "xh", "socat", "mail", "mailx", "sendmail", "invoke-webrequest", "iwr", "irm", "dig", "nslookup", "host", "git"}
}

// operandTable is what calls.json says of programs that take files and machines alike.
type operandTable struct {
	Operands struct {
		// Colon are those whose words without a scheme name another machine only before a colon,
		// as in "host:path".
		Colon []string `json:"colon"`
		// None are those that have addresses or names of their own for it.
		None []string `json:"none"`
	} `json:"operands"`
}

var operands = sync.OnceValue(func() *operandTable {
	t := &operandTable{}
	policies.Table("calls", t)
	return t
})

// maxOperands is how far behind the name of a program its words are looked at as its own.
const maxOperands = 64

// MayName reports whether the last of some words of a command may name another machine without a
// scheme: for a program that copies files a word without a colon is a file.
func MayName(words []string) bool {
	t := operands().Operands
	last := strings.Trim(words[len(words)-1], `"'`)
	for _, w := range slices.Backward(words[max(0, len(words)-1-maxOperands) : len(words)-1]) {
		switch name := strings.ToLower(path.Base(strings.Trim(w, `"'(`))); {
		case slices.Contains(t.Colon, name):
			before, _, ok := strings.Cut(last, ":")
			return ok && !strings.Contains(before, "/")
		case slices.Contains(Senders(), name):
			return true
		case slices.Contains(t.None, name):
			return false
		}
	}
	return true
}
