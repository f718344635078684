//go:build !unix

package run

func privileged() bool { return false }
