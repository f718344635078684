package catalog

// SkillView is what the host reads out of a manifest.
type SkillView struct {
	// Problem is why the host does not take the front matter, "" when it does.
	Problem string `json:"problem"`
	Line    int    `json:"line"`
	// Name is what the skill is called, Key its key in skills.entries.
	Name        string `json:"name"`
	Description string `json:"description"`
	Key         string `json:"key"`
	// Plain is the name without what people do not tell apart; Odd are the kinds
	// of characters in it that are not seen, or change how it is shown.
	Plain string   `json:"plain"`
	Odd   []string `json:"odd"`
	// Discarded: the metadata could not be parsed, and what it asks for is lost.
	Discarded bool `json:"discarded"`
	// Model and User are whether model and user may invoke it.
	Model  bool     `json:"model"`
	User   bool     `json:"user"`
	Always bool     `json:"always"`
	OS     []string `json:"os"`
	// What has to be there.
	Bins    []string `json:"bins"`
	AnyBins []string `json:"anyBins"`
	Env     []string `json:"env"`
	Config  []string `json:"config"`
	// PrimaryEnv is the variable that a configured key goes into.
	PrimaryEnv string `json:"primaryEnv"`
	// Bare: there is no front matter at all.
	Bare bool `json:"bare"`
	// Off is why the settings of the host, or the skill itself, keep it from being
	// offered, in words; "" where nothing does.
	Off string `json:"off"`
	// Slot is what the skill contends for, "" for its name.
	Slot string `json:"-"`
	// sorted is what the name is sorted by; see [SkillView.Compare].
	sorted []byte
}

// NewSkillView is one in which nothing is said yet.
func NewSkillView() *SkillView {
	return &SkillView{OS: []string{}, Bins: []string{}, AnyBins: []string{}, Env: []string{}, Config: []string{}}
}

// Outline is a view with nothing but what every product reads, the name and the
// description; model and user may invoke the skill.
func (v *SkillView) Outline() *SkillView {
	if v.Problem != "" {
		return v
	}
	plain := NewSkillView()
	plain.Name, plain.Description, plain.Key, plain.Bare = v.Name, v.Description, v.Name, v.Bare
	plain.Model, plain.User = true, true
	return plain
}
