// Package install holds the commands that change a root of skills: install, update, remove, and
// those of its lock file.
package install
