// Package resolve says which skills an agent gets: what becomes of every candidate
// in the roots of its host, why, and what changed since the last time.
package resolve
