package codex

import "strings"

// repaired are the lines with values in quotes that YAML would not take as they are,
// which Codex tries when the front matter cannot be read: those with ": " in them, those
// that begin with "@" or a backtick, and those that open a bracket and do not end with
// the closing one. Values in quotes stay as they are, and so does text of block scalars.
func repaired(lines []string) []string {
	out := make([]string, len(lines))
	block := -1 // the indentation of the key whose block scalar goes on, -1 for none
	for i, line := range lines {
		out[i] = line
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && (strings.TrimSpace(line) == "" || indent > block) {
			continue
		}
		block = -1
		head, value := cutValue(strings.TrimSuffix(line, "\r"))
		switch {
		case value == "":
		case value[0] == '|' || value[0] == '>':
			block = indent
		case breaks(value):
			out[i] = head + "'" + strings.ReplaceAll(value, "'", "''") + "'"
		}
	}
	return out
}

// cutValue splits a line into what comes before a value and the value, without a
// remark; the value is empty where there is none.
func cutValue(line string) (head, value string) {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return line, ""
	}
	key, rest, ok := strings.Cut(line, ":")
	value = strings.TrimLeft(rest, " \t")
	if !ok || value == rest || value == "" || value[0] == '#' {
		return line, ""
	}
	head = key + ":" + rest[:len(rest)-len(value)]
	for _, mark := range []string{" #", "\t#"} {
		value, _, _ = strings.Cut(value, mark)
	}
	return head, strings.TrimRight(value, " \t")
}

// breaks says that YAML does not read a plain value as text.
func breaks(value string) bool {
	switch value[0] {
	case '"', '\'':
		return false
	case '@', '`':
		return true
	case '[':
		return !strings.HasSuffix(value, "]") || strings.Contains(value, ": ")
	case '{':
		return !strings.HasSuffix(value, "}") || strings.Contains(value, ": ")
	}
	return strings.Contains(value, ": ")
}
