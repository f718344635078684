package audit

import "time"

// Kind is what a record is about.
type Kind string

// The kinds of record.
const (
	// Start is written before a command starts, End when it has ended.
	Start Kind = "start"
	End   Kind = "end"
	// Handover names the process that goes on with a run.
	Handover Kind = "handover"
	// Decided is a request that did not run: denied, or asked about in vain.
	Decided Kind = "decision"
	// Answered is what another program was told, which itself runs the request or not.
	Answered Kind = "answer"
	// Connected is a connection that a run made or was refused.
	Connected Kind = "connection"
	// Sealed says what a writer found that was not as it had been written.
	Sealed Kind = "seal"
	// Pruned says which files were deleted because of their age.
	Pruned Kind = "prune"
)

// Record is one line, as schema/audit.cue has it. Which parts it has depends on
// its kind. Whoever appends one sets Kind, Run and the parts; the rest is the
// log's.
type Record struct {
	// Seq counts from 1, through all files.
	Seq uint64 `json:"seq"`
	// Prev is the digest of the record before, [Origin] for the first.
	Prev string `json:"prev"`
	// Time is that of the machine's clock, in UTC. It may jump: Seq says which
	// came first.
	Time time.Time `json:"time"`
	Kind Kind      `json:"kind"`
	// Run is the id of the run or request.
	Run string `json:"run,omitempty"`
	// Owner is the process that answers for the run.
	Owner      *Owner      `json:"owner,omitempty"`
	Request    *Request    `json:"request,omitempty"`
	Decision   *Decision   `json:"decision,omitempty"`
	Boundary   any         `json:"boundary,omitempty"`
	Approval   string      `json:"approval,omitempty"`
	Code       *Text       `json:"code,omitempty"`
	Result     *Result     `json:"result,omitempty"`
	Output     *Output     `json:"output,omitempty"`
	Connection *Connection `json:"connection,omitempty"`
	Seal       *Seal       `json:"seal,omitempty"`
	Prune      *Prune      `json:"prune,omitempty"`
	// Hash is the digest of the line without it.
	Hash string `json:"hash"`
}

// Origin is what stands as the digest of the record before the first.
const Origin = "sha256:0000000000000000000000000000000000000000000000000000000000000000"

// Request is what was asked for.
type Request struct {
	// Command is the text for a shell, nil when Argv counts.
	Command *string  `json:"command,omitempty"`
	Argv    []string `json:"argv,omitempty"`
	Cwd     string   `json:"cwd"`
	// Env are the names of the variables that the request sets.
	Env     []string `json:"env,omitempty"`
	Profile string   `json:"profile,omitempty"`
	Host    string   `json:"host,omitempty"`
	Agent   string   `json:"agent,omitempty"`
	// Noted: the agent is what asked calls itself, for the record alone. Approvals do not
	// go by it.
	Noted    bool   `json:"noted,omitempty"`
	Skill    string `json:"skill,omitempty"`
	Tool     string `json:"tool,omitempty"`
	Language string `json:"language,omitempty"`
	// Session is the run of the session that it runs in, "" without one.
	Session string `json:"session,omitempty"`
	// Made is a file that skillctl made of the code and that ran in its place, such as
	// TypeScript without its types; nil for none.
	Made *Made `json:"made,omitempty"`
}

// Made is a file that was made of code and ran in its place.
type Made struct {
	// Path is where the command finds it; Digest is "sha256:" and that of its text.
	Path   string `json:"path"`
	Digest string `json:"digest"`
}

// Decision is what was decided.
type Decision struct {
	// Effect is "allow", "warn", "ask" or "deny".
	Effect  string   `json:"effect"`
	Reasons []Reason `json:"reasons"`
	// Asked are the rules that would have asked a person, where nobody could be asked.
	Asked []string `json:"asked,omitempty"`
	// Fleeting: no approval can be given ahead of time, since what would run can change
	// until it does, or is nothing that is approved.
	Fleeting bool `json:"fleeting,omitempty"`
	// Observed: nobody was told, and whoever asked went by rules of its own.
	Observed bool `json:"observed,omitempty"`
	// Policy is the digest of the policies that decided.
	Policy string `json:"policy"`
}

// Said is the effect as whoever asks again is told it: a question that nobody could be
// asked has the effect "deny", and is a question all the same.
func (d *Decision) Said() string {
	if len(d.Asked) > 0 && d.Effect == "deny" {
		return "ask"
	}
	return d.Effect
}

// Reason is one reason of a decision.
type Reason struct {
	Rule    string `json:"rule"`
	Effect  string `json:"effect"`
	Message string `json:"message"`
	Setting string `json:"setting,omitempty"`
}

// Result is how a run ended.
type Result struct {
	Code   int    `json:"code"`
	Signal string `json:"signal,omitempty"`
	// Ended is "exited", "signalled", "timeout", "killed" or "lost", or "failed"
	// when it never started; Error then says why.
	Ended string `json:"ended"`
	Error string `json:"error,omitempty"`
	// DurationMS is by a clock that does not jump, in milliseconds.
	DurationMS int64 `json:"durationMs"`
	// What it used, in milliseconds and bytes; 0 is "not known".
	CPUMS     int64 `json:"cpuMs,omitempty"`
	MaxMemory int64 `json:"maxMemory,omitempty"`
	Sent      int64 `json:"sent,omitempty"`
	Received  int64 `json:"received,omitempty"`
	// Bytes of output that were left out.
	CutStdout   int64 `json:"cutStdout,omitempty"`
	CutStderr   int64 `json:"cutStderr,omitempty"`
	OutOfMemory bool  `json:"outOfMemory,omitempty"`
	// Connections are those that the run made or was refused, up to
	// MaxConnections; More counts the rest.
	Connections []Connection `json:"connections,omitempty"`
	More        int64        `json:"moreConnections,omitempty"`
	// Cleaned says what was taken away of what the run left, up to MaxCleaned;
	// MoreCleaned counts the rest.
	Cleaned     []string `json:"cleaned,omitempty"`
	MoreCleaned int64    `json:"moreCleaned,omitempty"`
}

// Output is what a run wrote.
type Output struct {
	Stdout Text `json:"stdout"`
	Stderr Text `json:"stderr"`
}

// Connection is one attempt to reach a host.
type Connection struct {
	// Time is when it was made.
	Time    time.Time `json:"time"`
	Host    string    `json:"host"`
	Port    int       `json:"port"`
	Address string    `json:"address,omitempty"`
	Allowed bool      `json:"allowed"`
	// Why says why it was refused, or how it failed.
	Why      string `json:"why,omitempty"`
	Sent     int64  `json:"sent,omitempty"`
	Received int64  `json:"received,omitempty"`
}

// Why a record seals what is before it.
const (
	// Torn: a line was not written to its end.
	Torn = "torn"
	// Cut: records that had been written are not there, or others are.
	Cut = "cut"
	// NoHead: the file that says which record is the last is gone or damaged.
	NoHead = "head"
)

// Seal says what a writer found.
type Seal struct {
	Why string `json:"why"`
	// Bytes and Digest are those of what stands between the last whole record and
	// the seal, line ends included.
	Bytes  int64  `json:"bytes,omitempty"`
	Digest string `json:"digest,omitempty"`
	// Found is the number of the last record that is there.
	Found uint64 `json:"found"`
}

// Prune says what was deleted.
type Prune struct {
	// Days is how long records are kept.
	Days int `json:"days"`
	// Files are those that are deleted once this record is written.
	Files []PrunedFile `json:"files"`
}

// PrunedFile is a deleted file and the record that it ended with.
type PrunedFile struct {
	Name string `json:"name"`
	Last uint64 `json:"last"`
	Hash string `json:"hash"`
}

// MaxCleaned is how many of the things that a run left a record names.
const MaxCleaned = 100

// MaxConnections is how many connections a record holds.
const MaxConnections = 200
