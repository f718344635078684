// Package e2e holds skillctl against the programs that it stands beside: it has
// nothing but tests, and they need those programs. `make e2e-openclaw` fetches
// OpenClaw and runs them; without it they are left out.
package e2e
