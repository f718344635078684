// Package trust holds the commands sign and verify.
package trust
