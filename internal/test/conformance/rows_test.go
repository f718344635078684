package conformance_test

import (
	"flag"
	"os"
	"testing"

	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/internal/test/rowtest"
)

var update = flag.Bool("update", false, "write the places that rows may be changed at anew")

func rows() string { return "../../../testdata/conformance" }

// TestRows changes rows at every place. testdata/open.txt has the places at which
// a changed row is still taken: data that may be of every kind, what may be
// missing, and what is for people.
func TestRows(t *testing.T) {
	t.Parallel()
	rowtest.Golden(t, os.DirFS(rows()), conformance.Suites(), "testdata/open.txt", *update)
}

func fuzz(f *testing.F, suite conformance.Suite) {
	f.Helper()
	rowtest.Fuzz(f, os.DirFS(rows()), suite)
}

func FuzzIdioms(f *testing.F)         { fuzz(f, conformance.Idioms()) }
func FuzzBypass(f *testing.F)         { fuzz(f, conformance.Bypass()) }
func FuzzOpenClawConfig(f *testing.F) { fuzz(f, conformance.OpenClawConfig()) }
func FuzzOpenClawExec(f *testing.F)   { fuzz(f, conformance.OpenClawExec()) }
func FuzzOpenClawEnv(f *testing.F)    { fuzz(f, conformance.OpenClawEnv()) }
func FuzzZeroClawAudit(f *testing.F)  { fuzz(f, conformance.ZeroClawAudit()) }
func FuzzZeroClawShell(f *testing.F)  { fuzz(f, conformance.ZeroClawShell()) }
