package loading

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/skillctl/skillctl/engine/catalog"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// Told is a skill that a model may be told of, with the file that it would read.
type Told struct {
	Skill *catalog.SkillView
	File  string
}

// Prompt is what decides how many skills the prompt of a model has room for.
type Prompt struct {
	// Skills is how many it may be told of.
	Skills int          `json:"skills"`
	Limits PromptLimits `json:"limits"`
	// Sums are about the first of them by name, no more than the limit: each the
	// sum for that skill and those before it, in UTF-16 units with what XML wants
	// escaped.
	Sums PromptSums `json:"sums"`
}

// PromptLimits bound how many skills a prompt names, and how long that part of
// it is in UTF-16 units.
type PromptLimits struct {
	Skills     PromptLimit `json:"skills"`
	Characters PromptLimit `json:"characters"`
}

// PromptLimit is a limit, and the setting that says it, nil for none.
type PromptLimit struct {
	Value   int   `json:"value"`
	Setting []any `json:"setting"`
}

// PromptSums are running sums.
type PromptSums struct {
	// Names with locations; descriptions; descriptions cut to as little as the
	// host shows, and how many of these are not empty.
	Names        []int `json:"names"`
	Descriptions []int `json:"descriptions"`
	Cut          []int `json:"cut"`
	Described    []int `json:"described"`
}

// PromptOf measures the skills that the model of an agent may be told of, in the
// order of [catalog.InWords], as OpenClaw 2026.9.6 puts them into its prompt
// (src/skills/loading/skill-prompt-limits.ts).
func (h Host) PromptOf(config *document.Node, agent agents.Agent, skills []Told) (Prompt, error) {
	r, err := catalog.ReadRules()
	if err != nil {
		return Prompt{}, err
	}
	p := Prompt{Skills: len(skills), Limits: promptLimits(r, config, agent)}
	n := min(len(skills), p.Limits.Skills.Value)
	p.Sums = PromptSums{Names: make([]int, n), Descriptions: make([]int, n), Cut: make([]int, n), Described: make([]int, n)}
	shorter := h.promptPaths(agent)
	var names, descriptions, cut, described int
	for i, told := range skills[:n] {
		names += escapedUnits(told.Skill.Name) + escapedUnits(shorter(told.File))
		descriptions += escapedUnits(told.Skill.Description)
		if short := cutDescription(told.Skill.Description, r.Prompt.Least); short != "" {
			cut += escapedUnits(short)
			described++
		}
		p.Sums.Names[i], p.Sums.Descriptions[i], p.Sums.Cut[i], p.Sums.Described[i] = names, descriptions, cut, described
	}
	return p, nil
}

// promptLimits are those of the settings: the agent's own number of characters
// goes before that of all.
func promptLimits(r *catalog.Rules, config *document.Node, agent agents.Agent) PromptLimits {
	read := func(standard int, paths ...[]any) PromptLimit {
		for _, path := range paths {
			if n, ok := count(config.At(path...)); ok {
				return PromptLimit{n, path}
			}
		}
		return PromptLimit{Value: standard}
	}
	const characters = "maxSkillsPromptChars"
	places := [][]any{{"skills", "limits", characters}}
	if len(agent.Path) > 0 {
		places = slices.Insert(places, 0, append(slices.Clone(agent.Path), "skillsLimits", characters))
	}
	return PromptLimits{Skills: read(r.Prompt.Skills, []any{"skills", "limits", "maxSkillsInPrompt"}), Characters: read(r.Prompt.Characters, places...)}
}

// promptPaths returns how the host writes a file into the prompt: its own folders
// as they are where a shell's "~" leads elsewhere, what is in the home of the user
// with "~".
func (h Host) promptPaths(agent agents.Agent) func(file string) string {
	reals := func(list ...string) []string {
		for _, folder := range list {
			if real, err := filepath.EvalSymlinks(folder); err == nil && !slices.Contains(list, real) {
				list = append(list, real)
			}
		}
		return list
	}
	state, native := h.configDir(), h.nativeHome()
	homes := []string{h.UserHome()}
	if native != homes[0] {
		homes = append(homes, native)
	}
	homes = reals(homes...)
	slices.SortStableFunc(homes, func(a, b string) int { return len(b) - len(a) })
	own := reals(filepath.Join(h.agentFolder(agent), "workshop-skills"), filepath.Join(state, "skills"), filepath.Join(state, "plugin-skills"))
	in := func(file string, list []string) bool {
		return slices.ContainsFunc(list, func(folder string) bool { return folders.Within(file, folder) })
	}
	tildes := reals(native)
	if native == "/data" && folders.Within(state, "/data/.openclaw") {
		tildes = nil // a container whose shell has another home
	}
	return func(file string) string {
		if in(file, own) && !in(file, tildes) {
			return file
		}
		for _, home := range homes {
			if rest, ok := strings.CutPrefix(file, strings.TrimSuffix(home, string(filepath.Separator))+string(filepath.Separator)); ok {
				return "~/" + rest
			}
		}
		return file
	}
}

// nativeHome is what Node takes for the home folder: what $HOME says to the letter,
// or else that of the account.
func (h Host) nativeHome() string {
	if home, set := h.Env["HOME"]; set {
		return h.Absolute(home)
	}
	if h.Home != "" {
		return h.Absolute(h.Home)
	}
	return h.UserHome()
}

// units is the length of a text in UTF-16 units.
func units(text string) (n int) {
	for _, c := range text {
		n += utf16.RuneLen(c)
	}
	return n
}

// escapedUnits is the length of a text with the marks of XML escaped.
func escapedUnits(text string) (n int) {
	for _, c := range text {
		switch c {
		case '&':
			n += len("&amp;")
		case '<', '>':
			n += len("&lt;")
		case '"', '\'':
			n += len("&quot;")
		default:
			n += utf16.RuneLen(c)
		}
	}
	return n
}

// cutDescription is a description in one line of no more than so many UTF-16
// units, at least 4, the marks for what is left out included.
func cutDescription(text string, most int) string {
	const marks = "..."
	line := strings.Join(strings.FieldsFunc(text, frontmatter.IsSpace), " ")
	if units(line) <= most {
		return line
	}
	n, end := 0, 0
	for i, c := range line {
		if n += utf16.RuneLen(c); n > most-len(marks) {
			break
		}
		end = i + len(string(c))
	}
	return strings.TrimRightFunc(line[:end], frontmatter.IsSpace) + marks
}
