package policies

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// Table decodes the table of a name: "zeroclaw" is tables/zeroclaw.json. The tables are
// part of the program, so that one which cannot be decoded is a fault of the build: it
// panics, and the tests of whoever reads it read it.
func Table(name string, into any) {
	text, err := fs.ReadFile(FS(), "tables/"+name+".json")
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(fmt.Sprintf("read embedded table %s.json: %v", name, err))
	}
}
