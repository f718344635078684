package doctor

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// answer is what a policy command said.
type answer struct {
	Decision string
	Reason   string
	// raw is what it printed, trouble why the host would not take it.
	raw     string
	trouble string
	took    time.Duration
	// unasked: there was no time left to ask.
	unasked bool
	// left are processes that it had not ended, stuck those that could not be ended.
	left, stuck int
}

// maxFindings is how many findings a warning may have.
const maxFindings = 100

// read takes an answer apart as OpenClaw 2026.9.6 does: the text without white space
// around it is given to JSON.parse, and what comes of it is compared with a schema
// that ignores keys it does not know.
func (a *answer) read() {
	text := trimScript(strings.ToValidUTF8(a.raw, "\uFFFD"))
	if text == "" {
		a.trouble = "it printed nothing"
		return
	}
	value, err := parseScript(text)
	if err != nil {
		a.trouble = fmt.Sprintf("it printed something that is not one JSON object: %v", err)
		return
	}
	body, ok := value.(map[string]any)
	if !ok {
		a.trouble = "it printed something that is not one JSON object"
		return
	}
	if version, ok := body["protocolVersion"].(float64); !ok || version != 1 {
		a.trouble = fmt.Sprintf("it answered with protocolVersion %s; it must be the number 1", spell(body, "protocolVersion"))
		return
	}
	decision, _ := body["decision"].(string)
	switch decision {
	case "allow":
	case "warn", "block":
		reason, _ := body["reason"].(string)
		a.Reason = trimScript(reason)
		if a.Reason == "" {
			a.trouble = fmt.Sprintf("it answered %s without a reason", decision)
			return
		}
		if n := validFindings(body["findings"]); decision == "warn" && n > maxFindings {
			a.trouble = fmt.Sprintf("it warned with %d findings; a warning with more than %d cannot be acknowledged", n, maxFindings)
			return
		}
	default:
		a.trouble = fmt.Sprintf("it answered with the decision %s; it must be allow, warn or block", spell(body, "decision"))
		return
	}
	a.Decision = decision
}

// spell shows a value of an answer.
func spell(body map[string]any, key string) string {
	switch v := body[key].(type) {
	case nil:
		if _, there := body[key]; there {
			return "null"
		}
		return "undefined"
	case string:
		return fmt.Sprintf("%.60q", v)
	case float64, bool:
		return fmt.Sprint(v)
	case []any:
		return "[…]"
	}
	return "{…}"
}

// validFindings counts the findings that the host does not drop.
func validFindings(v any) int {
	list, _ := v.([]any)
	n := 0
	for _, entry := range list {
		finding, _ := entry.(map[string]any)
		id, _ := finding["ruleId"].(string)
		message, _ := finding["message"].(string)
		severity, _ := finding["severity"].(string)
		if trimScript(id) != "" && trimScript(message) != "" && (severity == "info" || severity == "warn" || severity == "critical") {
			n++
		}
	}
	return n
}

// trimScript is JavaScript's trim: a byte order mark is white space there, U+0085 is
// none.
func trimScript(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return strings.ContainsRune("\t\n\v\f\r\u2028\u2029\uFEFF", r) || unicode.Is(unicode.Zs, r)
	})
}
