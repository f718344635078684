// Package source gets lists of what is known to be bad: from a folder, an archive or a
// registry of containers, with their signatures verified.
package source
