package prose

import "strings"

// MaxText is how much of a text is kept, in bytes.
const MaxText = 2000

// Bounded is as much of a text as is kept.
func Bounded(text string) string { return strings.ToValidUTF8(text[:min(len(text), MaxText)], "") }
