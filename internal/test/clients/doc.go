// Package clients runs the real programs of agents, from npm, headless against a model
// that says what a test wants it to: one call of a tool, then that it is done.
package clients
