package run

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
)

func TestNetworkRefusals(t *testing.T) {
	advice := map[egress.Reason]string{egress.NotListed: "add it", egress.Denied: "remove it"}
	one := egress.Connection{Host: "a.example", Port: 443, Reason: egress.NotListed}
	denied := egress.Connection{Host: "b.example", Port: 80, Reason: egress.Denied}
	fine := egress.Connection{Host: "c.example", Port: 443, Allowed: true, Reason: egress.Listed}
	for name, c := range map[string]struct {
		code        int
		connections []egress.Connection
		want        string
	}{
		"it succeeded":    {0, []egress.Connection{one}, ""},
		"nothing refused": {1, []egress.Connection{fine}, ""},
		"not reached":     {1, []egress.Connection{{Host: "d", Reason: egress.NotReached}}, ""},
		"one, twice":      {1, []egress.Connection{fine, one, one}, "the run was refused a connection to a.example:443: it is not in run.allowedHosts; add it"},
		"two":             {1, []egress.Connection{denied, one}, "the run was refused a connection to b.example:80, and one to another host: it is in run.deniedHosts; remove it"},
	} {
		if got := networkRefusals(runner.Result{Code: c.code}, c.connections, advice); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	for reason := range networkAdvice(engine.PlainSettings{}) {
		if words := refusedWords(reason); !strings.Contains(words, " ") {
			t.Errorf("%s has no words: %q", reason, words)
		}
	}
}
