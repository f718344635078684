package native

// WithBetween calls a function after everything was looked at, and before the
// keeper is told to start the command.
func WithBetween(f func()) Option { return func(o *options) { o.between = f } }
