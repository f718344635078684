// Package approvals holds the commands for what people approved.
package approvals
