// Package product chooses whose reading of a machine counts: which product it is
// that loads the skills. What a product does stands in its own package.
package product
