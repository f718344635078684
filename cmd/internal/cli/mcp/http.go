package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp/wire"
)

// endpoint is the path that is served.
const endpoint = "/mcp"

const (
	headerTime = 10 * time.Second
	// idleTime is after which a client that says nothing is forgotten.
	idleTime = time.Hour
	// lastTime is how long requests are given to end when the server does.
	lastTime = 3 * time.Second
	// sessionless is the first version of the protocol that has no sessions.
	sessionless = "2026-07-28"
)

// serveHTTP serves clients of this machine until ctx ends.
func (s *server) serveHTTP(ctx context.Context, log *slog.Logger) error {
	address, err := loopback(s.http)
	if err != nil {
		return err
	}
	token, where, err := s.token()
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return kit.Usagef("--http %s: %w", s.http, err)
	}
	host := listener.Addr().String()
	server := &http.Server{
		Handler: guard(host, token, s.handler(log)), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	if _, err := fmt.Fprintf(s.options.factory.IO.Out, "http://%s%s\n%s\n", host, endpoint, where); err != nil {
		_ = listener.Close()
		return fmt.Errorf("write the address: %w", err)
	}
	stopped := make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.hangUp()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close()
		}
	})()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	<-stopped
	return nil
}

// loopback is an address of this machine that no other one reaches.
func loopback(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return "", kit.Usagef("--http %q is no address; write one such as 127.0.0.1:8765", text)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() {
		return "", kit.Usagef("--http %q is not an address of this machine alone; write 127.0.0.1 or [::1] and a port", text)
	}
	return net.JoinHostPort(ip.String(), port), nil
}

// handler speaks the protocol: its newest version has no sessions, and a call ends with
// its request; with older ones a session lets a call be cancelled.
func (s *server) handler(log *slog.Logger) http.Handler {
	one := s.protocol(log)
	get := func(*http.Request) *sdk.Server { return one }
	sessions := sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{Logger: log, SessionTimeout: idleTime, MaxRequestBodyBytes: wire.MaxLine})
	none := sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{
		Logger: log, Stateless: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: wire.MaxLine,
	})
	return understood(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= sessionless {
			none.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	}))
}

// understood lets through what is read in one way only, as on standard input: the SDK
// takes messages in which a key stands twice.
func understood(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, wire.MaxLine))
		if large := new(http.MaxBytesError); errors.As(err, &large) {
			http.Error(w, fmt.Sprintf("the message is larger than %d MiB", wire.MaxLine>>20), http.StatusRequestEntityTooLarge)
			return
		}
		if err != nil {
			http.Error(w, "the message was not received whole", http.StatusBadRequest)
			return
		}
		if answer := wire.Refused(body); answer != nil {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(answer)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// guard lets through who knows the token, and no page of a browser: that has an origin,
// or asks for another host when its name was made to lead here.
func guard(host, token string, next http.Handler) http.Handler {
	names := []string{host}
	if _, port, err := net.SplitHostPort(host); err == nil {
		names = append(names, net.JoinHostPort("localhost", port))
	}
	want := sha256.Sum256([]byte("Bearer " + token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		switch {
		case !slices.Contains(names, r.Host):
			http.Error(w, "this host is not served here", http.StatusForbidden)
		case len(r.Header.Values("Origin")) > 0:
			http.Error(w, "pages of browsers are not served", http.StatusForbidden)
		case len(r.Header.Values("Authorization")) != 1 || subtle.ConstantTimeCompare(got[:], want[:]) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "a token is wanted: Authorization: Bearer TOKEN", http.StatusUnauthorized)
		case r.URL.Path != endpoint:
			http.NotFound(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// minToken is how long a token is at least, in characters.
const minToken = 32

// token is what clients have to know, and what is said of it: the token itself, where no
// file keeps it.
func (s *server) token() (token, said string, err error) {
	if s.tokenFile == "" {
		token = rand.Text() + rand.Text()
		return token, "Authorization: Bearer " + token, nil
	}
	said = "Authorization: Bearer, and the token in " + s.tokenFile
	name := s.factory.IO.At(s.tokenFile)
	if token, err = makeToken(name); err == nil {
		return token, said, nil
	}
	file, err := openToken(name)
	if err != nil {
		return "", "", kit.Usagef("--token-file %q cannot be used: %w", s.tokenFile, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 4<<10))
	if err != nil {
		return "", "", kit.Usagef("--token-file %q cannot be read: %w", s.tokenFile, err)
	}
	token = strings.TrimSpace(string(text))
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(token) < minToken || strings.ContainsFunc(token, odd) {
		return "", "", kit.Usagef("--token-file %q holds no token: it has to be at least %d letters, digits and signs in one line", s.tokenFile, minToken)
	}
	return token, said, nil
}
