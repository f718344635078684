// Package agent reads the files of a folder that agents obey: settings, hooks, servers,
// commands and instructions. Which files these are, and what each key of them is for,
// stands in policies/tables/agents.json; what is not in it is told as not known. Whether
// what they say is allowed is for policies/rules/agent.
package agent
