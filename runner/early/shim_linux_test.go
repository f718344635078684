//go:build linux && (amd64 || arm64)

package early

import (
	"reflect"
	"testing"
)

// TestShimOptions reads what a shim is told.
func TestShimOptions(t *testing.T) {
	is := File{Device: 66306, Inode: 1234567890123, Changed: 1763740800123456789}
	for _, tt := range []struct {
		name string
		args []string
		want shimOptions
		rest []string
		ok   bool
	}{
		{"none", []string{"", ShimMarker, "socket", "program"}, shimOptions{}, []string{"", ShimMarker, "socket", "program"}, true},
		{"all", []string{"", ShimMarker, "--is=" + ShimFile(is), "--opened", "--check=1:2:3:/a:b", "", "/p", "--is=x"},
			shimOptions{program: is, flags: FlagDescriptor, checks: []File{{Path: "/a:b", Device: 1, Inode: 2, Changed: 3}}},
			[]string{"", ShimMarker, "", "/p", "--is=x"}, true},
		{"unknown", []string{"", ShimMarker, "--other", "", "/p"}, shimOptions{}, nil, false},
		{"no number", []string{"", ShimMarker, "--is=1:x:3", "", "/p"}, shimOptions{}, nil, false},
		{"too few", []string{"", ShimMarker, "--is=1:2", "", "/p"}, shimOptions{}, nil, false},
		{"too long", []string{"", ShimMarker, "--is=1:2:99999999999999999999", "", "/p"}, shimOptions{}, nil, false},
		{"no filter", []string{"", ShimMarker, "--filter=x", "", "/p"}, shimOptions{}, nil, false},
	} {
		var got shimOptions
		rest, ok := got.read(tt.args)
		if ok != tt.ok || !reflect.DeepEqual(rest, tt.rest) || ok && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %q, %v", tt.name, got, rest, ok)
		}
	}
}
