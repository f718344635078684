// Package proposals holds the commands for skills that agents propose: list, inspect, add, apply,
// reject and quarantine.
package proposals
