package format

import "testing"

func TestGoFlags(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"-s -w":                               true,
		"-w -s -X main.version=1.2 -buildid=": true,
		"-X 'main.date=a b' -X=main.x=y":      true,
		"all=-s":                              true,
		"":                                    true,
		"-s -extld=./x":                       false,
		"-extldflags '-fuse-ld=./x'":          false,
		"-X 'main.a=b -s":                     false,
		"-X":                                  false,
		"-linkmode external":                  false,
		"x":                                   false,
		"-o /etc/x":                           false,
	} {
		if got := ReadGoLink(text).Opaque == nil; got != want {
			t.Errorf("%q: understood is %v", text, got)
		}
	}
	for text, want := range map[string]bool{"-N -l": true, "all=-N -l": true, "-m=2": true, "-toolexec=x": false, "-importcfg f": false, "./...=-N": true} {
		if got := ReadGoCompile(text).Opaque == nil; got != want {
			t.Errorf("%q: understood is %v", text, got)
		}
	}
}
