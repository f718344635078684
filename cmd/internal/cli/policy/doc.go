// Package policy holds the commands for rules, policies, settings and schemas: rules, explain,
// policy, init and schema.
package policy
