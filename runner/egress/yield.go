package egress

import (
	"context"
	"os"
)

// Listen makes the socket of a proxy that another process is to [Adopt]: what
// connects until then waits.
func Listen(ctx context.Context, dir string) (file *os.File, path string, err error) {
	s, err := listen(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	if file, err = s.listener.File(); err != nil {
		_ = s.remove()
		return nil, "", err
	}
	s.listener.SetUnlinkOnClose(false)
	_ = s.listener.Close() // the file is a descriptor of its own
	return file, s.path, nil
}

// Busy reports whether a request or a tunnel is under way. [Proxy.Release] would
// break it off.
func (p *Proxy) Busy() bool {
	begun := false
	p.pending.Range(func(any, any) bool {
		begun = true
		return false
	})
	return begun || p.handling.Load() > 0
}
