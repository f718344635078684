package otlp

import (
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/log"

	"github.com/skillctl/skillctl/engine/audit"
)

// event is the name of the events that runs are.
const event = "skillctl.run"

// record is the log record of a run. Attributes have the names of OpenTelemetry's
// conventions where these have one, and begin with "skillctl." elsewhere.
func record(run *audit.Run) log.Record {
	var r log.Record
	first := run.First
	r.SetEventName(event)
	r.SetTimestamp(first.Time)
	add := func(name, value string) {
		if value != "" {
			r.AddAttributes(attribute.String(name, value))
		}
	}
	add("skillctl.run", first.Run)
	add("skillctl.state", string(run.State))
	add("skillctl.hash", first.Hash)
	r.AddAttributes(attribute.Int64("skillctl.sequence", int64(first.Seq)))
	line := ""
	if q := first.Request; q != nil {
		line = q.Line()
		add("process.command_line", line)
		add("process.working_directory", q.Cwd)
		add("skillctl.agent", q.Agent)
		add("skillctl.skill", q.Skill)
		add("skillctl.tool", q.Tool)
		add("skillctl.profile", q.Profile)
		add("skillctl.session", q.Session)
	}
	r.SetBody(attribute.StringValue(line))
	if d := first.Decision; d != nil {
		level, text := severity(d.Effect)
		r.SetSeverity(level)
		r.SetSeverityText(text)
		add("skillctl.effect", d.Effect)
		add("skillctl.policy", d.Policy)
		if len(d.Reasons) > 0 {
			add("skillctl.rule", d.Reasons[0].Rule)
			r.SetBody(attribute.StringValue(d.Reasons[0].Message))
		}
	}
	if run.Last != nil && run.Last.Result != nil {
		ended(&r, run.Last.Result)
	}
	return r
}

// ended adds how a run ended.
func ended(r *log.Record, result *audit.Result) {
	r.AddAttributes(
		attribute.Int("process.exit.code", result.Code), attribute.String("skillctl.ended", result.Ended), attribute.Int64("skillctl.duration_ms", result.DurationMS),
	)
	if result.Error != "" {
		r.AddAttributes(attribute.String("error.message", result.Error))
	}
	if hosts := len(result.Connections) + int(result.More); hosts > 0 {
		r.AddAttributes(attribute.Int("skillctl.connections", hosts))
	}
}
