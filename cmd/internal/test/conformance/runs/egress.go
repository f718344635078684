package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner/egress"
)

// egressRow is a row of the suite "egress"; which fields it has depends on its
// class.
type egressRow struct {
	Class   string `json:"class"`
	Pattern string `json:"pattern"`
	Host    string `json:"host"`
	Port    int    `json:"port"`
	Request string `json:"request"`
	Config  struct {
		Network string   `json:"network"`
		Allowed []string `json:"allowedHosts"`
		Denied  []string `json:"deniedHosts"`
		Mode    string   `json:"mode"`
		Create  string   `json:"network_create"`
		Docker  string   `json:"docker"`
	} `json:"config"`
	Expect   string            `json:"expect"`
	Hardened string            `json:"hardened_expect"`
	Reason   string            `json:"reason"`
	Headers  map[string]string `json:"headers"`
	Body     string            `json:"body"`
}

// want is what the row asks of a careful system.
func (r *egressRow) want() string {
	if r.Hardened != "" {
		return r.Hardened
	}
	return r.Expect
}

// reach are the words of this suite, by how much they let through.
func reach() map[string]int {
	return map[string]int{
		"valid": 1, "allow": 1, "200": 1, "reachable": 1, "host/port": 1, "invalid": 2, "deny": 2, "403": 2, "EOF": 2, "unreachable": 2, "nxdomain": 2, "400 Bad Request": 2,
		"config_error": 2,
	}
}

// Egress is the suite of what a run can reach: patterns of hosts, the proxy, and
// the boundary around a run.
func Egress(parts Parts) conformance.Suite {
	decider := exec.New()
	outside := newOutside()
	held := &held{decider: decider, outside: outside, parts: parts}
	return conformance.Suite{Name: "egress", Shapes: egressShapes(), Close: func() error { return errors.Join(held.close(), outside.close()) }, Run: func(ctx context.Context, raw json.RawMessage) (conformance.Result, error) {
		var row egressRow
		if err := decode(raw, &row); err != nil {
			return conformance.Result{}, err
		}
		switch {
		case row.Class == "pattern-validate":
			return row.pattern(), nil
		case row.Class == "host-match":
			return row.match(), nil
		case row.Config.Network == "none" && len(row.Config.Allowed) > 0:
			return row.contradicts(ctx, decider)
		}
		if ask, ok := parseAsk(row.Request); ok {
			return row.proxy(ctx, outside, ask)
		}
		return held.answer(ctx, &row)
	}}
}

func (r *egressRow) pattern() conformance.Result {
	got, says := "valid", ""
	if err := egress.CheckPattern(r.Pattern); err != nil {
		got, says = "invalid", err.Error()
	}
	return differs(fmt.Sprintf("%q %s", r.Pattern, says), got, r.want(), reach())
}

// match asks the rules about a host. Patterns that are none allow nothing.
func (r *egressRow) match() conformance.Result {
	got := "deny"
	rules, err := egress.NewRules(r.Config.Allowed, r.Config.Denied)
	if err == nil {
		const tls = 443
		if _, refusal := rules.Judge(http.MethodConnect, r.Host, tls); refusal == nil {
			got = "allow"
		} else {
			err = refusal
		}
	}
	return differs(fmt.Sprintf("%q: %v", r.Host, err), got, r.want(), reach())
}

// contradicts draws a boundary from settings that say two things.
func (r *egressRow) contradicts(ctx context.Context, decider *exec.Decider) (conformance.Result, error) {
	got := "valid"
	_, err := drawn(ctx, decider, anywhere(), setting{r.Config.Network, []string{"run", "network"}}, setting{texts(r.Config.Allowed), []string{"run", "allowedHosts"}})
	switch {
	case errors.Is(err, errSettings):
		got = "config_error"
	case err != nil:
		return conformance.Result{}, err
	}
	return differs(r.Config, got, r.want(), reach()), nil
}

// proxy sends the request of a row through a real proxy.
func (r *egressRow) proxy(ctx context.Context, outside *outside, ask ask) (conformance.Result, error) {
	allowed := r.Config.Allowed
	if len(allowed) == 0 || r.Class == "measured" {
		// Rows about reading a request name no rules; measured ones name theirs in
		// the request.
		allowed = []string{"example.com", "allowed.test"}
	}
	var options []egress.Option
	if r.Config.Mode == "limited" {
		options = append(options, egress.WithMethods(http.MethodGet, http.MethodHead, http.MethodOptions))
	}
	answer, err := outside.send(ctx, ask, allowed, options...)
	if err != nil {
		return conformance.Result{}, err
	}
	if answer.status == "" {
		return conformance.Result{}, fmt.Errorf("%q: the proxy gave no answer", r.Request)
	}
	got := answer.word(r.want())
	for name, value := range r.Headers {
		if seen := answer.header.Get(name); seen != value {
			got = fmt.Sprintf("%s: %s", name, seen)
		}
	}
	if !strings.HasPrefix(answer.body, r.Body) {
		got = fmt.Sprintf("body %q", answer.body)
	}
	if r.want() == "host/port" && (answer.host != r.Host || answer.port != r.Port) {
		got = fmt.Sprintf("host %s, port %d", answer.host, answer.port)
		if answer.reached == "" {
			return conformance.Result{Outcome: conformance.Stricter, Detail: fmt.Sprintf("%s: %s, refused: %s; wanted %s:%d", r.Request, got, answer.status, r.Host, r.Port)}, nil
		}
	}
	return differs(r.Request, got, r.want(), reach()), nil
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}
