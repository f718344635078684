// Package gate is the command gate: it decides installations, of folders that are named and
// over the protocol of OpenClaw.
package gate
