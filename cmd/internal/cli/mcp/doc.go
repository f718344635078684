// Package mcp is the command mcp, a server of the Model Context Protocol: agents ask it
// before they act.
//
// Every tool is a command of skillctl that another process could have called: the same
// settings, policies, approvals and record. Arguments name what is judged, never by what.
// So a folder that a model names is not where settings are looked for, and there is no
// argument for a policy or a profile.
package mcp
