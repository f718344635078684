package kit

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/report/format"
)

// MaxReasons is how many reasons of a kind a person is shown.
const MaxReasons = 20

// WriteReason writes a reason of the gate, with the findings behind it.
func WriteReason(out *strings.Builder, reason *install.Reason) {
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

// Either is the first of two texts where something is so, else the other one.
func Either(yes bool, text, other string) string {
	if yes {
		return text
	}
	return other
}
