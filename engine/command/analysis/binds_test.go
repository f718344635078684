package analysis

import (
	"strings"
	"testing"
)

func TestBinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{"docker run -v /a:/b x", "bind -v /a"},
		{"docker run -v /var/run/docker.sock:/s x", "bind -v /var/run/docker.sock"},
		{"docker run -v/a:/b -v ./c:/d x", "bind -v /a, bind -v ./c"},
		{"podman run -itv /a:/b x", "bind -v /a"},
		{"docker run -itv/a:/b x", "bind -v /a"},
		{"docker run --volume=~/a:/b x", "bind --volume ~/a"},
		{`docker run -v "$HOME/a":/b x`, "bind -v ~/a"},
		{`docker run -v "$X":/b x`, "bind -v ?"},
		{"docker run -v $(pwd):/b x", "bind -v ?"},
		{"docker run -v /a/$X:/b x", "bind -v ?"},
		{"docker run -v /a:/b/$X x", "bind -v /a"},
		{"docker run -v name:/b x", ""},
		{"docker run --name v x", ""},
		{"docker run -e v=/a x", ""},
		{"docker run --mount type=bind,source=/a,target=/b x", "bind --mount /a"},
		{"docker run --mount=type=bind,dst=/b,src=/a x", "bind --mount /a"},
		{"docker run --mount type=bind,source=$X,target=/b x", "bind --mount ?"},
		{"docker run --mount type=bind,source=/a,target=$X x", "bind --mount /a"},
		{"docker run --mount type=volume,volume-opt=device=/a,target=/b x", "bind --mount /a"},
		{"docker run --mount type=volume,source=name,target=/b x", ""},
		{`docker run --mount 'type=bind,"src=/",dst=/b' x`, "bind --mount /"},
		{`docker run --mount '"type=bind","source=/a"' x`, "bind --mount /a"},
		{`docker run -v "$(pwd)/..":/b x`, "bind -v ./.."},
		{"docker run -v ${PWD}/../..:/b x", "bind -v ./../.."},
		{"docker run --device=/dev/a --device b x", "device --device /dev/a, device --device b"},
		{"docker run -v", ""},
	} {
		var got []string
		for _, b := range Text(c.src).Commands[0].Binds {
			source := "?"
			if b.Source != nil {
				source = *b.Source
			}
			got = append(got, b.Kind+" "+b.Option+" "+source)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.src, s, c.want)
		}
	}
}
