package house

import (
	"strings"
)

// Introduction is the first paragraph of the text of SKILL.md, in which a skill says whose it is. First
// and Last are its lines, 0 and 0 if there is none: a text may begin with a list, a table or a block.
type Introduction struct {
	Text  string `json:"text"`
	First int    `json:"first"`
	Last  int    `json:"last"`
}

// maxIntroduction is how many bytes of it are kept.
const maxIntroduction = 1200

// IntroductionOf reads the introduction of a text that begins at a line and may have a title before it.
func IntroductionOf(text string, line int) Introduction {
	var in Introduction
	titled := false
	for at := range strings.Lines(text) {
		switch said := strings.TrimSpace(at); {
		case said == "" && in.First > 0:
			return in
		case said == "":
		case in.First > 0 && opens(said):
			return in
		case in.First > 0:
			in.Last = line
			in.add(" " + said)
		case strings.HasPrefix(said, "# ") && !titled:
			titled = true
		case opens(said):
			return in
		default:
			in.First, in.Last = line, line
			in.add(said)
		}
		line++
	}
	return in
}

func (in *Introduction) add(said string) {
	in.Text += strings.ToValidUTF8(said[:min(len(said), maxIntroduction-len(in.Text))], "")
}

// opens reports whether a line begins something else than a paragraph.
func opens(said string) bool {
	for _, mark := range []string{"#", "- ", "* ", "+ ", ">", "|", "```", "~~~", "<", "1.", "1)", "![", "---", "***"} {
		if strings.HasPrefix(said, mark) {
			return true
		}
	}
	return false
}
