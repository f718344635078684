// Package setup is the command setup, which puts skillctl in front of agents.
package setup
