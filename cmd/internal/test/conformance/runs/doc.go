// Package runs has the conformance rows that are about runs: what a boundary
// says in numbers, which files leave, how output is shown, how long it is
// recorded, and what a run can reach. The engine does not know the runner, so
// that these rows are answered above both.
package runs

import (
	"encoding/json"
	"fmt"

	"github.com/skillctl/skillctl/internal/test/conformance"
)

// Suites returns the suites of this package, some of which complete those of
// internal/test/conformance.
func Suites(parts Parts) []conformance.Suite {
	return []conformance.Suite{CodeExec(), AgentZero(), Egress(parts), Containers(parts), Install(), Skills()}
}

// differs compares two words of a row. ranks says how strict a word is.
func differs(what any, got, want string, ranks map[string]int) conformance.Result {
	if got == want {
		return conformance.Result{}
	}
	outcome := conformance.Stricter
	if ranks[got] <= ranks[want] {
		outcome = conformance.Looser
	}
	return conformance.Result{Outcome: outcome, Detail: fmt.Sprintf("%v: %s; wanted %s", what, got, want)}
}

// unknown says that nothing answers rows of a class.
func unknown(class string) error { return fmt.Errorf("class %q: nothing here answers it", class) }

func decode(raw json.RawMessage, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("read row: %w", err)
	}
	return nil
}
