// Package mark has the characters that stand in a value for what is not known of it, and compares such
// values: as patterns of names, and with the names that they may be.
package mark
