package document

import (
	"math"
	"strconv"
	"strings"

	yaml "go.yaml.in/yaml/v4"
)

func (r *yamlReader) scalar(node *Node, n *yaml.Node, begin int) error {
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		node.Style = Double
	case n.Style&yaml.SingleQuotedStyle != 0:
		node.Style = Single
	case n.Style&yaml.LiteralStyle != 0:
		node.Style = Literal
	case n.Style&yaml.FoldedStyle != 0:
		node.Style = Folded
	}
	end := r.scalarEnd(begin, node.Style, n.Value)
	node.Span = r.lines.span(begin, end)
	node.Raw = r.foreign.show(r.text[begin:end])
	value := r.foreign.show(n.Value)
	tag := explicitTag(n)
	if tag == "" && node.Style == Plain {
		node.Kind, node.Value = coreScalar(value)
		return nil
	}
	node.Kind, node.Value = String, value
	if !r.retag(node, tag) {
		if node.Kind, node.Value = String, value; r.opts.looseTags {
			return nil
		}
		return r.fail(Syntax, begin, end, "the tag %s wants another value, found %s", quoted(tag), quoted(value))
	}
	return nil
}

// retag gives a scalar the type of an explicit tag. ok is false when its text
// does not fit; other tags leave it text.
func (r *yamlReader) retag(node *Node, tag string) (ok bool) {
	kind, value := coreScalar(node.Value.(string))
	var want Kind
	switch tag {
	case "!!null":
		want = Null
	case "!!bool":
		want = Bool
	case "!!int":
		want = Number
		f, isFloat := value.(float64)
		if isFloat && (f != math.Trunc(f) || math.IsInf(f, 0)) {
			return false
		}
	case "!!float":
		want = Number
		if i, isInt := value.(int64); isInt {
			value = float64(i)
		}
	default:
		return true
	}
	node.Kind, node.Value = kind, value
	return kind == want
}

// coreScalar resolves plain text by the core schema of YAML 1.2 (§10.3.2): yes,
// no, on, off, dates and 1_000 are text; 0777 is 777 and 0o777 is octal.
func coreScalar(s string) (Kind, any) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return Null, nil
	case "true", "True", "TRUE":
		return Bool, true
	case "false", "False", "FALSE":
		return Bool, false
	case ".nan", ".NaN", ".NAN":
		return Number, math.NaN()
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return Number, math.Inf(1)
	case "-.inf", "-.Inf", "-.INF":
		return Number, math.Inf(-1)
	}
	if value := coreNumber(s); value != nil {
		return Number, value
	}
	return String, s
}

// coreNumber returns an int64 or float64, or nil when s is no number.
func coreNumber(s string) any {
	if prefix, base := strings.HasPrefix(s, "0x"), 16; prefix || strings.HasPrefix(s, "0o") {
		if !prefix {
			base = 8
		}
		return basedNumber(s[2:], base)
	}
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" {
		return nil
	}
	if strings.Trim(digits, "0123456789") == "" {
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return i
		}
	} else if !isCoreFloat(digits) {
		return nil
	}
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

func basedNumber(digits string, base int) any {
	const all = "0123456789abcdef"
	if digits == "" || strings.Trim(strings.ToLower(digits), all[:base]) != "" {
		return nil
	}
	if i, err := strconv.ParseInt(digits, base, 64); err == nil {
		return i
	}
	f := 0.0
	for _, c := range strings.ToLower(digits) {
		f = f*float64(base) + float64(strings.IndexRune(all, c))
	}
	return f
}

// isCoreFloat matches (\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
func isCoreFloat(s string) bool {
	const decimals = "0123456789"
	rest := strings.TrimLeft(s, decimals)
	whole := len(s) - len(rest)
	if after, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(after, decimals)
		if whole == 0 && len(after) == len(rest) {
			return false
		}
	} else if whole == 0 {
		return false
	}
	if rest == "" {
		return true
	}
	if rest[0] != 'e' && rest[0] != 'E' {
		return false
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	return rest != "" && strings.Trim(rest, decimals) == ""
}
