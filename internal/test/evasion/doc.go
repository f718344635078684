// Package evasion rewrites skills of testdata/detect that are blocked in the ways by which
// harm is hidden from a reader, and writes what lint says of each rewrite into
// docs/detection.md. It has tests only.
//
// A rewrite does what the original does: a person or an agent that follows it comes to the
// same harm. Where a program cannot make one that does (synonyms, translations, another
// language, code in two files that call each other), it is written by hand in testdata.
package evasion
