package skills

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/resolve"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// mostDoubts bounds how many reasons are written for people.
const mostDoubts = 5

// configDoubt is a reason for which the host may not do as its configuration
// says.
type configDoubt struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Setting string `json:"setting,omitempty"`
	Place   string `json:"place,omitempty"`
}

// doubts says why the host may not do as its configuration says, and tells people
// on standard error. absent is true where there is none.
func (c *catalogFlags) doubts(resolver *resolve.Resolver, host *product.Host, config *document.Document) (absent bool, list []configDoubt) {
	if host.Product == product.Claude {
		return false, nil // it has none that says where skills are
	}
	if host.Product == product.Codex {
		_, err := os.Stat(config.File)
		return errors.Is(err, fs.ErrNotExist), nil
	}
	openclaw := host.IsOpenClaw()
	if _, err := os.Stat(config.File); errors.Is(err, fs.ErrNotExist) {
		if named := host.Env["OPENCLAW_CONFIG_PATH"]; named != "" && host.ConfigPath == "" && openclaw {
			list = append(list, configDoubt{Message: "no configuration " + kit.ShortPath(host, config.File) + ", which OPENCLAW_CONFIG_PATH names; the defaults apply", Setting: "OPENCLAW_CONFIG_PATH"})
		}
		absent = true
	} else if openclaw {
		for _, r := range resolver.Refused(config) {
			setting := schema.PathString(r.Path)
			list = append(list, configDoubt{
				Message: fmt.Sprintf("OpenClaw refuses this configuration: %s: %s; it keeps what it had, or does not start", cmp.Or(setting, "the whole"), r.Message),
				Hint:    r.Hint, Setting: setting, Place: placeIn(host, r.File, r.Span),
			})
		}
	}
	for i, doubt := range list {
		if i == mostDoubts {
			fmt.Fprintf(c.factory.IO.Err, "skillctl: warning: and for %s more; `skillctl lint` lists them\n", layout.Count(len(list)-i, "reason"))
			break
		}
		text := "skillctl: warning: "
		if doubt.Place != "" {
			text += doubt.Place + ": "
		}
		fmt.Fprintln(c.factory.IO.Err, format.Escape(text+doubt.Message))
	}
	return absent, list
}

// placeIn is a place in a configuration as people write it.
func placeIn(host *product.Host, file string, span document.Span) string {
	if span.IsZero() {
		return kit.ShortPath(host, file)
	}
	return fmt.Sprintf("%s:%d:%d", kit.ShortPath(host, file), span.Start.Line, span.Start.Column)
}
