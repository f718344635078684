package catalog

// WithFolderEntries bounds the entries of a folder, so that a test need not make
// a hundred thousand files.
func WithFolderEntries(limit int) Option { return func(w *walker) { w.wide = limit } }
