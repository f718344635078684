// Package claude says which skills Claude Code loads, and how it reads them.
package claude
