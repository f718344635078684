// Package skills holds the commands that show which skills an agent gets: list, why, info, diff
// and watch.
package skills
