// Package dir follows the working directory of a shell through cd, pushd and popd: those in which a command
// may run, and where it leaves the shell when it succeeds and when it fails.
package dir
