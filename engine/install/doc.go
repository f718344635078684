// Package install is the gate: it looks at a folder through one os.Root, has lint
// judge the skills in it, and asks the policies whether it may be installed.
package install
