package run

import (
	"context"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
)

// networkAdvice says for each reason to refuse a connection what to change, and
// where.
func networkAdvice(merged engine.Settings) map[egress.Reason]string {
	where := func(key string) string { return (engine.SettingPath{"run", key}).Place(merged) }
	listed := "to allow it, add the host to " + where("allowedHosts")
	return map[egress.Reason]string{
		egress.NotListed:      listed,
		egress.BadPort:        "to allow it, add the host with its port, HOST:PORT, to " + where("allowedHosts"),
		egress.IsAddress:      "a host is reached by its name alone, which stands in " + where("allowedHosts"),
		egress.Denied:         "to allow it, remove the host from " + where("deniedHosts"),
		egress.PrivateAddress: "only the network \"full\" reaches addresses that are not public: " + where("network"),
		egress.OverBudget:     "to allow more, raise " + where("maxBandwidth"),
	}
}

// networkRefusals says in one sentence what a run that failed was refused, "" when
// nothing was.
func networkRefusals(result runner.Result, connections []egress.Connection, advice map[egress.Reason]string) string {
	if result.Code == 0 {
		return ""
	}
	type place struct {
		host string
		port int
	}
	seen := map[place]bool{}
	first := egress.Connection{}
	for _, c := range connections {
		at := place{c.Host, c.Port}
		if _, known := advice[c.Reason]; (c.Allowed && c.Reason != egress.OverBudget) || !known || seen[at] {
			continue
		}
		if len(seen) == 0 {
			first = c
		}
		seen[at] = true
	}
	if len(seen) == 0 {
		return ""
	}
	more := ""
	switch n := len(seen) - 1; {
	case n == 1:
		more = ", and one to another host"
	case n > 1:
		more = fmt.Sprintf(", and others to %d hosts", n)
	}
	return fmt.Sprintf("the run was refused a connection to %s:%d%s: %s; %s", first.Host, first.Port, more, refusedWords(first.Reason), advice[first.Reason])
}

// refusedWords are why a connection was refused.
func refusedWords(reason egress.Reason) string {
	switch reason {
	case egress.NotListed:
		return "it is not in run.allowedHosts"
	case egress.BadPort:
		return "the host is listed, but not this port"
	case egress.IsAddress:
		return "it is an IP address"
	case egress.Denied:
		return "it is in run.deniedHosts"
	case egress.PrivateAddress:
		return "its address is not public"
	case egress.OverBudget:
		return "the run has moved all that run.maxBandwidth lets it"
	}
	return string(reason)
}

// noNetwork says of a run that failed that it had no network, where a program of the
// command is known to reach it; "" else. What the programs tried is not known: the
// kernel refuses them the socket.
func (j *Job) noNetwork(ctx context.Context, result runner.Result) string {
	asker, ok := j.decider.(interface {
		Ask(ctx context.Context, profile, entry string, input, target any) error
	})
	if result.Code == 0 || j.Boundary.Network != "none" || !ok || j.answer.Facts == nil {
		return ""
	}
	var names []string
	input := map[string]any{"facts": j.answer.Facts}
	if err := asker.Ask(context.WithoutCancel(ctx), j.answer.Profile, "data.skillctl.exec.network.reaching", input, &names); err != nil || len(names) == 0 {
		return "" // it is an aid alone
	}
	return fmt.Sprintf("the run had no network, which %s may need: %s is %q; \"restricted\" with run.allowedHosts, or \"full\", gives it one",
		strings.Join(names, ", "), (engine.SettingPath{"run", "network"}).Place(j.Merged), j.Boundary.Network)
}
