// Package hook is the command hook, by which agents ask before they call a tool.
package hook
