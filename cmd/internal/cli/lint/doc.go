// Package lint is the command lint: flags, reports, fixes, baselines, and --watch.
package lint
