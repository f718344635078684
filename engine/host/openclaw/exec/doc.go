// Package openclawexec reads a command as OpenClaw 2026.9.6 does on a POSIX host,
// its mistakes included: what it can analyse, which wrappers it takes off, which
// program an allow-list entry is matched against, and whether an approval can be
// tied to the command, byte for byte where the conformance vectors tell. It is asked
// only for profile openclaw. It judges nothing: the policies do that.
package openclawexec
