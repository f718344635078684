package runs

import (
	"context"
	"errors"
	"flag"
	"os"
	"testing"

	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/internal/test/rowtest"
)

var update = flag.Bool("update", false, "write the places that rows may be changed at anew")

func rows() string { return "../../../../../testdata/conformance" }

// still are parts with which nothing runs.
func still() Parts {
	none := func(context.Context) (string, error) { return "", errors.New("nothing is run in this test") }
	return Parts{Image: none, Shim: none}
}

// TestRows changes rows at every place; see the test of the name in
// internal/test/conformance.
func TestRows(t *testing.T) {
	t.Parallel()
	rowtest.Golden(t, os.DirFS(rows()), Suites(still()), "testdata/open.txt", *update)
}

func fuzz(f *testing.F, suite conformance.Suite) {
	f.Helper()
	rowtest.Fuzz(f, os.DirFS(rows()), suite)
}

func FuzzAgentZero(f *testing.F) {
	fuzz(f, conformance.Join([]conformance.Suite{conformance.AgentZero()}, AgentZero())[0])
}
func FuzzCodeExec(f *testing.F) {
	fuzz(f, conformance.Join([]conformance.Suite{conformance.CodeExec()}, CodeExec())[0])
}
func FuzzEgress(f *testing.F)     { fuzz(f, Egress(still())) }
func FuzzContainers(f *testing.F) { fuzz(f, Containers(still())) }
func FuzzInstall(f *testing.F)    { fuzz(f, Install()) }
func FuzzSkills(f *testing.F)     { fuzz(f, Skills()) }
