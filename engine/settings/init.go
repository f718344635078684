package settings

import (
	"fmt"

	"github.com/skillctl/skillctl/schema"
)

// Init returns commented settings that set nothing, in the format with an ending:
// ".cue" or ".yaml". They are made from the schema, so that they have every key.
func Init(ending string) ([]byte, error) {
	head, outline := headingCUE, (*schema.Schema).Outline
	switch ending {
	case ".cue":
	case ".yaml":
		head, outline = headingYAML, (*schema.Schema).OutlineYAML
	default:
		return nil, fmt.Errorf("write settings: no format has the ending %q", ending)
	}
	body, err := outline(schema.New(), schema.Skillctl)
	if err != nil {
		return nil, fmt.Errorf("write settings: %w", err)
	}
	return append([]byte(head), body...), nil
}

// What stands above the settings that Init writes.
const (
	headingCUE = `// Settings of skillctl. Every value here is the default or an example: remove the
// "//" of a line to set it.
//
// Values in the settings of the system (/etc/skillctl) and of a user apply to every
// project; a conflict is an error that names both places. Write
// *"medium" | "high" to set a default that an inner layer may change.
//
// ` + exportHint + `

`
	headingYAML = `# Settings of skillctl. Every value here is the default or an example: remove the
# "#" in front of a key to set it, and in front of the keys that it lies in.
#
# Values in the settings of the system (/etc/skillctl) and of a user apply to every
# project; a conflict is an error that names both places.
#
# ` + exportHint + `

`
	exportHint = "`skillctl schema export skillctl` writes a schema for editors."
)
