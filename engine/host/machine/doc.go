// Package machine describes the machine and process in which a host of skills
// runs: variables, folders and programs.
package machine
