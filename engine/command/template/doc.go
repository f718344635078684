// Package template puts arguments into a command as data: no shell reads more in
// them than text. Where that cannot be had, it is an error.
package template
