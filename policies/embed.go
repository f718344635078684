// Package policies holds the Rego policies and data tables that ship with
// skillctl. It exports files, not decisions: package engine/policy compiles
// and asks them.
package policies

import (
	"embed"
	"io/fs"
)

//go:embed catalog doctor exec hook learn install lib lint pages programs proposals rules tables
var files embed.FS

//go:embed plan.bin
var compiled string

// Plan is what the policies were compiled to: an image of engine/policy/plan. go
// generate writes it; it says what it was compiled from, and is not used for anything
// else.
//
//go:generate go run ../cmd/internal/generate -out plan.bin
//go:generate go test ../engine/clause -run TestCompiled -update
func Plan() string { return compiled }

// FS returns the policies as a file system: catalog, doctor, exec, hook, install, lib, lint, pages, programs, proposals, rules and tables, with
// the README of every rule beside it. Unit tests (_test.rego) are in it too;
// whoever compiles leaves them out.
func FS() fs.FS { return files }
