package chain

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// text is what a call comes to that makes a text of others, nil for another one.
func (e *engine) text(name, method string, a *args, n *code.Node) *value {
	if v, known := e.textOf(name, a, n); known {
		return v
	}
	if a.self == nil {
		return nil
	}
	return e.textBy(method, a, n)
}

// textOf is what a function comes to that makes a text, and whether it is one.
func (e *engine) textOf(name string, a *args, n *code.Node) (v *value, known bool) {
	first := a.way("0")
	switch name {
	case "os.path.join", "path.join", "path.resolve", "posixpath.join", "path.posix.join", "os.path.normpath.join":
		return e.made(a.list, "/", ""), true
	case "Path", "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath":
		return e.made(a.list, "/", "pathlib.Path()"), true
	case "textwrap.dedent", "dedent", "inspect.cleandoc", "textwrap.fill", "os.path.expanduser", "os.path.expandvars", "os.path.abspath", "os.path.realpath", "os.path.normpath", "str", "bytes", "bytearray", "String", "glob.glob", "os.walk", "os.scandir", "sorted", "list", "tuple", "set", "iter", "reversed", "enumerate", "io.BytesIO", "io.StringIO", "os.fspath", "fs.realpathSync", "JSON.stringify", "urllib.parse.quote", "encodeURIComponent", "encodeURI":
		if first == nil {
			return nil, true
		}
		first = e.whole(first, n)
		out := &value{name: shorter(name + "()"), texts: first.texts, taints: e.all(first), veiled: first.veiled, items: first.items, fields: first.fields, made: a}
		if name == "JSON.stringify" {
			out.items, out.fields = nil, nil
		}
		return out, true
	case "URL", "url.URL":
		if base := a.way("1"); first != nil && base != nil && !strings.Contains(first.first(), "://") {
			return e.made([]*value{base, first}, "", address), true
		}
		if first != nil {
			return &value{name: address, texts: first.texts, taints: e.all(first), veiled: first.veiled, made: a}, true
		}
		return nil, true
	case "Object.entries", "Object.keys", "Object.values", "Object.getOwnPropertyNames", "Reflect.ownKeys":
		if first != nil && len(first.fields) > 0 {
			return e.listed(first, code.LastPart(name)), true
		}
	case "os.listdir", "fs.readdirSync", "fs.promises.readdir":
		if first == nil {
			return nil, true
		}
		return &value{texts: []string{hole}}, true
	case "os.path.dirname", "path.dirname", "os.path.basename", "path.basename":
		return &value{texts: []string{hole}}, true
	}
	return e.decodedOf(name, a, n)
}

// decodedOf is what a function comes to that decodes a text, and whether it is one.
func (e *engine) decodedOf(name string, a *args, n *code.Node) (v *value, known bool) {
	first := a.way("0")
	switch name {
	case "base64.b64decode", "base64.urlsafe_b64decode", "base64.standard_b64decode", "base64.decodebytes", "b64decode", "atob":
		return e.decoded(first, fromBase64), true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify", "binascii.a2b_hex", "unhexlify":
		return e.decoded(first, fromHex), true
	case "codecs.decode":
		if kind := a.way("1|encoding"); kind != nil {
			return e.decoded(first, decoder(kind.first())), true
		}
	case "Buffer.from", "buffer.Buffer.from":
		if kind := a.way("1"); kind != nil && first != nil && (kind.first() == "base64" || kind.first() == "hex" || kind.first() == "base64url") {
			return e.decoded(first, decoder(kind.first())), true
		}
		if first != nil {
			return &value{texts: first.texts, taints: e.all(e.whole(first, n)), veiled: first.veiled}, true
		}
	case "urllib.parse.unquote", "decodeURIComponent", "unescape":
		v = e.decoded(first, func(s string) string {
			if out, err := url.PathUnescape(s); err == nil {
				return out
			}
			return s
		})
		return v, true
	case "chr", "String.fromCharCode":
		return characters(a.list), true
	case "map":
		if len(a.list) == 2 && a.list[0].name == "chr" {
			return characters(a.list[1].items), true
		}
	}
	return nil, false
}

// textBy is what a method of a text comes to, nil for another one.
func (e *engine) textBy(method string, a *args, n *code.Node) *value {
	first, self := a.way("0"), a.self
	switch method {
	case "items", "keys", "values":
		if len(self.fields) > 0 && len(a.list) == 0 && self.class == nil {
			return e.listed(self, method)
		}
	}
	switch method {
	case "expanduser", "resolve", "absolute", "as_posix", "encode", "decode", "strip", "rstrip", "lstrip", "trim", "toString", "lower", "upper", "toLowerCase", "valueOf", "glob", "rglob", "iterdir", "keys", "values", "items", "copy", "read", "splitlines", "readlines", "reverse", "flat":
		if len(self.texts) == 0 && len(self.items) == 0 {
			return nil
		}
		out := *e.whole(self, n)
		if out.taints = addTaints(out.taints, e.everything(a).taints); method == "glob" || method == "iterdir" || method == "rglob" {
			out.texts, _ = e.joined([]*value{self, nothing}, "/")
			out.name = "pathlib.Path()"
		}
		if method == "reverse" {
			out.items = slices.Clone(self.items)
			slices.Reverse(out.items)
		}
		return &out
	case "filter", "sort", "slice", "toSorted", "toReversed":
		if len(self.items) == 0 && (len(self.texts) == 0 || method == "slice") {
			return nil
		}
		e.callbacks(a, self)
		out := *self
		out.taints = addTaints(out.taints, e.everything(a).taints)
		return &out
	case "joinpath":
		return e.made(append([]*value{self}, a.list...), "/", "pathlib.Path()")
	case "with_name", "with_suffix", "relative_to":
		return &value{texts: []string{hole}, name: self.name}
	case "concat":
		if len(self.texts) > 0 {
			return e.made(append([]*value{self}, a.list...), "", "")
		}
	case "format":
		if len(self.texts) > 0 {
			return e.formatted(self, a)
		}
	case "replace", "replaceAll":
		if len(self.texts) > 0 && len(a.list) > 1 && len(a.list[0].texts) == 1 && len(a.list[1].texts) == 1 && a.list[0].texts[0] != "" {
			return e.mapped(self, func(s string) string { return bound(strings.ReplaceAll(s, a.list[0].texts[0], a.list[1].texts[0])) })
		}
	case "join":
		return e.joinedBy(self, first)
	case "split":
		if len(self.texts) == 1 && !strings.Contains(self.texts[0], hole) && (first == nil || len(first.texts) == 1) {
			return e.parted(self, first)
		}
	}
	return nil
}

// parted are the parts of a text between those of another one; nil: between spaces.
func (e *engine) parted(self, between *value) *value {
	parts := strings.Fields(self.texts[0])
	if between != nil {
		parts = strings.Split(self.texts[0], between.texts[0])
	}
	out := &value{taints: e.all(self), veiled: self.veiled}
	for _, p := range parts[:min(len(parts), maxItems)] {
		out.items = append(out.items, textValue(p))
	}
	return out
}

// listed are the names, the values or the pairs of a record.
func (e *engine) listed(v *value, what string) *value {
	out := &value{taints: v.taints}
	for _, key := range sortedKeys(v.fields) {
		if strings.HasSuffix(key, "()") || len(out.items) >= maxItems {
			continue
		}
		switch what {
		case "items", "entries":
			out.items = append(out.items, &value{items: []*value{textValue(key), v.fields[key]}, taints: v.taints})
		case "values":
			out.items = append(out.items, v.fields[key])
		default:
			out.items = append(out.items, textValue(key))
		}
	}
	return out
}

// gathered is one list of what several hold.
func (e *engine) gathered(a *args, n *code.Node) *value {
	out := &value{}
	for i, one := range a.list {
		one = e.whole(one, n)
		if callable(one) {
			if i == 0 && len(a.list) > 1 && one.fn != nil {
				out.taints = e.picked(a.list[1], a.list[:1], nil, n)
			}
			continue
		}
		out.taints = addTaints(out.taints, one.taints)
		out.texts = addTexts(out.texts, one.texts)
		out.items = bounded(out.items, one.items)
		if out.name == "" {
			out.name = one.name
		}
	}
	return out
}

// made is a text of parts.
func (e *engine) made(list []*value, between, name string) *value {
	out := &value{name: name}
	for _, v := range list {
		out.taints = addTaints(out.taints, e.all(v))
		out.veiled = out.veiled || v.veiled
	}
	out.texts, _ = e.joined(list, between)
	return out
}

// joinedBy is a list that is made one text: "-".join(x), x.join("-").
func (e *engine) joinedBy(self, first *value) *value {
	list, between := self, first
	if first != nil && (len(first.items) > 0 || len(self.texts) > 0 && len(first.texts) == 0) {
		list, between = first, self
	}
	if list == nil || len(list.items) == 0 {
		return nil
	}
	text := ","
	if between != nil && len(between.texts) > 0 {
		text = between.texts[0]
	} else if between != nil {
		text = hole
	}
	out := e.made(list.items, text, "")
	out.taints = addTaints(out.taints, e.all(list))
	out.veiled = out.veiled || spelt(list.items)
	for i := 0; i < len(list.items) && out.from == ""; i++ {
		out.from = readFrom(list.items[i])
	}
	return out
}

// spelt reports whether a text is put together of many parts that say nothing by
// themselves.
func spelt(items []*value) bool {
	return len(items) > 5 && !slices.ContainsFunc(items, func(v *value) bool { return len(v.first()) > 3 || len(v.texts) != 1 })
}

// characters is a text whose characters are numbers.
func characters(list []*value) *value {
	var b strings.Builder
	for _, v := range list {
		for _, item := range append(v.items, v) {
			if item == v && len(v.items) > 0 {
				continue
			}
			n, err := strconv.ParseInt(item.first(), 0, 32)
			if err != nil || b.Len() > way.MaxLength {
				return &value{texts: []string{hole}, veiled: true}
			}
			b.WriteRune(rune(n))
		}
	}
	return &value{texts: []string{b.String()}, veiled: true}
}

// formatted is a text with its values put in: "{}/{name}".format(a, name=b).
func (e *engine) formatted(self *value, a *args) *value {
	out := &value{taints: addTaints(e.all(self), e.everything(a).taints), veiled: self.veiled}
	for _, format := range self.texts {
		var parts []*value
		at, rest := 0, format
		for {
			before, after, ok := strings.Cut(rest, "{")
			parts = append(parts, textValue(before))
			if !ok {
				break
			}
			key, tail, _ := strings.Cut(after, "}")
			key, _, _ = strings.Cut(key, ":")
			v := a.start(key)
			if key == "" {
				v = a.start(strconv.Itoa(at))
				at++
			}
			if v == nil {
				v = nothing
			}
			parts, rest = append(parts, v), tail
			if len(parts) > maxItems {
				break
			}
		}
		texts, _ := e.joined(parts, "")
		out.texts = addTexts(out.texts, texts)
	}
	return out
}

// decoded is a text that was written in a code.
func (e *engine) decoded(v *value, read func(string) string) *value {
	if v == nil || read == nil {
		return nil
	}
	out := e.mapped(v, func(s string) string { return bound(read(s)) })
	out.name, out.veiled = "", len(v.texts) > 0
	return out
}

func bound(s string) string { return s[:min(len(s), way.MaxLength)] }

func decoder(kind string) func(string) string {
	switch strings.ToLower(strings.ReplaceAll(kind, "_", "")) {
	case "base64", "base64url":
		return fromBase64
	case "hex":
		return fromHex
	case "rot13":
		return func(s string) string {
			return strings.Map(func(r rune) rune {
				switch {
				case 'a' <= r && r <= 'z':
					return 'a' + (r-'a'+13)%26
				case 'A' <= r && r <= 'Z':
					return 'A' + (r-'A'+13)%26
				}
				return r
			}, s)
		}
	}
	return nil
}

func fromBase64(s string) string {
	s = strings.TrimRight(strings.Map(func(r rune) rune {
		switch r {
		case '-':
			return '+'
		case '_':
			return '/'
		case '\n', ' ':
			return -1
		}
		return r
	}, s), "=")
	out, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return hole
	}
	return string(out)
}

func fromHex(s string) string {
	out, err := hex.DecodeString(s)
	if err != nil {
		return hole
	}
	return string(out)
}

// reversed is a text read from its end.
func (e *engine) reversed(v *value) *value {
	out := e.mapped(v, func(s string) string {
		r := []rune(s)
		slices.Reverse(r)
		return string(r)
	})
	out.veiled = len(v.texts) > 0
	out.items = slices.Clone(v.items)
	slices.Reverse(out.items)
	return out
}
