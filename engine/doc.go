// Package engine has the types that all share who ask for a judgement or show one:
// effects, reasons and decisions, findings, rules and reports, and the settings that
// they cite. The questions are in packages of their own: lint, exec, install and
// resolve.
package engine
