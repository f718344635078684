// Package rate counts how many runs there were in the last hour, for limits on them.
// Each run takes a place before it is judged and gives it back when it does not start
// or fails, so that runs at the same time cannot pass a limit together. A run whose
// end nobody has seen keeps its place until the hour is over: killing skillctl frees
// nothing.
package rate
