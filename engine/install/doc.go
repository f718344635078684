// Package install decides whether a skill or plugin may be installed. It looks at the folder through one os.Root
// and gathers the inventory, every skill as lint judges it, the signature, package.json files, the names of
// other skills and what is asked for. A folder that differs at the end from what it was at the beginning is
// not judged.
//
// An answer depends on content alone, not on names of temporary folders or the time, since OpenClaw asks again
// after a warning was approved and wants the same answer. Findings are drawn together until they fit what
// OpenClaw shows.
package install
