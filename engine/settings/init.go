package settings

import (
	"fmt"

	"github.com/skillctl/skillctl/schema"
)

// heading stands above the settings that Init writes.
const heading = `// Settings of skillctl. Every value here is the default or an example: remove the
// "//" of a line to set it.
//
// Values in the settings of the system (/etc/skillctl) and of a user apply to every
// project; a conflict is an error that names both places. Write
// *"medium" | "high" to set a default that an inner layer may change.
//
// ` + "`skillctl schema export skillctl`" + ` writes a schema for editors.

`

// Init returns a commented skillctl.cue that sets nothing. It is made from the
// schema, so that it has every key.
func Init() ([]byte, error) {
	body, err := schema.New().Outline(schema.Skillctl)
	if err != nil {
		return nil, fmt.Errorf("write settings: %w", err)
	}
	return append([]byte(heading), body...), nil
}
