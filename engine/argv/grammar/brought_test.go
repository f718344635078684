package grammar

import (
	"fmt"
	"reflect"
	"testing"
)

// TestBrings is about what a call brings by the entries of policies/programs.
func TestBrings(t *testing.T) {
	t.Parallel()
	anything, checkout, packages := []Brought{{}}, []Brought{{Without: ".git"}}, []Brought{{Names: "node_modules", Packages: true}}
	for line, want := range map[string][]Brought{
		"git status":                         nil,
		"git pull":                           checkout,
		"git checkout b":                     checkout,
		"git checkout -":                     checkout,
		"git checkout -f":                    checkout,
		"git checkout -b b":                  nil,
		"git checkout -b b origin/b":         checkout,
		"git switch -c b":                    nil,
		"git switch b":                       checkout,
		"git restore --staged f":             nil,
		"git restore --staged --worktree f":  checkout,
		"git restore f":                      checkout,
		"git reset HEAD~1":                   nil,
		"git reset --hard":                   checkout,
		"git stash":                          checkout,
		"git stash list":                     nil,
		"git stash pop":                      checkout,
		"git bisect log":                     nil,
		"git bisect bad":                     checkout,
		"gh pr checkout 5":                   checkout,
		"gh release download v1":             anything,
		"npm ci":                             packages,
		"npm pack x":                         {{Names: "*.tgz"}},
		"npm test":                           nil,
		"tar xf a":                           anything,
		"tar tf a":                           nil,
		"unzip a":                            anything,
		"unzip -l a":                         nil,
		"7z x a":                             anything,
		"7z l a":                             nil,
		"rsync h:a b":                        anything,
		"rsync a b":                          nil,
		"rsync a h:b":                        nil,
		"scp h:a b":                          nil,
		"scp -r h:a b":                       anything,
		"scp 'h:*' b":                        anything,
		"scp h:$x .":                         anything,
		"scp h:$x y":                         nil,
		"scp -r a h:b":                       nil,
		"aws s3 cp s3://b/x y":               nil,
		"aws s3 cp --recursive s3://b/x y":   anything,
		"aws s3 cp --recursive y s3://b/x":   nil,
		"python3 -m zipfile -e a.zip d":      anything,
		"python3 -m zipfile -l a.zip":        nil,
		"pip install x":                      nil,
		"pip install -t d x":                 anything,
		"curl -O http://h/x":                 nil,
		"curl -OJ http://h/x":                anything,
		"hg clone http://h/x":                anything,
		"programwithoutentry clone http://h": nil,
	} {
		if got := Read(call(line)).Brings; !reflect.DeepEqual(got, want) {
			t.Errorf("%s brings %s, want %s", line, fmt.Sprint(got), fmt.Sprint(want))
		}
	}
}

// TestBringsHaveNoEntry: of a program that has one, the entry says it.
func TestBringsHaveNoEntry(t *testing.T) {
	t.Parallel()
	for _, name := range load().brings {
		if e, err := Find(name); e != nil || err != nil {
			t.Errorf("%s: there is an entry, or none can be read: %v", name, err)
		}
	}
	if len(load().brings) == 0 {
		t.Error("there are none")
	}
}
