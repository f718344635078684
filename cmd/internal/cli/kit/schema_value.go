package kit

import "encoding/json"

// SchemaValue is a value as schemas take it: whole numbers are int64.
func SchemaValue(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, item := range value {
			out[key] = SchemaValue(item)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = SchemaValue(item)
		}
		return out
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		if float, err := value.Float64(); err == nil {
			return float
		}
		return value.String()
	}
	return value
}
