package engine

// ReportSchema names the version of the JSON that Report is written as.
const ReportSchema = "skillctl.report/v1"

// Report is everything that one lint run found, sorted: the same input gives
// the same bytes.
type Report struct {
	// Schema is ReportSchema.
	Schema string `json:"schema"`
	// Dir is where relative paths of the report begin, "" for the working directory of
	// the process.
	Dir string `json:"-"`
	// Tool is the version of skillctl, Policy the digest of the policy set.
	Tool   string `json:"tool"`
	Policy string `json:"policy"`
	// Only and Ignored are what the caller chose of the rules; verdicts count no others.
	Only    []string `json:"only,omitempty"`
	Ignored []string `json:"ignored,omitempty"`
	// Skills has one entry for each skill, sorted by path.
	Skills []SkillReport `json:"skills"`
	// Projects has one entry for each folder that agents work in, sorted by path: Name is
	// that of the folder, and Digest pins the files that agents obey.
	Projects []SkillReport `json:"projects,omitempty"`
	// Configs has one entry for each configuration file, sorted by path.
	Configs []ConfigReport `json:"configs"`
	// Findings are those of no single skill or file, such as an allow-list
	// entry that matches nothing.
	Findings []Finding `json:"findings"`
	// Unused are the suppressions of the settings that silence nothing any more.
	Unused  []UnusedSuppression `json:"unusedSuppressions,omitempty"`
	Summary Summary             `json:"summary"`
}

// UnusedSuppression is a suppression that silenced nothing, although everything that
// it is about was looked at.
type UnusedSuppression struct {
	Rule     string   `json:"rule"`
	Path     string   `json:"path,omitempty"`
	Contains string   `json:"contains,omitempty"`
	Owner    string   `json:"owner"`
	Severity Severity `json:"severity"`
	// File, Line and Column are where it stands.
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// SkillReport is what lint says of one skill.
type SkillReport struct {
	// Path is the skill's folder as the user gave it, slash-separated.
	Path string `json:"path"`
	// Name is the name that the manifest gives, or else the folder's.
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Verdict is the worse of Safety and, where no agent could use the skill, Form: what
	// it may do to whoever has it, and whether it is written as agents want it.
	Verdict Verdict `json:"verdict"`
	Safety  Verdict `json:"safety"`
	Form    Verdict `json:"form"`
	// Complete says that the whole skill was read (coverage).
	Complete bool `json:"complete"`
	// Dialects says for which agents the skill was judged.
	Dialects *Dialects `json:"dialects,omitempty"`
	Findings []Finding `json:"findings"`
}

// Dialects are the agents that a skill was judged for, and how that is known.
type Dialects struct {
	// Judged are those whose rules count in full; Likely those that might load the
	// skill, whose rules speak quietly. The Agent Skills specification counts where
	// Judged is empty.
	Judged []string `json:"judged"`
	Likely []string `json:"likely"`
	// From is what says so: "asked", "folder", "owner", "nearby" or "nothing", and Signs
	// are the names of these folders and files.
	From  string   `json:"from"`
	Signs []string `json:"signs"`
}

// ConfigReport is what lint says of one configuration file.
type ConfigReport struct {
	Path string `json:"path"`
	// Kind is the kind of document: "openclaw", "zeroclaw", "codeexec" or
	// "skillctl".
	Kind     string    `json:"kind"`
	Findings []Finding `json:"findings"`
}

// Summary counts what is in a report. Suppressed findings are in none of the
// severity counts.
type Summary struct {
	Skills     int              `json:"skills"`
	Projects   int              `json:"projects,omitempty"`
	Configs    int              `json:"configs"`
	Files      int              `json:"files"`
	BySeverity map[Severity]int `json:"bySeverity"`
	// ByVerdict counts skills.
	ByVerdict  map[Verdict]int `json:"byVerdict"`
	Suppressed int             `json:"suppressed"`
	Baselined  int             `json:"baselined"`
	// Cached counts the skills whose findings came from the cache. It is not
	// in the JSON, which must not depend on what ran before.
	Cached int `json:"-"`
}

// Summarise counts anew what is in the report; whoever marks findings as
// suppressed calls it afterwards.
func (r *Report) Summarise() {
	files, cached := r.Summary.Files, r.Summary.Cached
	r.Summary = Summary{
		Skills: len(r.Skills), Projects: len(r.Projects), Configs: len(r.Configs), Files: files, Cached: cached,
		BySeverity: map[Severity]int{}, ByVerdict: map[Verdict]int{},
	}
	for _, finding := range r.All() {
		switch {
		case finding.Suppressed == nil:
			r.Summary.BySeverity[finding.Severity]++
		case finding.Suppressed.Kind == "baseline":
			r.Summary.Baselined++
		default:
			r.Summary.Suppressed++
		}
	}
	for i := range r.Skills {
		r.Summary.ByVerdict[r.Skills[i].Verdict]++
	}
}

// All returns every finding of the report, those of skills first, then those of
// projects, of configurations, then the others. The pointers lead into the report.
func (r *Report) All() []*Finding {
	var all []*Finding
	for i := range r.Skills {
		for j := range r.Skills[i].Findings {
			all = append(all, &r.Skills[i].Findings[j])
		}
	}
	for i := range r.Projects {
		for j := range r.Projects[i].Findings {
			all = append(all, &r.Projects[i].Findings[j])
		}
	}
	for i := range r.Configs {
		for j := range r.Configs[i].Findings {
			all = append(all, &r.Configs[i].Findings[j])
		}
	}
	for i := range r.Findings {
		all = append(all, &r.Findings[i])
	}
	return all
}
