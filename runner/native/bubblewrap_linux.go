//go:build linux && (amd64 || arm64)

package native

func (l *launcher) bubblewrap(ws, program string) error { return nil }
