package egress

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
)

// target returns the host, as it was sent, and the port of a request. The error
// says why a request is not one for a proxy.
func target(r *http.Request) (host string, port int, err error) {
	host, rest := splitPort(r.URL.Host)
	switch {
	case r.Method == http.MethodConnect && r.URL.Path != "":
		return host, 0, errors.New("CONNECT wants a host and a port alone")
	case host == "":
		return host, 0, errors.New("a request to a proxy names the host: GET http://host/path, or CONNECT host:443")
	case r.Method == http.MethodConnect && rest == "":
		return host, 0, errors.New("CONNECT wants a port: CONNECT host:443")
	case r.Method == http.MethodConnect && (r.ContentLength != 0 || len(r.TransferEncoding) > 0):
		return host, 0, errors.New("CONNECT has no body")
	case r.Method != http.MethodConnect && r.URL.Scheme != "http":
		return host, 0, errors.New("only http: URLs are fetched; TLS goes through CONNECT host:443")
	}
	if rest == "" {
		return host, portHTTP, nil
	}
	number, err := strconv.ParseUint(rest, 10, 16)
	if err != nil || number == 0 {
		return host, 0, errors.New("the port is not a number between 1 and 65535")
	}
	return host, int(number), nil
}

// splitPort cuts an authority at its last colon that is outside of brackets.
func splitPort(authority string) (host, port string) {
	at := strings.LastIndexByte(authority, ':')
	if at < 0 || strings.Contains(authority[at:], "]") {
		return authority, ""
	}
	return authority[:at], authority[at+1:]
}
