// Package skill reads one skill package: its manifest with every position, the
// links and fences of its text, and an inventory of every file.
//
// It says what is there, never whether that is allowed. While reading nothing
// in the package is executed, no link is followed out of it, and only regular
// files are opened, each through an [os.Root]. What could not be read to the
// end is a gap of [Coverage], not an error.
package skill
