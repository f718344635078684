package cli

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/format"
)

// maxReasons is how many reasons of a kind a person is shown.
const maxReasons = 20

// writeReason writes a reason of the gate, with the findings behind it.
func writeReason(out *strings.Builder, reason *engine.InstallReason) {
	fmt.Fprintf(out, "  %s[%s]: %s\n", reason.Effect, format.Escape(reason.Rule), format.Escape(reason.Message))
	if reason.File != "" && reason.File != "." { // the whole folder is named above
		fmt.Fprintf(out, "    --> %s", format.Escape(reason.File))
		if reason.Line > 0 {
			fmt.Fprintf(out, ":%d", reason.Line)
		}
		out.WriteByte('\n')
	}
	for _, more := range []struct{ name, text string }{{"hint", reason.Hint}, {"setting", reason.Setting}} {
		if more.text != "" {
			fmt.Fprintf(out, "    = %s: %s\n", more.name, format.Escape(more.text))
		}
	}
}
