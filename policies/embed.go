// Package policies holds the Rego policies and data tables that ship with
// skillctl. It exports files, not decisions: package engine/policy compiles
// and asks them.
package policies

import (
	"embed"
	"io/fs"
)

//go:embed catalog doctor exec hook install lib lint pages programs proposals rules tables
var files embed.FS

// FS returns the policies as a file system: catalog, doctor, exec, hook, install, lib, lint, pages, programs, proposals, rules and tables, with
// the README of every rule beside it. Unit tests (_test.rego) are in it too;
// whoever compiles leaves them out.
func FS() fs.FS { return files }
