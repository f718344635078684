package frontmatter

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// lineValue is what the parser of lines makes of one key.
type lineValue struct {
	value string
	raw   string // the rest of the key's own line
	// inline is false when the value stands on the lines below the key.
	inline bool
}

// lineKey matches ^([\w-]+):\s*(.*)$ and returns the value without the blanks
// around it.
func lineKey(line string) (key, value string, ok bool) {
	i := 0
	for i < len(line) && (line[i] == '_' || line[i] == '-' || isASCIILetterOrDigit(line[i])) {
		i++
	}
	if i == 0 || i == len(line) || line[i] != ':' {
		return "", "", false
	}
	return line[:i], Trim(line[i+1:]), true
}

func isASCIILetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lineValues reads "key: value" lines, and indented blocks below a key without
// a value, knowing nothing of YAML. Of equal keys the last one counts.
func lineValues(lines []string) map[string]lineValue {
	values := map[string]lineValue{}
	for i := 0; i < len(lines); {
		key, rest, ok := lineKey(lines[i])
		i++
		if !ok {
			continue
		}
		if rest == "" && i < len(lines) && (strings.HasPrefix(lines[i], " ") || strings.HasPrefix(lines[i], "\t")) {
			from := i
			for i < len(lines) && isContinuation(lines[i]) {
				i++
			}
			if value := Trim(strings.Join(lines[from:i], "\n")); value != "" {
				values[key] = lineValue{value: value}
			}
			continue
		}
		if value := stripQuotes(rest); value != "" {
			values[key] = lineValue{value: value, raw: rest, inline: true}
		}
	}
	return values
}

// stripQuotes takes off a pair of quotes around a text.
func stripQuotes(s string) string {
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1:max(1, len(s)-1)]
	}
	return s
}

// hostValues puts together what YAML and the parser of lines found. YAML counts
// but for keys that it has not, and for lists and objects that begin on the
// line of their key and have a colon there: of those the text of that line is
// taken.
func hostValues(root *document.Node, lines map[string]lineValue) map[string]string {
	values := make(map[string]string, len(lines))
	if root != nil {
		for _, m := range root.Members {
			key := Trim(m.Key)
			value, ok := hostString(m.Value)
			if key == "" || !ok {
				continue
			}
			line, found := lines[key]
			if found && line.inline && isStructured(m.Value) && !isBlockHeader(line.raw) && strings.Contains(line.value, ":") {
				value = line.value
			}
			values[key] = value
		}
	}
	for key, line := range lines {
		if _, ok := values[key]; !ok {
			values[key] = line.value
		}
	}
	return values
}

func isStructured(n *document.Node) bool {
	return n.Kind == document.Array || n.Kind == document.Object
}

// isBlockHeader matches ^[|>][+-]?(\d+)?[+-]?$.
func isBlockHeader(s string) bool {
	if s == "" || s[0] != '|' && s[0] != '>' {
		return false
	}
	s = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(s[1:], "+"), "-"), "0123456789")
	return s == "" || s == "+" || s == "-"
}

// hostString is the value as the loader keeps it; ok is false for null, which
// it drops.
func hostString(n *document.Node) (value string, ok bool) {
	switch n.Kind {
	case document.Null:
		return "", false
	case document.String:
		s, _ := n.Value.(string)
		return Trim(s), true
	case document.Array, document.Object:
		var b strings.Builder
		writeJSON(&b, n)
		return b.String(), true
	}
	return jsString(n.Value), true
}

// writeJSON writes a value as JSON.stringify does.
func writeJSON(b *strings.Builder, n *document.Node) {
	switch n.Kind {
	case document.Array:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	case document.Object:
		b.WriteByte('{')
		for i, m := range jsOrder(n.Members) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quoteJSON(m.Key))
			b.WriteByte(':')
			writeJSON(b, m.Value)
		}
		b.WriteByte('}')
	case document.String:
		s, _ := n.Value.(string)
		b.WriteString(quoteJSON(s))
	default:
		s := jsString(n.Value)
		if f, ok := n.Value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			s = "null"
		}
		b.WriteString(s)
	}
}

// jsOrder puts members in the order of a JavaScript object: keys that are array
// indexes first, by number, then the others as they came.
func jsOrder(members []document.Member) []document.Member {
	index := func(key string) int {
		i, err := strconv.ParseUint(key, 10, 32)
		if err != nil || strconv.FormatUint(i, 10) != key || i == math.MaxUint32 {
			return math.MaxInt
		}
		return int(i)
	}
	out := slices.Clone(members)
	slices.SortStableFunc(out, func(a, b document.Member) int {
		i, j := index(a.Key), index(b.Key)
		switch {
		case i < j:
			return -1
		case i > j:
			return 1
		}
		return 0
	})
	return out
}

// quoteJSON writes a string as JSON.stringify does.
func quoteJSON(s string) string {
	const hex = "0123456789abcdef"
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ':
			b = append(b, c)
		default:
			if short := strings.IndexByte("\b\t\n\f\r", c); short >= 0 {
				b = append(b, '\\', "btnfr"[short])
			} else {
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
		}
	}
	return string(append(b, '"'))
}

// jsString writes a boolean or number as String() of JavaScript does.
func jsString(v any) string {
	var f float64
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case int64:
		if v > -1<<53 && v < 1<<53 {
			return strconv.FormatInt(v, 10)
		}
		f = float64(v)
	case float64:
		f = v
	}
	switch abs := math.Abs(f); {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	case abs >= 1e21 || abs < 1e-6:
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
		return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
