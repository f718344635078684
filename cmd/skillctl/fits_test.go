package main

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skillctl/skillctl/schema"
)

// fits KIND FILE... wants every JSON value of the files ("stdout" for the last
// output) to have the shape of the kind; a list is taken apart where the kind is
// that of its entries.
func fits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: fits KIND FILE...")
	}
	shapes, kind := schema.New(), schema.Kind(args[0])
	for _, file := range args[1:] {
		values := 0
		decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
		for {
			var value any
			err := decoder.Decode(&value)
			if errors.Is(err, io.EOF) {
				break
			}
			ts.Check(err)
			list, ok := value.([]any)
			if !ok {
				list = []any{value}
			}
			for _, value := range list {
				values++
				for _, v := range shapes.Validate(kind, value) {
					ts.Fatalf("%s, value %d: %s: %s", file, values, schema.PathString(v.Path), v.Message)
				}
			}
		}
		if values == 0 {
			ts.Fatalf("%s holds nothing", file)
		}
	}
}
