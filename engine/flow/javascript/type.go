package javascript

// braces leaves out what stands between braces.
func (p *parser) braces() {
	if p.take("{") {
		p.balanced(func(t *token) bool { return t.is("}") })
		p.take("}")
	}
}

// types leaves out a type: up to what ends the value or the parameter that it is of.
func (p *parser) types() {
	braced := false
	for p.at().kind != end {
		t := p.at()
		switch {
		case t.kind == mark:
			switch t.s {
			case "{", "(", "[":
				if t.s == "{" && braced {
					return
				}
				stop := map[string]string{"{": "}", "(": ")", "[": "]"}[t.s]
				p.i++
				p.balanced(func(t *token) bool { return t.is(stop) })
				p.take(stop)
				braced = true
				continue
			case "|", "&", "=>", ".", "<", ">", "?", ":":
				if t.s == ":" && braced {
					return
				}
				braced = false
				if t.s == "<" {
					p.angles()
					braced = true
					continue
				}
			default:
				return
			}
		case braced && t.kind == word && !(t.s == "extends" || t.s == "is" || t.s == "in"):
			return // the type has ended, with or without a line
		case t.kind == word && t.first && p.toks[max(0, p.i-1)].kind == word:
			return
		default:
			switch t.s {
			case "keyof", "typeof", "readonly", "infer", "is", "asserts", "unique", "extends":
				braced = false
			default:
				braced = true
			}
		}
		p.i++
	}
}

// angles leaves out what stands between "<" and ">".
func (p *parser) angles() {
	for open, from := 0, p.i; p.at().kind != end && p.i < from+maxHead; p.i++ {
		switch t := p.at(); {
		case t.is("<"):
			open++
		case t.is(">"):
			if open--; open == 0 {
				p.i++
				return
			}
		case t.is(";"), t.is("="):
			return
		}
	}
}
