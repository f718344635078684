package egress

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
)

// greeting is what this library's client sends first.
func greeting(tb testing.TB, config *tls.Config) []byte {
	tb.Helper()
	client, server := net.Pipe()
	go func() { _ = tls.Client(client, config).Handshake() }()
	sent, err := readRecord(server)
	if err != nil {
		tb.Fatal(err)
	}
	_ = server.Close()
	_ = client.Close()
	return sent
}

func readRecord(r io.Reader) ([]byte, error) {
	head := make([]byte, 5)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint16(head[3:]))
	_, err := io.ReadFull(r, body)
	return append(head, body...), err
}

// hello makes a small greeting with the given extensions.
func hello(extensions ...[]byte) []byte {
	body := append([]byte{3, 3}, make([]byte, 32)...)
	body = append(body, 0, 0, 2, 0x13, 0x01, 1, 0)
	if all := bytes.Join(extensions, nil); len(extensions) > 0 {
		body = append(binary.BigEndian.AppendUint16(body, uint16(len(all))), all...)
	}
	return record(append([]byte{1, 0, byte(len(body) >> 8), byte(len(body))}, body...))
}

func record(message []byte) []byte {
	return append([]byte{22, 3, 1, byte(len(message) >> 8), byte(len(message))}, message...)
}

func extension(kind byte, data ...byte) []byte {
	return append([]byte{0, kind, byte(len(data) >> 8), byte(len(data))}, data...)
}

func named(kind byte, names ...string) []byte {
	var list []byte
	for _, name := range names {
		list = append(append(list, kind, byte(len(name)>>8), byte(len(name))), name...)
	}
	return extension(0, append([]byte{byte(len(list) >> 8), byte(len(list))}, list...)...)
}

func change(b []byte, at int, to byte) []byte {
	b = bytes.Clone(b)
	b[at] = to
	return b
}

type helloCase struct {
	name string
	sent []byte
	want string
	err  error
}

func helloTable(tb testing.TB) []helloCase {
	plain := hello(named(0, "example.com"))
	split := bytes.Join([][]byte{record(plain[5:6]), record(plain[6:20]), record(plain[20:])}, nil)
	return []helloCase{
		{"go", greeting(tb, &tls.Config{ServerName: "example.com"}), "example.com", nil},
		{"go, TLS 1.2", greeting(tb, &tls.Config{ServerName: "example.com", MaxVersion: tls.VersionTLS12}), "example.com", nil},
		{"go, no name", greeting(tb, &tls.Config{InsecureSkipVerify: true}), "", errNoName},
		{"small", plain, "example.com", nil},
		{"in three records", split, "example.com", nil},
		{"other extensions", hello(extension(43, 2, 3, 4), named(0, "example.com"), extension(1)), "example.com", nil},
		{"no extensions at all", hello(), "", errNoName},
		{"other extensions only", hello(extension(43, 2, 3, 4)), "", errNoName},
		{"twice", hello(named(0, "example.com"), named(0, "evil.com")), "", errNotTLS},
		{"two names", hello(named(0, "example.com", "evil.com")), "", errNotTLS},
		{"another kind of name", hello(named(1, "example.com")), "", errNotTLS},
		{"an empty name", hello(named(0, "")), "", errNotTLS},
		{"no names", hello(named(0)), "", errNotTLS},
		{"HTTP", []byte("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n"), "", errNotTLS},
		{"SSH", []byte("SSH-2.0-OpenSSH_9.2\r\n"), "", errNotTLS},
		{"SSL 2", []byte{0x80, 0x2e, 1, 3, 1, 0, 0x15, 0, 0, 0, 0x10}, "", errNotTLS},
		{"nothing", nil, "", errNotTLS},
		{"half", plain[:len(plain)-1], "", errNotTLS},
		{"an empty record", append([]byte{22, 3, 1, 0, 0}, plain...), "", errNotTLS},
		{"another record", change(plain, 0, 23), "", errNotTLS},
		{"another version", change(plain, 1, 2), "", errNotTLS},
		{"a ServerHello", change(plain, 5, 2), "", errNotTLS},
		{"a message that is too long", change(plain, 6, 2), "", errNotTLS},
		{"more behind the message", record(append(bytes.Clone(plain[5:]), 1)), "", errNotTLS},
		{"a session id that is too long", change(plain, 5+4+2+32, 33), "", errNotTLS},
		{"extensions that end early", change(plain, len(plain)-21, 0), "", errNotTLS},
	}
}

func TestReadHello(t *testing.T) {
	t.Parallel()
	for _, tt := range helloTable(t) {
		behind := append(bytes.Clone(tt.sent), "more"...)
		if tt.name == "half" || tt.name == "nothing" {
			behind = tt.sent
		}
		r := bytes.NewReader(behind)
		sent, name, err := readHello(r)
		if name != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v; want %q, %v", tt.name, name, err, tt.want, tt.err)
		}
		if err == nil && (!bytes.Equal(sent, tt.sent) || r.Len() != len("more")) {
			t.Errorf("%s: %d of %d bytes are passed on, %d are left", tt.name, len(sent), len(tt.sent), r.Len())
		}
	}
}

// FuzzHello holds the reader to the library's own.
func FuzzHello(f *testing.F) {
	for _, tt := range helloTable(f) {
		f.Add(tt.sent)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		sent, name, err := readHello(bytes.NewReader(in))
		if err != nil {
			return
		}
		if !bytes.HasPrefix(in, sent) || name == "" {
			t.Fatalf("%x: passes %x on, for %q", in, sent, name)
		}
		if other, ok := libraryName(sent); ok && other != name {
			t.Errorf("%x: reads %q, crypto/tls reads %q", in, name, other)
		}
	})
}

// libraryName is the name that crypto/tls reads, if it takes the greeting.
func libraryName(sent []byte) (name string, ok bool) {
	done := errors.New("read")
	server := tls.Server(recorded{Reader: bytes.NewReader(sent)}, &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetConfigForClient: func(info *tls.ClientHelloInfo) (*tls.Config, error) {
			name, ok = info.ServerName, true
			return nil, done
		},
	})
	_ = server.Handshake()
	return name, ok
}

// recorded is a connection that only says what was recorded.
type recorded struct {
	net.Conn
	io.Reader
}

func (r recorded) Read(p []byte) (int, error)  { return r.Reader.Read(p) }
func (r recorded) Write(p []byte) (int, error) { return len(p), nil }
func (r recorded) Close() error                { return nil }
