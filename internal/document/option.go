package document

import "context"

// The bounds that hold unless an option changes them.
const (
	// DefaultMaxSize is the largest text, in bytes.
	DefaultMaxSize = 10 << 20
	// DefaultMaxDepth is the deepest nesting; the root is at depth 1.
	DefaultMaxDepth = 512
	// DefaultMaxNodes is the largest number of values, those that aliases
	// repeat included.
	DefaultMaxNodes = 1_000_000
	// DefaultMaxAliased is the largest number of values that YAML aliases may
	// repeat.
	DefaultMaxAliased = 10_000
)

// maxDepthCeiling caps WithMaxDepth: the readers recurse, and a stack has an
// end that cannot be recovered from.
const maxDepthCeiling = 10_000

// Option changes how a document is read.
type Option func(*options)

type options struct {
	maxSize    int
	maxDepth   int
	maxNodes   int
	maxAliased int
	mergeKeys  bool
	looseTags  bool
	repeated   bool
	cue        func(file string, text []byte) (*Node, error)
	dir        string
	env        func(name string) (string, bool)
	// called: see WithCalled.
	called string
	// broken: see WithBrokenIncludes.
	broken bool
}

func newOptions(opts []Option) *options {
	o := &options{
		maxSize:    DefaultMaxSize,
		maxDepth:   DefaultMaxDepth,
		maxNodes:   DefaultMaxNodes,
		maxAliased: DefaultMaxAliased,
		mergeKeys:  true,
		called:     "file",
	}
	for _, opt := range opts {
		opt(o)
	}
	o.maxDepth = min(o.maxDepth, maxDepthCeiling)
	return o
}

// WithMaxSize bounds the text, in bytes. It holds for each file of [Load].
func WithMaxSize(bytes int) Option { return func(o *options) { o.maxSize = bytes } }

// WithMaxDepth bounds the nesting; the root is at depth 1. More than 10,000 is
// read as 10,000.
func WithMaxDepth(depth int) Option { return func(o *options) { o.maxDepth = depth } }

// WithMaxNodes bounds the number of values of the whole document.
func WithMaxNodes(nodes int) Option { return func(o *options) { o.maxNodes = nodes } }

// WithMaxAliased bounds the number of values that YAML aliases repeat.
func WithMaxAliased(nodes int) Option { return func(o *options) { o.maxAliased = nodes } }

// WithMergeKeys says whether a plain "<<" in YAML merges the mapping that it
// holds (the default) or is a key like any other, as in the core schema.
func WithMergeKeys(merge bool) Option { return func(o *options) { o.mergeKeys = merge } }

// WithLooseTags takes a YAML scalar whose text does not fit its tag, such as
// "!!int a", for text, as the library "yaml" 2 of JavaScript does, which only warns.
func WithLooseTags() Option { return func(o *options) { o.looseTags = true } }

// WithRepeated lets a key of YAML stand twice: every occurrence is kept, and whoever
// reads the mapping says what that means.
func WithRepeated() Option { return func(o *options) { o.repeated = true } }

// WithCUE gives the function that reads CUE text into a concrete tree. This
// package cannot: the language belongs to package schema. An [*Error] that the
// function returns is passed on as it is.
func WithCUE(read func(file string, text []byte) (*Node, error)) Option {
	return func(o *options) { o.cue = read }
}

// WithDir sets the folder that [Read] and [Load] put before file names in nodes and
// errors, as the user spelled it.
func WithDir(dir string) Option { return func(o *options) { o.dir = dir } }

// WithBrokenIncludes makes [Load] read on where a file that is included is not
// there or holds a mistake, as if it held an empty object: what else the
// document says can be looked at then. Bounds hold all the same.
func WithBrokenIncludes() Option { return func(o *options) { o.broken = true } }

// WithEnv makes [Load] put environment variables in the place of "${NAME}"; see
// [Substitute].
func WithEnv(lookup func(name string) (string, bool)) Option {
	return func(o *options) { o.env = lookup }
}

// WithCalled sets what errors call the text, "file" without it: "line" for one of
// several lines.
func WithCalled(what string) Option { return func(o *options) { o.called = what } }

// budget counts the values of one document and notices when its reader should
// stop.
type budget struct {
	ctx  context.Context
	left int
	max  int
}

func newBudget(ctx context.Context, o *options) *budget {
	return &budget{ctx: ctx, left: o.maxNodes, max: o.maxNodes}
}

// checkEvery is the number of values between two looks at the context.
const checkEvery = 1024

// spend takes n values from the budget. ok is false when there are not enough
// left; err is the context's.
func (b *budget) spend(n int) (ok bool, err error) {
	if b.left/checkEvery != (b.left-n)/checkEvery {
		if err := b.ctx.Err(); err != nil {
			return false, err
		}
	}
	b.left -= n
	return b.left >= 0, nil
}
