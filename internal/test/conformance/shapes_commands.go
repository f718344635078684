package conformance

import "github.com/skillctl/skillctl/internal/test/shape"

func idiomShapes() Shapes {
	return Shapes{Of: map[string]shape.Shape{"": shape.Object{
		"id": shape.Text, "class?": shape.Text, "command": shape.Text, "programs": texts(), "expect": shape.Words{"allow", "ask"}, "why": shape.Text,
		"source?": shape.Any, "note?": shape.Any, "features?": shape.Any, "core?": shape.Any, "debatable?": shape.Any, "rules?": shape.Any,
	}}}
}

func bypassShapes() Shapes {
	return Shapes{Of: map[string]shape.Shape{"": shape.Object{
		"id": shape.Text, "class?": shape.Text, "command": shape.Text, "allowlist": texts(), "why": shape.Text, "shell?": shape.Words{"bash", "dash"},
		"source?": shape.Any, "note?": shape.Any, "category?": shape.Any, "verified?": shape.Any, "debatable?": shape.Any,
	}}}
}
