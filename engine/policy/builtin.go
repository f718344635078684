package policy

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/types"

	"github.com/skillctl/skillctl/engine/command/deceptive"
)

// maxMatch bounds how long one regular expression may take over one text: one
// that backtracks without end is an error, not a hang.
const maxMatch = 50 * time.Millisecond

// maxPattern and maxMatched bound what is matched, in bytes.
const (
	maxPattern = 4 << 10
	maxMatched = 256 << 10
)

// builtinECMAMatch is ecmascript.match(pattern, text): whether an ECMAScript
// regular expression is found in the text, as RegExp.test says without flags.
// The answer is {"match": bool, "error": text}: a pattern that does not compile
// or takes too long matches nothing, and says why.
func builtinECMAMatch() *rego.Function {
	object := types.NewObject([]*types.StaticProperty{
		types.NewStaticProperty("match", types.B), types.NewStaticProperty("error", types.S),
	}, nil)
	return &rego.Function{
		Name:        "ecmascript.match",
		Description: "Whether an ECMAScript regular expression is found in a text.",
		Decl:        types.NewFunction(types.Args(types.S, types.S), object),
		Memoize:     true,
	}
}

func ecmaMatch(c rego.BuiltinContext, pattern, text *ast.Term) (*ast.Term, error) {
	p, ok := pattern.Value.(ast.String)
	t, ok2 := text.Value.(ast.String)
	matched, why := false, "a text and a pattern are wanted"
	if ok && ok2 {
		if matched, why = MatchECMAScript(string(p), string(t)); why == tooSlow {
			noteLate(c.Context)
		}
	}
	return ast.ObjectTerm(
		ast.Item(ast.InternedTerm("match"), ast.InternedTerm(matched)),
		ast.Item(ast.InternedTerm("error"), ast.StringTerm(why)),
	), nil
}

// tooSlow is why it is not known whether an expression matches that took [maxMatch].
const tooSlow = "the regular expression takes too long"

// lateKey is the key of what [WithLate] notes.
type lateKey struct{}

// WithLate notes whether an answer that is asked for with this context depends on how long something
// took. Another time it may be another one.
func WithLate(ctx context.Context) (noting context.Context, late *atomic.Bool) {
	late = &atomic.Bool{}
	return context.WithValue(ctx, lateKey{}, late), late
}

func noteLate(ctx context.Context) {
	if ctx == nil {
		return // nobody asks
	}
	if late, ok := ctx.Value(lateKey{}).(*atomic.Bool); ok {
		late.Store(true)
	}
}

// compiledECMA keeps expressions, which are few: those of the settings.
var compiledECMA = sync.OnceValue(func() *ecmaCache { return &ecmaCache{all: map[string]*ecmaEntry{}} })

type ecmaCache struct {
	mu  sync.Mutex
	all map[string]*ecmaEntry
}

type ecmaEntry struct {
	re  *regexp2.Regexp
	why string
}

// maxCompiled bounds the cache; when it is full it starts anew.
const maxCompiled = 512

func (c *ecmaCache) get(pattern string) *ecmaEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if entry := c.all[pattern]; entry != nil {
		return entry
	}
	entry := &ecmaEntry{}
	var re *regexp2.Regexp
	translated, err := translateECMA(pattern)
	if err == nil {
		re, err = regexp2.Compile(translated, regexp2.ECMAScript)
	}
	if err != nil {
		entry.why = "the regular expression does not compile: " + err.Error()
	} else {
		re.MatchTimeout = maxMatch
		entry.re = re
	}
	if len(c.all) >= maxCompiled {
		c.all = map[string]*ecmaEntry{}
	}
	c.all[pattern] = entry
	return entry
}

// MatchECMAScript reports whether an ECMAScript regular expression is found in
// text; why is not empty when that could not be found out.
func MatchECMAScript(pattern, text string) (matched bool, why string) {
	if len(pattern) > maxPattern || len(text) > maxMatched {
		return false, "the regular expression or the text is too long"
	}
	entry := compiledECMA().get(pattern)
	if entry.re == nil {
		return false, entry.why
	}
	matched, err := entry.re.MatchRunes(units(text))
	if err != nil {
		return false, tooSlow
	}
	return matched, ""
}

// builtinSkeleton is unicode.skeleton(text): the text without what people do not tell
// apart, so that two names with the same skeleton are taken for each other.
func builtinSkeleton() *rego.Function {
	return &rego.Function{
		Name:        "unicode.skeleton",
		Description: "A name without what people do not tell apart.",
		Decl:        types.NewFunction(types.Args(types.S), types.S),
		Memoize:     true,
	}
}

func skeleton(_ rego.BuiltinContext, name *ast.Term) (*ast.Term, error) {
	text, ok := name.Value.(ast.String)
	if !ok {
		return nil, nil // undefined
	}
	return ast.StringTerm(deceptive.Skeleton(string(text))), nil
}

// withBuiltins are our own functions, as a query or a test is told of them.
func withBuiltins() []func(*rego.Rego) {
	return []func(*rego.Rego){rego.Function2(builtinECMAMatch(), ecmaMatch), rego.Function1(builtinSkeleton(), skeleton)}
}

// builtins are our own functions, as a compiler is told of them.
func builtins() map[string]*ast.Builtin {
	out := map[string]*ast.Builtin{}
	for _, f := range []*rego.Function{builtinECMAMatch(), builtinSkeleton()} {
		out[f.Name] = &ast.Builtin{Name: f.Name, Description: f.Description, Decl: f.Decl}
	}
	return out
}
