// Package intel holds the command intel.
package intel
