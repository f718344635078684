// Package fix carries out the edits that findings offer.
//
// A file is changed only when it is the very file that was checked: callers
// take a [Snapshot] first, lint after that, and plan from the second report. A
// file is replaced whole, by a rename, and never through a link.
package fix
