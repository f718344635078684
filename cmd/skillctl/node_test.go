package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// remote NAME makes this machine's container engine one that answers on a port, to
// whoever has the key in the folder tls; tls/other is for a stranger. NAME is set
// to its address.
func remote(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs("tls")
	ts.Check(os.MkdirAll(dir, 0o700))
	ca, caKey := issue(ts, nil, nil, dir, "ca")
	server, serverKey := issue(ts, ca, caKey, dir, "server")
	issue(ts, ca, caKey, dir, "client")
	issue(ts, nil, nil, dir, "other")
	pool := x509.NewCertPool()
	pool.AddCert(ca)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{server.Raw}, PrivateKey: serverKey}},
		ClientCAs:    pool, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS12,
	})
	ts.Check(err)
	ts.Defer(func() { _ = listener.Close() })
	socket := "/var/run/docker.sock"
	if path, ok := strings.CutPrefix(os.Getenv("DOCKER_HOST"), "unix://"); ok {
		socket = path
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go forward(conn, socket)
		}
	}()
	ts.Setenv(args[0], "tcp://"+listener.Addr().String())
}

// forward passes a connection on to a socket, and its half-closings too: they end
// what a command is given.
func forward(conn net.Conn, socket string) {
	defer conn.Close()
	engine, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer engine.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(engine, conn)
		if half, ok := engine.(*net.UnixConn); ok {
			_ = half.CloseWrite()
		}
	}()
	_, _ = io.Copy(conn, engine)
	if half, ok := conn.(*tls.Conn); ok {
		_ = half.CloseWrite()
	}
	<-done
}

// issue makes a certificate for 127.0.0.1 and its key, NAME.pem and NAME.key, signed
// by an authority or by itself.
func issue(ts *testscript.TestScript, by *x509.Certificate, byKey *ecdsa.PrivateKey, dir, name string) (*x509.Certificate, *ecdsa.PrivateKey) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	ts.Check(err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, BasicConstraintsValid: true, IsCA: by == nil,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if by == nil {
		by, byKey = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, by, &key.PublicKey, byKey)
	ts.Check(err)
	made, err := x509.ParseCertificate(der)
	ts.Check(err)
	text, err := x509.MarshalECPrivateKey(key)
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, name+".pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	ts.Check(os.WriteFile(filepath.Join(dir, name+".key"), pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: text}), 0o600))
	return made, key
}
