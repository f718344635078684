package schema

import "slices"

// Kind names a kind of document.
type Kind string

// The kinds of document.
const (
	// AgentSkills is SKILL.md front matter as agentskills.io specifies it.
	AgentSkills Kind = "agentskills"
	// Claude is SKILL.md front matter as Claude Code reads it.
	Claude Kind = "claude"
	// Codex is SKILL.md front matter as Codex reads it.
	Codex Kind = "codex"
	// OpenClawSkill is SKILL.md front matter as OpenClaw reads it.
	OpenClawSkill Kind = "openclaw-skill"
	// ZeroClawSkill is a ZeroClaw SKILL.toml.
	ZeroClawSkill Kind = "zeroclaw-skill"
	// OpenClaw is openclaw.json.
	OpenClaw Kind = "openclaw"
	// ZeroClaw is ZeroClaw's config.toml.
	ZeroClaw Kind = "zeroclaw"
	// CodeExec is a skills.codeExec document.
	CodeExec Kind = "codeexec"
	// Skillctl is skillctl's own settings.
	Skillctl Kind = "skillctl"
	// Request is one line of input of `skillctl decide`.
	Request Kind = "request"
	// Decision is one line of its output.
	Decision Kind = "decision"
	// Explanation is what `skillctl exec --explain --json` writes.
	Explanation Kind = "explanation"
	// Outcome is what `skillctl exec --json` writes of a run, or of a refusal.
	Outcome Kind = "outcome"
	// Session is what `skillctl session --json` writes of a session of code.
	Session Kind = "session"
	// Finding is one finding of a lint report.
	Finding Kind = "finding"
	// Report is the JSON report of lint.
	Report Kind = "report"
	// Verdicts is what `skillctl explain-verdict --format json` writes.
	Verdicts Kind = "verdicts"
	// Status is what `skillctl status --json` writes.
	Status Kind = "status"
	// LintInput is what a lint rule is given.
	LintInput Kind = "lint-input"
	// LintFinding is what a lint rule answers.
	LintFinding Kind = "lint-finding"
	// ExecInput is what an exec policy is given.
	ExecInput Kind = "exec-input"
	// InstallInput is what the policies of the gate are given.
	InstallInput Kind = "install-input"
	// InstallAnswer is what they answer.
	InstallAnswer Kind = "install-answer"
	// CatalogInput is what the policies of the catalog are given.
	CatalogInput Kind = "catalog-input"
	// CatalogAnswer is what they answer.
	CatalogAnswer Kind = "catalog-answer"
	// EnvironmentInput is what the policy of a skill's variables is given.
	EnvironmentInput Kind = "environment-input"
	// EnvironmentAnswer is what it answers.
	EnvironmentAnswer Kind = "environment-answer"
	// PromptInput is what the policy of a model's prompt is given.
	PromptInput Kind = "prompt-input"
	// PromptAnswer is what it answers.
	PromptAnswer Kind = "prompt-answer"
	// ProposalsInput is what the policies of the queue of proposals are given.
	ProposalsInput Kind = "proposals-input"
	// ProposalsAnswer is what they answer.
	ProposalsAnswer Kind = "proposals-answer"
	// ProposalsReport is what `skillctl proposals list --json` writes.
	ProposalsReport Kind = "proposals-report"
	// ProposalReport is what `skillctl proposals inspect --json` writes.
	ProposalReport Kind = "proposal-report"
	// HookInput is what the policies of calls of tools are given.
	HookInput Kind = "hook-input"
	// HookAnswer is what they answer.
	HookAnswer Kind = "hook-answer"
	// DoctorInput is what the policies of the doctor are given.
	DoctorInput Kind = "doctor-input"
	// DoctorAnswer is what they answer.
	DoctorAnswer Kind = "doctor-answer"
	// ListReport is what `skillctl list --json` and `why --json` write.
	ListReport Kind = "list-report"
	// InfoReport is what `skillctl info --json` writes.
	InfoReport Kind = "info-report"
	// DiffChange is one entry of what `skillctl diff --json` writes.
	DiffChange Kind = "diff-change"
	// WatchLine is one line of what `skillctl watch --json` writes.
	WatchLine Kind = "watch-line"
	// RunEvent is one line of what `skillctl runs events --json` writes.
	RunEvent Kind = "run-event"
	// LintWatchLine is one line of what `skillctl lint --watch --format json`
	// writes.
	LintWatchLine Kind = "lint-watch-line"
	// GateReport is the JSON report of the gate.
	GateReport Kind = "gate-report"
	// OpenClawInstall is a request of OpenClaw to its install policy.
	OpenClawInstall Kind = "openclaw-install"
	// OpenClawInstallAnswer is the answer to it.
	OpenClawInstallAnswer Kind = "openclaw-install-answer"
	// Approval is one approval of a command, as it is kept.
	Approval Kind = "approval"
	// Question is one question that waits for an answer from another terminal.
	Question Kind = "question"
	// Boundary is where and within what limits a command runs.
	Boundary Kind = "boundary"
	// LockFile is the lock file of a folder of skills.
	LockFile Kind = "lock"
	// AuditRecord is one line of the audit record.
	AuditRecord Kind = "audit-record"
	// ProgramEntry is what policies/programs says of a program.
	ProgramEntry Kind = "program-entry"
	// Intel is a list of what is known to be bad.
	Intel Kind = "intel"
	// IntelReport is what `skillctl intel show --json` writes.
	IntelReport Kind = "intel-report"
)

// source says where a kind is defined and how its host treats choices.
type source struct {
	kind  Kind
	title string
	def   string   // the definition, with its "#"
	files []string // every file whose definitions it uses
	// strictChoice: a value that fits no variant is reported as a whole,
	// unless it only breaks a limit of one variant. That is what zod 4 does,
	// and so where OpenClaw 2026.9.6 says that the error is.
	strictChoice bool
}

// sources is every kind, in the order of Kinds.
func sources() []source {
	front := []string{"frontmatter.cue"}
	settings := []string{"settings.cue", "settings_profiles.cue", "settings_run.cue", "settings_install.cue", "settings_catalog.cue", "settings_hook.cue", "settings_approvals.cue", "settings_intel.cue", "channel.cue", "units.cue"}
	return []source{
		{kind: AgentSkills, title: "SKILL.md front matter (Agent Skills)", def: "#AgentSkillsFront", files: front},
		{kind: Claude, title: "SKILL.md front matter (Claude Code)", def: "#ClaudeFront", files: front},
		{kind: Codex, title: "SKILL.md front matter (Codex)", def: "#CodexFront", files: front},
		{kind: OpenClawSkill, title: "SKILL.md front matter (OpenClaw)", def: "#OpenClawFront", files: front},
		{kind: ZeroClawSkill, title: "SKILL.toml (ZeroClaw)", def: "#ZeroClawSkill", files: []string{"zeroclaw_skill.cue"}},
		{kind: OpenClaw, title: "openclaw.json", def: "#OpenClaw", strictChoice: true,
			files: []string{"openclaw.cue", "openclaw_agents.cue", "openclaw_tools.cue", "openclaw_sandbox.cue", "openclaw_rest.cue"}},
		{kind: ZeroClaw, title: "ZeroClaw config.toml", def: "#ZeroClaw", files: []string{"zeroclaw.cue"}},
		{kind: CodeExec, title: "skills.codeExec settings", def: "#CodeExec", files: []string{"codeexec.cue", "channel.cue", "units.cue"}},
		{kind: Skillctl, title: "skillctl settings", def: "#Settings", files: settings},
		{kind: Request, title: "skillctl request", def: "#Request", files: append([]string{"request.cue"}, settings...)},
		{kind: Decision, title: "skillctl decision", def: "#Decision", files: []string{"decision.cue", "lint.cue"}},
		{kind: Explanation, title: "skillctl explanation", def: "#Explanation", files: []string{"explanation.cue", "decision.cue", "exec.cue", "lint.cue"}},
		{kind: Outcome, title: "skillctl exec outcome", def: "#Outcome", files: []string{"outcome.cue", "decision.cue", "audit.cue", "lint.cue"}},
		{kind: RunEvent, title: "event of skillctl runs events", def: "#RunEvent", files: []string{"event.cue"}},
		{kind: Session, title: "skillctl session", def: "#Session", files: []string{"session.cue"}},
		{kind: Finding, title: "skillctl finding", def: "#Finding", files: []string{"report.cue", "lint.cue"}},
		{kind: Report, title: "skillctl lint report", def: "#Report", files: []string{"report.cue", "lint.cue"}},
		{kind: Verdicts, title: "skillctl explain-verdict", def: "#Verdicts", files: []string{"verdicts.cue", "report.cue", "lint.cue"}},
		{kind: Status, title: "skillctl status", def: "#Status", files: []string{"status.cue"}},
		{kind: LintInput, title: "input of a lint rule", def: "#LintInput", files: []string{"lint.cue"}},
		{kind: LintFinding, title: "answer of a lint rule", def: "#LintFinding", files: []string{"lint.cue"}},
		{kind: ExecInput, title: "input of an exec policy", def: "#ExecInput", files: []string{"exec.cue", "lint.cue"}},
		{kind: InstallInput, title: "input of a policy of the gate", def: "#InstallInput", files: []string{"install.cue", "settings_install.cue"}},
		{kind: InstallAnswer, title: "answer of the policies of the gate", def: "#InstallAnswer", files: []string{"install.cue"}},
		{kind: CatalogInput, title: "input of a policy of the catalog", def: "#CatalogInput", files: []string{"catalog.cue"}},
		{kind: CatalogAnswer, title: "answer of the policies of the catalog", def: "#CatalogAnswer", files: []string{"catalog.cue"}},
		{kind: EnvironmentInput, title: "input of the policy of a skill's variables", def: "#EnvironmentInput", files: []string{"catalog.cue"}},
		{kind: EnvironmentAnswer, title: "answer of the policy of a skill's variables", def: "#EnvironmentAnswer", files: []string{"catalog.cue"}},
		{kind: PromptInput, title: "input of the policy of a model's prompt", def: "#PromptInput", files: []string{"catalog.cue"}},
		{kind: PromptAnswer, title: "answer of the policy of a model's prompt", def: "#PromptAnswer", files: []string{"catalog.cue"}},
		{kind: ProposalsInput, title: "input of a policy of proposals", def: "#ProposalsInput", files: []string{"proposals.cue"}},
		{kind: ProposalsAnswer, title: "answer of the policies of proposals", def: "#ProposalsAnswer", files: []string{"proposals.cue"}},
		{kind: ProposalsReport, title: "skillctl proposals list report", def: "#ProposalsReport", files: []string{"proposals.cue"}},
		{kind: ProposalReport, title: "skillctl proposals inspect report", def: "#ProposalReport", files: []string{"proposals.cue"}},
		{kind: HookInput, title: "input of a policy of calls of tools", def: "#HookInput", files: []string{"hook.cue", "settings_hook.cue"}},
		{kind: HookAnswer, title: "answer of the policies of calls of tools", def: "#HookAnswer", files: []string{"hook.cue"}},
		{kind: DoctorInput, title: "input of the policies of the doctor", def: "#DoctorInput", files: []string{"doctor.cue"}},
		{kind: DoctorAnswer, title: "answer of the policies of the doctor", def: "#DoctorAnswer", files: []string{"doctor.cue"}},
		{kind: ListReport, title: "skillctl list report", def: "#ListReport", files: []string{"listing.cue", "catalog.cue"}},
		{kind: InfoReport, title: "skillctl info report", def: "#InfoReport", files: []string{"listing.cue", "catalog.cue"}},
		{kind: DiffChange, title: "entry of a skillctl diff", def: "#DiffChange", files: []string{"listing.cue"}},
		{kind: WatchLine, title: "line of skillctl watch", def: "#WatchLine", files: []string{"listing.cue", "catalog.cue", "report.cue", "lint.cue"}},
		{kind: LintWatchLine, title: "line of skillctl lint --watch", def: "#LintWatchLine", files: []string{"listing.cue", "catalog.cue", "report.cue", "lint.cue"}},
		{kind: GateReport, title: "skillctl gate report", def: "#GateReport", files: []string{"gate.cue"}},
		{kind: OpenClawInstall, title: "request of OpenClaw to its install policy", def: "#OpenClawInstall", files: []string{"openclaw_install.cue"}},
		{kind: OpenClawInstallAnswer, title: "answer to it", def: "#OpenClawInstallAnswer", files: []string{"openclaw_install.cue"}},
		{kind: Boundary, title: "boundary of a run", def: "#Boundary", files: []string{"boundary.cue"}},
		{kind: Approval, title: "skillctl approval", def: "#Approval", files: []string{"approval.cue"}},
		{kind: Question, title: "skillctl question", def: "#Question", files: []string{"question.cue", "approval.cue"}},
		{kind: LockFile, title: "lock file of a folder of skills", def: "#Lock", files: []string{"lock.cue"}},
		{kind: AuditRecord, title: "line of the audit record", def: "#AuditRecord", files: []string{"audit.cue"}},
		{kind: ProgramEntry, title: "entry of a program", def: "#ProgramEntry", files: []string{"tables.cue"}},
		{kind: Intel, title: "list of what is known to be bad", def: "#Intel", files: []string{"intel.cue"}},
		{kind: IntelReport, title: "skillctl intel show report", def: "#IntelReport", files: []string{"intel.cue"}},
	}
}

func sourceOf(kind Kind) (source, bool) {
	all := sources()
	i := slices.IndexFunc(all, func(s source) bool { return s.kind == kind })
	if i < 0 {
		return source{}, false
	}
	return all[i], true
}

// Kinds returns every kind of document, in a fixed order.
func Kinds() []Kind {
	all := sources()
	kinds := make([]Kind, len(all))
	for i, s := range all {
		kinds[i] = s.kind
	}
	return kinds
}

// Title says in a few words what a kind of document is; empty for an unknown
// kind.
func (k Kind) Title() string {
	s, _ := sourceOf(k)
	return s.title
}
