// Package prose reads the words of a document around a place of it, as who reads the page does:
// the paragraph, what leads to it, the heading above it, whether it is somebody's words that are
// cited; and takes the marks of formatting away. It knows nothing of what the words mean.
package prose
