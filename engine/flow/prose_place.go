package flow

import "strings"

// maxText is how much of a text is kept, in bytes.
const maxText = 2000

// bounded is as much of a text as is kept.
func bounded(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxText)], "") }
