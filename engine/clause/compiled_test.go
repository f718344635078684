package clause

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write needs.bin anew")

// TestCompiled: parsing the expressions of all tables anew gives what is embedded.
func TestCompiled(t *testing.T) {
	t.Parallel()
	parts := map[string]string{}
	for _, p := range allPatterns() {
		expression := p.re.String()
		parts[expression] = string(needsOf(expression))
	}
	branches := 0
	for kind, s := range remarks().kinds {
		expression := s.all.String()
		all := branchesOf(s.before, expression[len(s.before):len(expression)-len(s.behind)], s.behind)
		part := writeBranches(all)
		read := readBranches(part)
		for i := range all {
			if len(read) != len(all) || read[i].expression != all[i].expression || read[i].needs != all[i].needs {
				t.Fatalf("%s: what is written of its branches says something else", kind)
			}
		}
		parts[expression] = part
		branches += len(all)
	}
	if len(parts) < 50 || branches < 300 {
		t.Fatalf("only %d expressions, %d branches", len(parts), branches)
	}
	want := writeCompiled(parts)
	if *update {
		if err := os.WriteFile("needs.bin", want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if compiledNeeds != string(want) {
		t.Fatalf("needs.bin is not what the expressions of the tables need (%d bytes, want %d): run go generate ./policies", len(compiledNeeds), len(want))
	}
	for expression, part := range parts {
		if found, ok := compiled(expression); !ok || found != part {
			t.Errorf("another part is found for %.60q", expression)
		}
	}
	if _, ok := compiled("(?i)changed since"); ok {
		t.Error("what an expression needs that is not there is known")
	}
}

func allPatterns() []*pattern {
	all := words()
	patterns := []*pattern{all.quiet, all.unasked, all.when, all.heed, all.places, all.handed, all.untold, all.ruined, remarks().looked}
	for _, kind := range all.names {
		patterns = append(patterns, all.objects[kind])
	}
	for _, kind := range all.sinkNames {
		patterns = append(patterns, all.sinks[kind])
	}
	for _, k := range rulings().kinds {
		patterns = append(patterns, k.pattern)
	}
	return patterns
}
