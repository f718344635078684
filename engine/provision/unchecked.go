package provision

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Whether a program checks who answers, and whom it asks.
var (
	// unsafely switches off that a connection is only made to whom it is meant for.
	unsafely = lazydfa.New(`\bverify(?:_ssl)?\s*=\s*False\b|\bCERT_NONE\b|_create_unverified_context|\brejectUnauthorized["']?\s*:\s*false\b|NODE_TLS_REJECT_UNAUTHORIZED["'\]]*\s*=\s*["']?0|\bInsecureSkipVerify\s*:\s*true\b|\bVERIFY_NONE\b|CURLOPT_SSL_VERIFY(?:PEER|HOST)\W+(?:false|0)\b|(?i:-SkipCertificateCheck\b)|ServerCertificate\w*ValidationCallback\s*\+?=[^;\n]*\btrue\b|\bdanger_accept_invalid_certs\(\s*true|\bDangerousAcceptAnyServerCertificateValidator\b|\bcurl\b[^\n|;]*\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)\s|\bwget\b[^\n|;]*--no-check-certificate|\bNoopHostnameVerifier\b|\bSSL_VERIFY_NONE\b|\bverify_hostname\s*=>\s*0`)
	// chosen says that somebody decides on it.
	chosen = lazydfa.New(`(?i)\bif\b|\bunless\b|\bargs?\b|\bflags?\b|\bopts?\b|\boptions?\b|insecure\w*\s*(?:\?|&&|\|\||:-)|\b(?:getenv|environ|ENV|env)\b\W{0,4}\w*(?:INSECURE|VERIFY|TLS|SSL|CERT)|\$\{?[A-Z_]*INSECURE|self.?signed`)
	// ofHost names a host without a scheme.
	ofHost = lazydfa.New(`(?i)\bhost(?:name)?["']?\s*[:=]\s*["']((?:[a-z0-9-]+\.)+[a-z]{2,})["']`)
	shows  = lazydfa.New(`(?i)authorization|bearer|api[-_]?key|x-[\w-]*(?:key|token)|\s-u\s`)
)

// wholly finds where a program in Go has no connection checked that does not say otherwise: it changes
// what all packages of the program share, so that those of others ask nobody any more either.
var wholly = lazydfa.New(`(?s)\bhttp\.Default(?:Transport|Client)\b[^\n;]{0,80}=[^;]{0,400}?\bInsecureSkipVerify\s*:\s*true\b`)

// everywhere finds that, outside of tests.
func (f *finder) everywhere() {
	if !strings.HasSuffix(f.file, ".go") || strings.HasSuffix(f.file, "_test.go") {
		return
	}
	if m := wholly.FindIndex(f.text); m != nil && !remark(f.text, m[0]) && !chosen.Match(f.text[m[0]:m[1]]) {
		f.add(Found{Kind: Unchecked, Name: "all", To: []string{}, From: m[0], End: m[1]})
	}
}

// unchecked finds the first connection that is not checked, in a text that shows a key. Programs of
// which engine/flow/deed reads the parts are told of there as well.
func (f *finder) unchecked(list []named) {
	if !shows.Match(f.text) && !keyName.Match(f.text) {
		return
	}
	for _, m := range unsafely.FindAllIndex(f.text, maxLooked) {
		begin := bytes.LastIndexByte(f.text[:max(0, bytes.LastIndexByte(f.text[:m[0]], '\n'))], '\n') + 1
		end := m[1]
		if i := bytes.IndexByte(f.text[end:], '\n'); i >= 0 {
			end += i
		}
		if chosen.Match(f.text[begin:m[0]]) || chosen.Match(f.text[m[1]:end]) || remark(f.text, m[0]) {
			continue
		}
		var hosts []string
		for _, one := range list {
			if !slices.Contains(hosts, one.host) && len(hosts) < maxKeys {
				hosts = append(hosts, one.host)
			}
		}
		for _, host := range ofHost.FindAllSubmatchIndex(f.text, maxSame) {
			hosts = append(hosts, strings.ToLower(string(f.text[host[2]:host[3]])))
		}
		if len(hosts) == 0 {
			return
		}
		f.add(Found{Kind: Unchecked, Name: "certificates", To: hosts, From: m[0], End: m[1]})
		return
	}
}

// remark reports whether a place stands in a comment.
func remark(text []byte, at int) bool {
	line := strings.TrimSpace(string(text[bytes.LastIndexByte(text[:at], '\n')+1 : at]))
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "*")
}
