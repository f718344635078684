package policies

import (
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/internal/jsontable"
)

// Table decodes the table of a name: "zeroclaw" is tables/zeroclaw.json. The tables are
// part of the program, so that one which cannot be decoded is a fault of the build: it
// panics, and the tests of whoever reads it read it.
func Table(name string, into any) {
	if err := Read("tables/"+name+".json", into); err != nil {
		panic(fmt.Sprintf("read embedded table %s.json: %v", name, err))
	}
}

// Read decodes a file of [FS] that is JSON, as [Table] does.
func Read(file string, into any) error {
	text, err := fs.ReadFile(FS(), file)
	if err != nil {
		return fmt.Errorf("read what is embedded: %w", err)
	}
	return jsontable.Decode(string(text), into)
}
