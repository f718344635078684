// Package agents reads the agents of an openclaw.json as OpenClaw 2026.9.6 does,
// and says which of them is meant.
package agents
