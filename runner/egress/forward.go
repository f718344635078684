package egress

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// forward passes a request of plain HTTP on, over a connection of its own. The
// request is written anew, so that the host sees one request with one length,
// whatever the run sent.
func (p *Proxy) forward(w http.ResponseWriter, r *http.Request, a *attempt, up *upstream) {
	control := http.NewResponseController(w)
	var taken atomic.Bool
	transport := &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			if taken.Swap(true) {
				return nil, errors.New("a checked connection serves one request")
			}
			return up, nil
		},
		DisableKeepAlives: true, DisableCompression: true,
		MaxResponseHeaderBytes: maxHeader, ResponseHeaderTimeout: p.idle,
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(p.live, cancel)()
	response, err := transport.RoundTrip(outgoing(ctx, r, a.Host, &patientBody{r.Body, control, p.idle}))
	if err != nil {
		p.failed(a, err)
		if a.Reason == OverBudget {
			answer(w, http.StatusForbidden, "blocked-by-bandwidth", errBudget.Error())
			return
		}
		answer(w, http.StatusBadGateway, "not-reached", a.Host+" did not answer: "+err.Error())
		return
	}
	defer response.Body.Close() //nolint:errcheck // it was read to its end, or failed before
	if response.StatusCode == http.StatusSwitchingProtocols {
		a.Error = "the host changed the protocol unasked"
		answer(w, http.StatusBadGateway, "not-reached", a.Error)
		return
	}
	header := w.Header()
	maps.Copy(header, endToEnd(response.Header))
	if header.Get("Content-Type") == "" {
		header["Content-Type"] = nil // none is made up
	}
	w.WriteHeader(response.StatusCode)
	if err := copyBody(w, control, response.Body, p.idle); err != nil {
		p.failed(a, err)
		// The client must not take what it got for the whole.
		if conn, _, err := control.Hijack(); err == nil {
			_ = conn.Close()
		}
	}
}

// outgoing is the request that the host gets: the checked name as its Host, and
// no header that was for the proxy.
func outgoing(ctx context.Context, r *http.Request, host string, body io.ReadCloser) *http.Request {
	header := endToEnd(r.Header)
	if _, ok := header["User-Agent"]; !ok {
		header["User-Agent"] = []string{""} // no name of ours
	}
	out := &http.Request{
		Method: r.Method, Host: host, Header: header, ContentLength: r.ContentLength,
		URL:   &url.URL{Scheme: "http", Host: host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery, ForceQuery: r.URL.ForceQuery},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Body: http.NoBody,
	}
	if r.ContentLength != 0 {
		out.Body = body
	}
	return out.WithContext(ctx)
}

// hopByHop are the headers between two neighbours (RFC 9110 7.6.1, and those of
// older software).
func hopByHop() []string {
	return []string{
		"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
		"Http2-Settings", "X-Proxy-Error",
	}
}

// endToEnd is a header without what is between two neighbours.
func endToEnd(h http.Header) http.Header {
	kept := h.Clone()
	for _, list := range h["Connection"] {
		for name := range strings.SplitSeq(list, ",") {
			kept.Del(textproto.TrimString(name))
		}
	}
	for _, name := range hopByHop() {
		kept.Del(name)
	}
	return kept
}

// copyBody passes an answer on as it comes.
func copyBody(w io.Writer, control *http.ResponseController, body io.Reader, idle time.Duration) error {
	buffer := make([]byte, 32<<10)
	for {
		n, err := body.Read(buffer)
		if n > 0 {
			if err := control.SetWriteDeadline(time.Now().Add(idle)); err != nil {
				return err
			}
			if _, err := w.Write(buffer[:n]); err != nil {
				return err
			}
			if err := control.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// patientBody is the body of a request; the run may pause for so long.
type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	idle    time.Duration
}

func (b *patientBody) Read(p []byte) (int, error) {
	if err := b.control.SetReadDeadline(time.Now().Add(b.idle)); err != nil {
		return 0, err
	}
	return b.ReadCloser.Read(p)
}
