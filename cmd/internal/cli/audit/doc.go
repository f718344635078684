// Package audit holds the commands for the record of runs: list, show, stats, verify, prune and
// export.
package audit
