// Package learn proposes an allow-list by what was run: it reads commands from the history
// of a shell, a transcript of Claude Code and a rollout of Codex, and asks
// policies/learn which of them are fit for an entry. What is read is data: nothing of it
// is run.
package learn
