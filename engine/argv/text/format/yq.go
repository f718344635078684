package format

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// words are the functions and operators of yq that compute with what they get. Others
// read files (load), the environment (env) or texts as expressions (eval).
const words = " add all alias anchor and any array_to_map as ascii_downcase ascii_upcase capture collect column comments contains del delpaths di document_index document_index downcase each " +
	"empty entries error explode false fi file_index filter first flatten floor foot_comment foreach format_datetime from_base64 from_entries from_json from_unix from_yaml group_by has head_comment " +
	"head ireduce is_key join key keys kind length limit line line_comment map map_values match max min not now null or omit parent path paths pick pivot range recurse reduce reverse select setpath shuffle " +
	"sort sort_by sort_keys split split_doc splits sub startswith endswith style tag test to_base64 to_csv to_entries to_json to_number to_props to_string to_tsv to_unix to_xml to_yaml todate tojson tonumber " +
	"tostring tojson trim true type tz unique unique_by until upcase uri values with with_dtf with_entries if then else elif end "

// ReadYq reads an expression of yq: paths, operators and functions.
func ReadYq(text string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(text) {
		return r
	}
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '"':
			end, ok := quoted(text, i)
			if !ok {
				r.Refuse(i, "a text with something computed in it")
				return r
			}
			i = end
		case letter(c):
			end := i
			for end < len(text) && (letter(text[end]) || text[end] >= '0' && text[end] <= '9' || text[end] == '-') {
				end++
			}
			name := text[i:end]
			plain := i > 0 && (text[i-1] == '.' || text[i-1] == '$' || text[i-1] == '@')
			if !plain && !strings.Contains(words, " "+name+" ") && !(end < len(text) && text[end] == ':') {
				r.Refuse(i, "the function \""+name+"\"")
				return r
			}
			i = end
		default:
			i++
		}
	}
	return r
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// quoted is the end of the text in quotes at i, false when something is computed in
// it or it does not end.
func quoted(text string, i int) (int, bool) {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1, true
		case '\\':
			if i++; i < len(text) && text[i] == '(' {
				return i, false
			}
		}
	}
	return i, false
}
