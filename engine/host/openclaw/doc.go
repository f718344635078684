// Package openclaw says how OpenClaw 2026.9.6 reads a skill: its name, key and
// command, what it requires, its installers, and what it does not read.
package openclaw
