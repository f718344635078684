package docker

import (
	"slices"
	"testing"
)

func TestWithPath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		image              string
		env, folders, want []string
	}{
		{"/bin", []string{"A=1"}, nil, []string{"A=1"}},
		{"/bin", []string{"A=1"}, []string{"/opt/a", "/opt/b"}, []string{"A=1", "PATH=/opt/a:/opt/b:/bin"}},
		{"", nil, []string{"/opt/a"}, []string{"PATH=/opt/a:" + enginePath}},
		{"/bin", []string{"PATH=/x", "A=1", "PATH=/y"}, []string{"/opt/a"}, []string{"A=1", "PATH=/opt/a:/y"}},
	} {
		if got := (&image{path: tt.image}).withPath(tt.env, tt.folders); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v before %v is %v, wanted %v", tt.image, tt.folders, tt.env, got, tt.want)
		}
	}
}
