package tenant

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Tenant is who has an account at a host that many share.
type Tenant struct {
	// Service is what it is an account of, Name how the account is written.
	Service string `json:"service"`
	Name    string `json:"name"`
	// Known is how often the package names the account beside the place in hand and other programs
	// that send there, Told that a document does.
	Known int  `json:"known"`
	Told  bool `json:"told"`
	// Spoken is how often documents speak of the service elsewhere.
	Spoken int `json:"spoken"`
}

// The bounds of what is told: accounts of one text, and the bytes of a name.
const (
	maxTenants = 8
	maxName    = 120
)

// hole stands for what is filled in to a text: a name that has it is none that the text has written
// out.
const hole = "xxHOLExx"

// OpenLabel is how the part of a host is written that is filled in when it is used.
const OpenLabel = "*"

// OpenHost is a host of a text that was masked, "*.shop.example" of "$(hostname).shop.example"; "" where
// what is filled in says whose it is.
func OpenHost(host string) string {
	at := strings.LastIndex(strings.ToLower(host), strings.ToLower(hole))
	if at < 0 {
		return host
	}
	_, rest, _ := strings.Cut(host[at+len(hole):], ".")
	if !strings.Contains(rest, ".") {
		return ""
	}
	return OpenLabel + "." + rest
}

// Masked is a text in which what is filled in when it is used stands as one word.
func Masked(text string) string {
	if !strings.ContainsAny(text, "${<%[") {
		return text
	}
	return tables().holes.Compiled().ReplaceAllString(text, hole)
}

// Worth reports whether a text may name an account.
func Worth(text string) bool {
	t := tables()
	return t.any.MatchString(text) || t.fields.MatchString(text) || t.callsAny.MatchString(text)
}

// In are the accounts that the addresses in a text are of; open leaves out those of services whose
// addresses are mostly read by everybody.
func In(text string, open bool) []Tenant {
	t := tables()
	if !t.any.MatchString(text) {
		return nil
	}
	text = Masked(text)
	var found []Tenant
	for i := range t.Services {
		s := &t.Services[i]
		if s.Read && !open || !s.any.MatchString(text) {
			continue
		}
		for _, at := range s.at {
			for _, m := range at.Compiled().FindAllStringSubmatch(text, maxTenants) {
				found = add(found, s.Service, m[1])
			}
		}
	}
	return found
}

// Given are the accounts that a statement of a program gives to a client: by a field whose name
// says that it is where something goes to, or by a call that opens it.
func Given(code string) []Tenant {
	t := tables()
	var found []Tenant
	if t.fields.MatchString(code) {
		for i := range t.Fields {
			for _, m := range t.Fields[i].match.Compiled().FindAllStringSubmatch(code, maxTenants) {
				if named := In(m[1], true); len(named) > 0 || strings.Contains(m[1], "://") {
					found = Join(found, named)
					continue
				}
				if !t.Fields[i].Address {
					found = add(found, t.Fields[i].Service, Masked(m[1]))
				}
			}
		}
	}
	if t.callsAny.MatchString(code) {
		for i := range t.Calls {
			for _, m := range t.Calls[i].match.Compiled().FindAllStringSubmatch(code, maxTenants) {
				found = add(found, t.Calls[i].Service, Masked(m[1]))
			}
		}
	}
	return found
}

// Join puts accounts to others, each once.
func Join(list, more []Tenant) []Tenant {
	for _, one := range more {
		if len(list) < maxTenants && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// add keeps an account that is written out.
func add(list []Tenant, service, name string) []Tenant {
	name = strings.ToValidUTF8(strings.Trim(name, "./-"), "")
	if name == "" || len(name) > maxName || strings.Contains(name, hole) {
		return list
	}
	return Join(list, []Tenant{{Service: service, Name: name}})
}

var mailAddress = lazydfa.New(`(?i)[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})`)

// mails are the addresses of mail in a text.
func mails(text string) []Tenant {
	var found []Tenant
	for _, m := range mailAddress.FindAllString(text, maxTenants) {
		found = add(found, Mail, strings.ToLower(m))
	}
	return found
}

// Mails are the addresses of mail in a text, as far as they are written out.
func Mails(text string) []Tenant {
	if !strings.Contains(text, "@") {
		return nil
	}
	return mails(Masked(text))
}

// Mail is the service of a mail address.
const Mail = "mail"
