// Package zeroclawexec scans a command as ZeroClaw 15d28660 (2026-08-22) does,
// character by character: every fact is the raw input of one of its gates. It
// judges nothing: the policies do that.
package zeroclawexec
