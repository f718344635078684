// Package lint judges skills and configuration files. It reads each skill once, gathers facts, asks
// data.skillctl.lint.findings for the rules that are switched on, and turns answers into findings with a file,
// a span and a fingerprint. Suppressions of the settings are applied afterwards; a verdict is drawn from the
// set of severity, confidence and locus of what is left. Rules about all skills together are asked last.
//
// A [Session] keeps the last run: it walks the paths again only where a change may be one of which skills
// there are, judges the skills that a changed path touches, and asks the rules about all skills only when
// their input has changed. A test compares every step with a lint from the beginning.
package lint
