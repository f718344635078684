// Package schema says what a document may look like: the front matter of a
// skill, a host's configuration, skillctl's own settings, and the documents
// that policies are given and give back.
//
// The shapes are the *.cue files of this folder, one for each kind of document.
// They are the single source for validation, for defaults, for merging settings
// and for the JSON Schema that editors and policies use. They are written in a
// plain part of CUE which [New] turns into a plan that is executed without CUE:
// a document of a few dozen keys takes microseconds. What that part cannot say
// (rules that count entries) is stated in CUE as well and evaluated with it.
//
// The package judges shape only. Whether a well-formed document is wise is for
// the policies.
package schema

import "embed"

//go:generate go test . -run TestCompiled -update

//go:embed *.cue
var files embed.FS
