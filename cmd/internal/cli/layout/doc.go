// Package layout sets text for a terminal: panels of named rows, columns, wrapped prose,
// numbers and times in words. All text that is not ours is escaped.
package layout
