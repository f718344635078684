package resolve

import (
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/schema"
)

// Refusal is a reason for which OpenClaw does not take a configuration.
type Refusal struct {
	// Path is the setting that it is about.
	Path []any
	// Message says what is there and what is wanted, Hint what to do, if
	// anything.
	Message, Hint string
	// Where it stands.
	File string
	Span document.Span
}

// Refused says why OpenClaw 2026.9.6 does not take a configuration (see
// [product.Host.ReadConfig]) in the order of the settings, nothing when it does.
// It refuses a configuration as a whole: what was read before goes on to hold, and
// where nothing was it does not start.
func (r *Resolver) Refused(config *document.Document) []Refusal {
	value := config.Root.Interface()
	violations := r.shapes.Validate(schema.OpenClaw, value)
	if len(schema.HostPaths(value, violations)) == 0 {
		return nil
	}
	var list []Refusal
	for _, v := range violations {
		if !v.Refused() {
			continue
		}
		span, file, _ := config.Locate(v.Path, v.On == schema.OnKey)
		list = append(list, Refusal{Path: v.Path, Message: v.Message, Hint: v.Hint, File: file, Span: span})
	}
	return list
}
