package runs

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/internal/test/conformance"
)

// TestSuites holds the project's copies of the rows to what they say, and every
// row that can be asked here to having been asked. Rows that want a container are
// left out unless SKILLCTL_BOUNDARY is set.
func TestSuites(t *testing.T) {
	t.Parallel()
	folder := os.DirFS("../../../../../testdata/conformance")
	deviations, err := conformance.ReadDeviations(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	parts := Built("../../../../..")
	if os.Getenv("SKILLCTL_BOUNDARY") == "" && os.Getenv("SKILLCTL_NEED_DOCKER") == "" {
		parts.Image = func(context.Context) (string, error) { return "", errors.New("`make boundary` runs containers") }
	}
	here := Suites(parts)
	for _, suite := range conformance.Join(conformance.Suites(), here...) {
		if !slices.ContainsFunc(here, func(s conformance.Suite) bool { return s.Name == suite.Name }) {
			continue // internal/test/conformance tries it
		}
		t.Run(suite.Name, func(t *testing.T) {
			t.Parallel()
			tally, err := conformance.RunSuite(t.Context(), folder, suite)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(tally.String())
			for _, d := range tally.Differences {
				t.Logf("%s: %s: %s", d.ID, d.Outcome, d.Detail)
				if d.Outcome == conformance.Failed {
					t.Errorf("%s failed", d.ID)
				}
			}
			for _, d := range deviations.Undeclared(&tally) {
				t.Errorf("%s: looser: %s", d.ID, d.Detail)
			}
			if tally.Agree == 0 {
				t.Errorf("%s: nothing agrees", tally.String())
			}
		})
	}
}
