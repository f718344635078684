// Package flock locks files among processes. A lock ends with the process that
// holds it, however that ends.
package flock
