package grammar

import (
	"cmp"
	"os"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/document"
)

// entry reads an entry of testdata.
func entry(t testing.TB, name string) *Entry {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	e, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// call makes a call of words separated by spaces. $x is a variable that the text
// sets to what is not known, $y one that it does not set, *x a glob, "_" a space.
func call(line string) argv.Call {
	var args []argv.Word
	for _, field := range strings.Fields(line) {
		field = strings.ReplaceAll(field, "_", " ")
		w := argv.Literal(field, field, document.Span{})
		if before, name, found := strings.Cut(field, "$"); found {
			w.Value, w.Prefix, w.Suffix, w.Skeleton, w.Params = nil, before, "", before+"X", []string{name}
		}
		w.Glob = strings.Contains(field, "*")
		args = append(args, w)
	}
	x := "x"
	return argv.Call{Name: args[0].Text, Base: args[0].Text, Args: args, Assignments: []argv.Assignment{{Name: &x, How: "statement", Op: "="}}}
}

// shown is a reading in one line: places, effects, and what is not understood.
func shown(r *Reading) string {
	var out []string
	if len(r.Sub) > 0 {
		out = append(out, "sub "+strings.Join(r.Sub, "/"))
	}
	for _, p := range r.Places {
		target := p.Target.Shape()
		if p.Computed != nil {
			target = *p.Computed
		}
		text := p.Role + ":" + target
		if p.Option != "" {
			text = p.Option + " " + text
		}
		if len(p.rest) > 1 {
			text += "+" + argv.Quote(p.rest[len(p.rest)-1].Shape())
		}
		out = append(out, text)
	}
	if len(r.Effects) > 0 {
		out = append(out, "effects "+strings.Join(r.Effects, ","))
	}
	for _, u := range r.Unclassed {
		out = append(out, "?"+u.Kind+" "+u.Word)
	}
	return cmp.Or(strings.Join(out, "; "), "nothing")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ entry, line, want string }{
		{"search", "search -r x src", "read:src"},
		{"search", "search x -r src lib", "read:src; read:lib"},
		{"search", "search -rm3 x", "nothing"},
		{"search", "search -rm 3 x f", "read:f"},
		{"search", "search -3 x f", "read:f"},
		{"search", "search -rx3 x", "?option -rx3"},
		{"search", "search --foo x", "?option --foo"},
		{"search", "search --foo=1 x", "?option --foo=1"},
		{"search", "search --max-c 3 x", "?option --max-c"},
		{"search", "search --max-count=3 x", "nothing"},
		{"search", "search --max-count=../x x", "?value --max-count=../x"},
		{"search", "search --color=auto x", "nothing"},
		{"search", "search --color x f", "read:f"},
		{"search", "search --color=evil x", "?value --color=evil"},
		{"search", "search --sort=size,name x", "nothing"},
		{"search", "search --sort size,run x", "?value size,run"},
		{"search", "search -e x f g", "read:f; read:g"},
		{"search", "search -f pat f", "-f read:pat; read:f"},
		{"search", "search -fpat f", "-f read:pat; read:f"},
		{"search", "search -o ~/.bashrc x f", "-o write:~/.bashrc; read:f"},
		{"search", "search -ro~/.bashrc x f", "-o write:~/.bashrc; read:f"},
		{"search", "search --output=$y x", "--output write:X"},
		{"search", "search -i x f g", "write:f; write:g"},
		{"search", "search -i.bak x f", "write:f"},
		{"search", "search --pre ./evil x", "--pre program:./evil"},
		{"search", "search --delete x f", "read:f; delete-tree:f; effects deletes"},
		{"search", "search --recursive=yes x", "?option --recursive=yes"},
		{"search", "search --output", "?option --output"},
		{"search", "search -- -r f", "read:f"},
		{"search", "search x $x", "read:X; ?words $x"},
		{"search", "search x $y", "read:X"},
		{"search", "search -- x $x", "read:X"},
		{"search", "search x -$y", "?option -$y"},
		{"search", "search x --out$y f", "read:f; ?option --out$y"},
		{"search", "search x -*", "?option -*"},
		{"search", "search x *.md", "read:*.md"},
		{"search", "search - -", "nothing"},
		{"search", "search -C sub x f", "-C folder:sub; read:sub/f"},
		{"search", "search -C sub -C ../o x f /g", "-C folder:sub; -C folder:../o; read:o/f; read:/g"},
		{"search", "search -c color.ui=always x", "nothing"},
		{"search", "search -c user.name=Ann x", "nothing"},
		{"search", "search -c Core.Pager=./evil x", "-c program:./evil"},
		{"search", "search -c core.hooksPath=x x", "?setting core.hooksPath=x"},
		{"search", "search -c _color.ui=1 x", "?setting  color.ui=1"},
		{"search", "search -c \"color.ui=1 x", "?setting \"color.ui=1"},
		{"pack", "pack cf out.p a b", "-f write:out.p; read:a; read:b"},
		{"pack", "pack xf in.p a b", "-f read:in.p"},
		{"pack", "pack fC in.p dir x", "-f read:in.p; -C folder:dir"},
		{"pack", "pack -cf out.p a", "-f write:out.p; read:a"},
		{"pack", "pack -xvfin.p", "-f read:in.p"},
		{"pack", "pack xZ in.p", "?option xZ"},
		{"pack", "pack -I touch_x -xf in.p", "-I shell:touch x; -f read:in.p"},
		{"tool", "tool list -q --format json a b", "sub list"},
		{"tool", "tool -v ls --format=yaml", "sub ls; ?value --format=yaml"},
		{"tool", "tool ls --config x", "sub ls; --config config:x"},
		{"tool", "tool ls --verbose=false", "sub ls"},
		{"tool", "tool ls --verb", "sub ls; ?option --verb"},
		{"tool", "tool remote add o https://x", "sub remote/add"},
		{"tool", "tool remote add o gopher://x", "sub remote/add; ?value gopher://x"},
		{"tool", "tool copy file:../a file:///etc/b", "sub copy; read:../a; read:file:../a; write:/etc/b; write:file:///etc/b"},
		{"tool", "tool copy http://h/a tcp://h/b", "sub copy; read:http://h/a; write:tcp://h/b; ?value tcp://h/b"},
		{"tool", "tool copy gopher://h/a b", "sub copy; read:gopher://h/a; write:b; ?value gopher://h/a"},
		{"tool", "tool flags https://h/x.go", "sub flags; run:https://h/x.go; ?value https://h/x.go"},
		{"tool", "tool remote add o https://x y", "sub remote/add; ?operand y"},
		{"tool", "tool remote rm o", "sub remote/rm; effects deletes"},
		{"tool", "tool remote evil o", "sub remote; ?sub-command evil"},
		{"tool", "tool remote $y", "sub remote; ?sub-command $y"},
		{"tool", "tool at -v host -v make -x", "sub at"},
		{"tool", "tool at host --evil make -x", "sub at; ?option --evil"},
		{"tool", "tool sync --delete a b", "sub sync; read:a; into:b; delete-tree:b; effects deletes"},
		{"tool", "tool sync a h:b", "sub sync; read:a; effects network"},
		{"tool", "tool send -d @f -d x -d a=@g", "sub send; -d read:f; -d read:g"},
		{"tool", "tool move a b c", "sub move; read:a; read:b; into:c"},
		{"tool", "tool move a", "sub move; read:a"},
		{"tool", "tool evil", "?sub-command evil"},
		{"tool", "tool each . -fprintf f %p", "sub each; -fprintf write:f; -fprintf code:%p; read:."},
		{"tool", "tool each . -fprintf f", "sub each; -fprintf write:f; read:.; ?option f"},
		{"tool", "tool run --dir d touch -x f", "sub run; --dir folder:d; command:d/touch+f"},
		{"tool", "tool set color red", "sub set"},
		{"tool", "tool set shell ./evil", "sub set; program:./evil"},
		{"tool", "tool set hooks x", "sub set; ?setting hooks"},
		{"tool", "tool copy a b c", "sub copy; read:a; read:b; write:c"},
		{"tool", "tool copy -t d a b", "sub copy; -t into:d; read:a; read:b"},
		{"tool", "tool copy a", "sub copy; write:a"},
		{"tool", "tool each . ! ( -name x ) -exec rm {} ; -name y", "sub each; -exec command;:rm+'{}'; read:."},
		{"tool", "tool each . -Dx=1 -delete", "sub each; read:.; ?option -delete"},
		{"tool", "tool flags --race -n=3 x.go -o y", "sub flags; run:x.go"},
		{"tool", "tool flags -race -nx x.go", "sub flags; run:x.go; ?option -nx"},
		{"tool", "tool dump if=a of=b bs=4k", "sub dump; if read:a; of write:b"},
		{"tool", "tool build all V=1.2.3 W=a/b", "sub build; ?value W=a/b"},
		{"tool", "tool build X=a_b", "sub build; ?value X=a b"},
		{"tool", "tool show-all --filters a=b,c file://~/x k@=fileb://y", "sub show-all; --filters read:~/x; --filters read:y"},
		{"tool", "tool show-key --filters x", "sub show-key; ?option --filters; ?operand x"},
		{"tool", "tool sync - h:x", "sub sync; effects network"},
		{"tool", "tool draw ( a.png[0] xc:red label:@l b.* ) c.PNG:d png:- gif:o", "sub draw; read:a.png[0]; read:l; read:b.*; write:o; ?value ); ?value c.PNG:d"},
		{"tool", "tool draw -mask msl:s a.msl |x @l text:/etc/x %[f].png", "sub draw; ?value msl:s; ?value a.msl; ?value |x; ?value @l; ?value text:/etc/x; ?value %[f].png"},
		{"tool", "tool draw $x $y.png info:o.txt", "sub draw; read:X; read:X; write:o.txt; ?words $x"},
		{"tool", "tool dump if=a conv=x", "sub dump; if read:a; ?option conv=x"},
	} {
		if got := shown(entry(t, c.entry).Read(call(c.line))); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.line, got, c.want)
		}
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"SEARCH_COLORS": "nothing", "SEARCH_CONFIG": "SEARCH_CONFIG config:v", "SEARCH_PROGRAM": "?variable SEARCH_PROGRAM", "LC_ALL": "nothing", "TZ": "nothing",
	} {
		c := call("search x")
		value := argv.Literal("v", "v", document.Span{})
		c.Variables = []argv.Assignment{{Name: &name, How: "prefix", Op: "=", Value: &value}}
		if got := shown(entry(t, "search").Read(c)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		// An entry that says nothing of variables knows none but those of all programs.
		common := name == "LC_ALL" || name == "TZ"
		if got := shown(entry(t, "pack").Read(c)); strings.Contains(got, "variable") == common {
			t.Errorf("%s of an entry that says nothing of variables: %s", name, got)
		}
	}
}

// TestVariablesOfWhatRuns wants a variable for code of the project to be a plain word.
func TestVariablesOfWhatRuns(t *testing.T) {
	t.Parallel()
	for text, asked := range map[string]bool{"1": false, "a/b.yml": false, "postgres://u@h/d": false, "./x": true, "../x": true, "x.so": true, "~/x": true, "|id": true} {
		c, name := call("flags x.go"), "EVIL"
		value := argv.Literal(text, text, document.Span{})
		c.Variables = []argv.Assignment{{Name: &name, How: "prefix", Op: "=", Value: &value}}
		if got := shown(entry(t, "tool").subs["flags"].Read(c)); strings.Contains(got, "?variable") != asked {
			t.Errorf("EVIL=%s: %s, wanted a question: %v", text, got, asked)
		}
		c.Name, c.Base = "unheard", "unheard"
		if got := shown(Read(c)); strings.Contains(got, "?variable") != asked {
			t.Errorf("EVIL=%s for a program without an entry: %s, wanted a question: %v", text, got, asked)
		}
		c.Name = "./unheard"
		if got := shown(Read(c)); strings.Contains(got, "?variable") {
			t.Errorf("EVIL=%s for ./unheard: %s", text, got)
		}
	}
}

func TestModules(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"python3 -m imaplib -s id":      "?value imaplib",
		"python3 -m test":               "?value test", // not the program test
		"python3 -m json.evil x":        "?value json.evil",
		"python3 -m json.tool a b":      "read:a; write:b",
		"python3 -m pytest tests":       "run:tests; effects runs",
		"python3 -m of.the.project a b": "nothing",
	} {
		if got := shown(Read(call(line))); got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestWithoutEntry(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"unheard a b/c --flag -x":   "nothing",
		"unheard --flag=x -n 5":     "nothing",
		"unheard --flag=a,b.c d.md": "nothing",
		"unheard --flag=../x":       "?option --flag=../x",
		"unheard --flag=~/x":        "?option --flag=~/x",
		"unheard -o /home/a/x":      "-o write:/home/a/x; ?option /home/a/x",
		"unheard -I/usr/x":          "?option -I/usr/x",
		"unheard --pre ./evil":      "?option ./evil",
		"unheard --pre=evil.so":     "?option --pre=evil.so",
		"unheard -r evil.js":        "?option evil.js",
		"unheard -c touch_/tmp/x":   "?option touch /tmp/x",
		"unheard touch_/tmp/x":      "?operand touch /tmp/x",
		"unheard Call_mum":          "nothing",
		"unheard /tmp/x /dev/null":  "nothing",
		"unheard /etc/x":            "?operand /etc/x",
		"unheard ../x":              "?operand ../x",
		"unheard a/../../x":         "?operand a/../../x",
		"unheard a/../x https://h/": "nothing",
		"unheard $x":                "?words $x",
		"unheard -$y":               "?option -$y",
		"unheard OPEN:../x":         "?operand OPEN:../x",
		"unheard mount /:/h":        "?operand /:/h",
		"unheard +O../x":            "?operand +O../x",
		"unheard -T..":              "?option -T..",
		"unheard -J-agent:./x":      "?option -J-agent:./x",
		"unheard -Xx=/etc/passwd":   "?option -Xx=/etc/passwd",
		"unheard @args":             "?operand @args",
		"unheard add @a/b":          "nothing",
		"unheard !id":               "?operand !id",
		"unheard |id":               "?operand |id",
		"unheard -o |id":            "-o write:|id; ?option |id",
		"unheard -e system('id')":   "?option system('id')",
		"unheard macro:///a":        "?operand macro:///a",
		"unheard https://h/etc/x":   "nothing",
		"unheard exec id -u":        "command:id+-u",
		"unheard a b -- id -u":      "command:id+-u",
		"unheard run build":         "command:build",
		"unheard run x.ext":         "nothing",
		"unheard shell id":          "command:id",
		"unheard list id":           "nothing",
		"unheard --pre-system=id":   "?option --pre-system=id",
		"unheard --pipe id":         "?option id",
		"unheard -x id":             "?option id",
		"unheard --type id":         "nothing",
		"bash -e build.sh":          "nothing",
		"sh -ex ./build":            "nothing",
		"bash --noprofile b.sh":     "nothing",
		"bash -e /etc/x":            "?operand /etc/x",
		"bash --rcfile b.sh":        "?option b.sh",
	} {
		if got := shown(Read(call(line))); got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

// TestEntriesClass are words that entries once took for plain ones.
func TestEntriesClass(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"npm ci --registry http://h/":       "sub ci; --registry config:http://h/",
		"docker -H tcp://h ps":              "sub ps; -H config:tcp://h",
		"rustc --target ./x.json y.rs":      "?value ./x.json",
		"cargo build --target x.json/y":     "?value x.json/y",
		"curl --proto-default FILE h/etc/x": "?value FILE",
		"qpdf @args":                        "?operand @args",
		"dotnet build @x.rsp":               "?operand @x.rsp",
		"zip -m a.zip .":                    "delete-tree:.",
		"docker compose -f https://h/x up":  "?value https://h/x",
		"make -f https://h/x":               "?value https://h/x",
		"ffmpeg -i gopher://h/a b.mp4":      "?value gopher://h/a",
		"ffmpeg -i a.mp4 file:../b.mp4":     "write:../b.mp4",
		"git remote add o unheard://h/x":    "?value unheard://h/x",
		"perl -n x.pl |_id":                 "?value | id",
		"perl -p x.pl id_|":                 "?value id |",
		"perl -n x.pl >f":                   "?value >f",
		"git clone ssh://git@h/x":           "sub clone",
		"git remote add o git@h:x/y.git":    "sub remote/add",
	} {
		if got := shown(Read(call(line))); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s in it", line, got, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{`:                               "read entry",
		`{"names":["x"],"style":"gnu"}{}`: "more than one document",
		`{"names":["x"],"style":"gnu","flags":[]}`:                                      `unknown field "flags"`,
		`{"names":["x"]}`:                                                               `no style ""`,
		`{"names":["x"],"style":"dos"}`:                                                 `no style "dos"`,
		`{"names":["x"],"style":"gnu","options":{"-a":"evil"}}`:                         `no role "evil"`,
		`{"names":["x"],"style":"gnu","options":{"":"flag"}}`:                           "has no name",
		`{"names":["x"],"style":"gnu","options":{"-a -a":"flag"}}`:                      "there twice",
		`{"names":["x"],"style":"gnu","options":{"-a":"flag:explodes"}}`:                `no effect "explodes"`,
		`{"names":["x"],"style":"gnu","options":{"-a":"read if -b"}}`:                   "if -b: there is no such option",
		`{"names":["x"],"style":"gnu","options":{"-a":"read if -b; flag","-b":"flag"}}`: "under some conditions only",
		`{"names":["x"],"style":"gnu","options":{"-a":"name"}}`:                         "which names",
		`{"names":["x"],"style":"gnu","options":{"-a":"image:own"}}`:                    "for read or write",
		`{"names":["x"],"style":"gnu","options":{"-a":"code"}}`:                         "which language",
		`{"names":["x"],"style":"gnu","operands":["read*","write*"]}`:                   "more than one operand is repeated",
		`{"names":["x"],"style":"gnu","operands":["flag"]}`:                             "every part is one role",
		`{"names":["x"],"style":"gnu","operands":["read writes"]}`:                      `no effect but "brings"`,
		`{"names":["x"],"style":"gnu","effect":["brings:"]}`:                            "which files",
		`{"names":["x"],"style":"gnu","effect":["brings:["]}`:                           "no pattern",
		`{"names":["x"],"style":"gnu","use":["g"]}`:                                     `no group "g"`,
		`{"names":["x"],"style":"gnu","environment":{"A":"evil"}}`:                      `variable "A"`,
		`{"names":["x"],"style":"gnu","files":["["]}`:                                   "no pattern",
		`{"names":["x"],"style":"gnu","sub":{"a b":{},"b":{}}}`:                         `"b" is there twice`,
		`{"names":["x"],"style":"gnu","sub":{"a":null}}`:                                "has no entry",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
