// Package zeroclaw says how ZeroClaw 15d28660 reads a skill: its manifests, tools
// and links, and what its audits look at.
package zeroclaw
