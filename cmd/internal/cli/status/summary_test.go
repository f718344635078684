package status

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/schema"
)

// TestSummary counts requests of every kind, and holds the answer against the schema.
func TestSummary(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	made := func(run, command, effect string, state audit.State, asked ...string) *audit.Run {
		at = at.Add(time.Second)
		return &audit.Run{State: state, First: &audit.Record{
			Run: run, Time: at, Request: &audit.Request{Command: &command, Cwd: "/w", Agent: "a"},
			Decision: &audit.Decision{Effect: effect, Asked: asked, Reasons: []audit.Reason{{Rule: "exec/strict/program", Effect: effect, Message: "m"}}},
		}}
	}
	text := "approved"
	runs := []*audit.Run{
		made("1", "old", "deny", audit.Refused, "r"), // asked again below
		made("2", "approved", "deny", audit.Refused, "r"),
		made("3", "expired", "deny", audit.Refused, "r"),
		made("4", "never", "deny", audit.Refused),
		made("5", "ls", "allow", audit.Ended),
		made("6", "sleep", "warn", audit.Running),
		made("7", "dialog", "ask", audit.Told),
		made("8", "old", "deny", audit.Refused, "r"),
		made("9", "later", "deny", audit.Refused, "r"),
		made("10", "later", "allow", audit.Ended),
		{State: audit.Unclear, First: &audit.Record{Run: "11", Time: at}}, // says nothing
	}
	entry := func(command string, state approval.State) approval.Entry {
		return approval.Entry{State: state, Record: &approval.Record{Binding: approval.Binding{Cwd: "/w", Agent: "a", Command: &command}}}
	}
	s := summarize(runs, []approval.Entry{entry(text, approval.Active), entry("expired", approval.Expired)})
	s.Since = at
	ids := func(list []request) (out []string) {
		for _, r := range list {
			out = append(out, r.Run)
		}
		return out
	}
	for _, c := range []struct {
		name string
		got  []request
		want string
	}{{"denied", s.Denied, `["4"]`}, {"unanswered", s.Unanswered, `["3","8"]`}, {"running", s.Running, `["6"]`}} {
		if got, _ := json.Marshal(ids(c.got)); string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := s.Agents[0].Effects; len(s.Agents) != 1 || got["ask"] != 6 || got["deny"] != 1 || got["allow"] != 2 || got["warn"] != 1 {
		t.Errorf("agents: %v", s.Agents)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	for _, v := range schema.New().Validate(schema.Status, document) {
		t.Errorf("%s: %s", schema.PathString(v.Path), v.Message)
	}
}

// TestApproveRecorded wants nothing proposed that does not work: no agent that is noted
// alone, and no approval of what cannot have one.
func TestApproveRecorded(t *testing.T) {
	t.Parallel()
	command := "ls x"
	for name, test := range map[string]struct {
		request  audit.Request
		fleeting bool
		want     string
	}{
		"an agent":          {audit.Request{Command: &command, Agent: "bot"}, false, "skillctl approvals approve --agent bot --yes --reason WHY -c 'ls x'"},
		"a client":          {audit.Request{Command: &command, Agent: "mcp:me", Noted: true}, false, "skillctl approvals approve --yes --reason WHY -c 'ls x'"},
		"what can change":   {audit.Request{Command: &command, Agent: "bot"}, true, "it cannot be approved ahead of time, since what would run can change until then"},
		"code for a shell":  {audit.Request{Command: &command, Language: "bash"}, false, "code in bash cannot be approved ahead of time; `skillctl allow PROGRAM` allows a program that it uses"},
		"code of a client":  {audit.Request{Argv: []string{"run_code"}, Language: "python"}, true, "code in python cannot be approved ahead of time; `skillctl allow PROGRAM` allows a program that it uses"},
		"code from a file":  {audit.Request{Argv: []string{"python3", "a.py"}, Language: "python"}, false, "skillctl approvals approve --yes --reason WHY -- python3 a.py"},
		"no other variable": {audit.Request{Command: &command, Env: []string{"A"}}, false, "skillctl approvals approve --env A=VALUE --yes --reason WHY -c 'ls x'"},
	} {
		test.request.Cwd = "/w"
		if got := run.ApproveRecorded(&test.request, &audit.Decision{Fleeting: test.fleeting}, "/w", false); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestNotedAgent has an approval that names no agent answer what a client asked.
func TestNotedAgent(t *testing.T) {
	t.Parallel()
	command := "ls"
	for noted, want := range map[bool]int{true: 0, false: 1} {
		asked := &audit.Run{State: audit.Refused, First: &audit.Record{
			Run: "1", Request: &audit.Request{Command: &command, Cwd: "/w", Agent: "mcp:me", Noted: noted}, Decision: &audit.Decision{Effect: "ask", Asked: []string{"r"}},
		}}
		given := approval.Entry{State: approval.Active, Record: &approval.Record{Binding: approval.Binding{Cwd: "/w", Command: &command}}}
		if got := summarize([]*audit.Run{asked}, []approval.Entry{given}).Unanswered; len(got) != want {
			t.Errorf("noted %t: %d wait, want %d", noted, len(got), want)
		}
	}
}
