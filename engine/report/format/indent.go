package format

// indentJSON writes compact JSON, of an encoder, with one member or item a line, as
// json.Indent does by two blanks, and hidden characters in it as \u escapes; the value
// stays the same. json.Indent asks at each byte what may follow; here it is known that
// the text is JSON, and strings are passed over by the run.
func indentJSON(text []byte) []byte {
	out := make([]byte, 0, len(text)+len(text)/2)
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			end := i + 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			out = appendEscaped(out, text[i:end+1])
			i = end
		case '{', '[':
			out = append(out, c)
			if next := text[i+1]; next == c+2 { // both brackets are two apart from those that shut them
				out = append(out, next)
				i++
				continue
			}
			depth++
			out = newLine(out, depth)
		case '}', ']':
			depth--
			out = append(newLine(out, depth), c)
		case ',':
			out = newLine(append(out, c), depth)
		case ':':
			out = append(out, c, ' ')
		default:
			out = append(out, c)
		}
	}
	return out
}

func newLine(out []byte, depth int) []byte {
	const blanks = "\n                                "
	if n := 1 + 2*depth; n <= len(blanks) {
		return append(out, blanks[:n]...)
	}
	out = append(out, '\n')
	for range depth {
		out = append(out, ' ', ' ')
	}
	return out
}
