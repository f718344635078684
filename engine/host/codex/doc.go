// Package codex says which skills Codex loads, and how it reads them. What it says was
// observed with Codex 0.169.0: what its prompt and its own list of skills name for
// homes that were laid out to find out.
package codex
