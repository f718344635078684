// Package status has the command status: what the agents of a user asked lately, what
// was denied and why, and what waits for an answer.
package status
