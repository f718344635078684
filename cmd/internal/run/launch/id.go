package launch

import (
	"crypto/rand"
	"strings"
	"time"
)

// NewID names a run: when it began, in UTC, and letters that nobody guesses.
func NewID(now time.Time) string {
	return now.UTC().Format("20060102-150405-") + strings.ToLower(rand.Text()[:8])
}
