package audit

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Producer is who wrote a record, for formats that say so.
type Producer struct {
	// Version is that of skillctl, Device the name of this machine; both may be "".
	Version, Device string
}

// ocsfVersion is the release of the Open Cybersecurity Schema Framework that events are
// written for (schema.ocsf.io).
const ocsfVersion = "1.3.0"

// The numbers of Process Activity in OCSF: the class, what was asked for (that a process
// is launched), and both in one.
const (
	ocsfSystem  = 1
	ocsfProcess = 1007
	ocsfLaunch  = 1
	ocsfType    = ocsfProcess*100 + ocsfLaunch
)

// ocsfEvent is a Process Activity with the profile Security Control: a request to launch
// a process, and what a control did about it. Times are milliseconds since 1970.
type ocsfEvent struct {
	ActivityID    int             `json:"activity_id"`
	CategoryUID   int             `json:"category_uid"`
	ClassUID      int             `json:"class_uid"`
	TypeUID       int             `json:"type_uid"`
	Time          int64           `json:"time"`
	EndTime       int64           `json:"end_time,omitempty"`
	Duration      int64           `json:"duration,omitempty"`
	SeverityID    int             `json:"severity_id"`
	StatusID      int             `json:"status_id"`
	ActionID      int             `json:"action_id"`
	DispositionID int             `json:"disposition_id"`
	IsAlert       bool            `json:"is_alert"`
	ExitCode      *int            `json:"exit_code,omitempty"`
	Message       string          `json:"message,omitempty"`
	Metadata      ocsfMetadata    `json:"metadata"`
	Device        ocsfDevice      `json:"device"`
	Actor         ocsfActor       `json:"actor"`
	Process       ocsfProcessPart `json:"process"`
	Policy        *ocsfPolicy     `json:"policy,omitempty"`
	// Unmapped has what OCSF has no place for.
	Unmapped map[string]string `json:"unmapped,omitempty"`
}

type ocsfMetadata struct {
	Version  string      `json:"version"`
	UID      string      `json:"uid"`
	Sequence uint64      `json:"sequence"`
	LogName  string      `json:"log_name"`
	Profiles []string    `json:"profiles"`
	Product  ocsfProduct `json:"product"`
}

type ocsfProduct struct {
	Name    string `json:"name"`
	Vendor  string `json:"vendor_name"`
	Version string `json:"version,omitempty"`
}

type ocsfDevice struct {
	TypeID   int    `json:"type_id"`
	Hostname string `json:"hostname,omitempty"`
}

type ocsfActor struct {
	AppName string `json:"app_name"`
}

type ocsfProcessPart struct {
	CommandLine string `json:"cmd_line"`
	UID         string `json:"uid"`
}

type ocsfPolicy struct {
	Name string `json:"name,omitempty"`
	UID  string `json:"uid,omitempty"`
}

// The numbers of OCSF for how bad an event is, how it ended, and what was done.
const (
	ocsfInformational, ocsfLow, ocsfMedium      = 1, 2, 3
	ocsfStatusUnknown, ocsfSuccess, ocsfFailure = 0, 1, 2
	ocsfActionUnknown, ocsfAllowed, ocsfDenied  = 0, 1, 2
	ocsfDispositionUnknown, ocsfBlocked         = 0, 2
	ocsfLogged                                  = 17
)

// ExportEvents writes runs as events of the Open Cybersecurity Schema Framework, class
// Process Activity, an object a line.
func ExportEvents(w io.Writer, runs []*Run, by Producer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for _, run := range runs {
		if err := out.Encode(run.event(by)); err != nil {
			return fmt.Errorf("write event of run %q: %w", run.First.Run, err)
		}
	}
	return nil
}

func (r *Run) event(by Producer) ocsfEvent {
	first := r.First
	e := ocsfEvent{
		ActivityID: ocsfLaunch, CategoryUID: ocsfSystem, ClassUID: ocsfProcess, TypeUID: ocsfType, Time: first.Time.UnixMilli(),
		SeverityID: ocsfInformational, StatusID: ocsfStatusUnknown, ActionID: ocsfActionUnknown, DispositionID: ocsfDispositionUnknown,
		Metadata: ocsfMetadata{
			Version: ocsfVersion, UID: first.Hash, Sequence: first.Seq, LogName: "skillctl audit", Profiles: []string{"security_control"},
			Product: ocsfProduct{Name: "skillctl", Vendor: "skillctl", Version: by.Version},
		},
		Device: ocsfDevice{Hostname: by.Device}, Actor: ocsfActor{AppName: "skillctl"}, Process: ocsfProcessPart{UID: first.Run},
		Unmapped: map[string]string{"state": string(r.State)},
	}
	if q := first.Request; q != nil {
		if q.Agent != "" {
			e.Actor.AppName = q.Agent
		}
		e.Process.CommandLine = q.Line()
		for name, value := range map[string]string{"cwd": q.Cwd, "skill": q.Skill, "tool": q.Tool, "profile": q.Profile, "session": q.Session} {
			if value != "" {
				e.Unmapped[name] = value
			}
		}
	}
	e.decided(first)
	if r.Last != nil && r.Last.Result != nil {
		e.ended(r.Last.Time, r.Last.Result)
	}
	return e
}

// decided says what was done about the request, and why.
func (e *ocsfEvent) decided(first *Record) {
	d := first.Decision
	if d == nil {
		return
	}
	e.Policy = &ocsfPolicy{UID: d.Policy}
	e.Unmapped["effect"] = d.Effect
	if len(d.Reasons) > 0 {
		e.Policy.Name, e.Message = d.Reasons[0].Rule, d.Reasons[0].Message
	}
	if d.Observed { // no control has done anything; that release has no action for it
		e.DispositionID = ocsfLogged
		return
	}
	switch d.Effect {
	case "allow":
		e.ActionID, e.DispositionID = ocsfAllowed, ocsfAllowed
	case "warn":
		e.ActionID, e.DispositionID, e.SeverityID = ocsfAllowed, ocsfAllowed, ocsfLow
	case "deny":
		e.ActionID, e.DispositionID, e.SeverityID, e.StatusID, e.IsAlert = ocsfDenied, ocsfBlocked, ocsfMedium, ocsfFailure, true
	case "ask":
		e.SeverityID = ocsfLow
		if first.Kind == Decided { // nobody said yes
			e.ActionID, e.DispositionID, e.StatusID = ocsfDenied, ocsfBlocked, ocsfFailure
		}
	}
}

func (e *ocsfEvent) ended(at time.Time, r *Result) {
	e.EndTime, e.Duration, e.ExitCode = at.UnixMilli(), r.DurationMS, &r.Code
	e.StatusID = ocsfSuccess
	if r.Code != 0 || r.Ended != "exited" {
		e.StatusID = ocsfFailure
	}
	e.Unmapped["ended"] = r.Ended
}
