package scan

import (
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/policies"
)

// signature is one row of policies/tables/magic.json.
type signature struct {
	Type  string `json:"type"`
	Class string `json:"class"`
	part
	Also []part `json:"also"`
}

type part struct {
	At    int    `json:"at"`
	Hex   string `json:"hex"`
	bytes []byte
}

type signatures struct {
	Magic      []signature         `json:"magic"`
	Extensions map[string]Expected `json:"extensions"`
	// first holds the rows that start at offset 0 by their first byte, deep
	// the others; both keep the order of the table.
	first [256][]int
	deep  []int
}

type scripts struct {
	Interpreters map[string][]string `json:"interpreters"`
	Extensions   map[string][]string `json:"extensions"`
	byProgram    map[string]string
	byExtension  map[string]string
}

// The tables are embedded and read once, at the first use. A table that
// cannot be read is a fault of the build: it panics, and a test reads them.
var (
	magicTable  = sync.OnceValue(readMagic)
	scriptTable = sync.OnceValue(readScripts)
)

func readMagic() *signatures {
	t := &signatures{}
	policies.Table("magic", t)
	for i := range t.Magic {
		row := &t.Magic[i]
		row.bytes = unhex(row.Hex)
		for j := range row.Also {
			row.Also[j].bytes = unhex(row.Also[j].Hex)
		}
		if row.At == 0 {
			t.first[row.bytes[0]] = append(t.first[row.bytes[0]], i)
		} else {
			t.deep = append(t.deep, i)
		}
	}
	return t
}

func readScripts() *scripts {
	t := &scripts{byProgram: map[string]string{}, byExtension: map[string]string{}}
	policies.Table("scripts", t)
	for lang, names := range t.Interpreters {
		for _, name := range names {
			t.byProgram[name] = lang
		}
	}
	for lang, exts := range t.Extensions {
		for _, ext := range exts {
			t.byExtension["."+ext] = lang
		}
	}
	return t
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) == 0 {
		panic(fmt.Sprintf("embedded table magic.json: bad bytes %q", s))
	}
	return b
}
