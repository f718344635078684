//go:build !unix

package run

import "os"

// passedSignals are those that a run gets when this process gets them.
func passedSignals() []os.Signal { return []os.Signal{os.Interrupt} }

func isResize(os.Signal) bool { return false }

// endsRun reports whether a signal asks a run to end.
func endsRun(os.Signal) bool { return true }
