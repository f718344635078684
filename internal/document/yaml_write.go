package document

import (
	"fmt"
	"strings"

	yaml "go.yaml.in/yaml/v4"
)

// JSONToYAML writes a JSON text as a person would write it in YAML: keys below each
// other, in the order that they have, and lists of plain values in one line.
func JSONToYAML(text []byte) (string, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return "", fmt.Errorf("read JSON: %w", err)
	}
	relax(&doc)
	var b strings.Builder
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(&doc); err != nil {
		return "", fmt.Errorf("write YAML: %w", err)
	}
	return b.String(), nil
}

// relax takes away the style of JSON.
func relax(n *yaml.Node) {
	n.Style &^= yaml.DoubleQuotedStyle
	plain := true
	for _, inner := range n.Content {
		relax(inner)
		plain = plain && inner.Kind == yaml.ScalarNode
	}
	if n.Kind == yaml.MappingNode && len(n.Content) > 0 || !plain {
		n.Style &^= yaml.FlowStyle
	}
}
