package cli

// Linting makes much garbage and keeps little. Collecting it less often saves a
// fifth of the processor time; the limit, in bytes, keeps memory small on many
// skills all the same.
const (
	lintGarbagePercent = 400
	lintMemoryLimit    = 160 << 20
)
