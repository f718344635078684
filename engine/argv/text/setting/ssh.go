// Package setting reads settings that a program takes as KEY=VALUE in its
// arguments: those of ssh's -o and of git's -c and git config.
package setting

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// ReadSSH reads the value of ssh's -o: a line of its configuration, with blanks or
// "=" between the key and its value.
func ReadSSH(line string) reading.Reading {
	var r reading.Reading
	if !r.Bounds(line) {
		return r
	}
	if strings.ContainsAny(line, "\"'\\\n#") {
		r.Refuse(0, "a setting of ssh with quotes")
		return r
	}
	line = strings.TrimLeft(line, " \t")
	end := strings.IndexAny(line, " \t=")
	if end < 0 {
		r.Refuse(0, "a setting of ssh without a value")
		return r
	}
	key := strings.ToLower(line[:end])
	value := strings.TrimSpace(strings.TrimLeft(line[end:], " \t="))
	switch class := sshKeys()[key]; {
	case class == "value":
	case class == "file":
		for name := range strings.FieldsSeq(value) {
			if name != "none" {
				r.Write(reading.Place{What: "-o " + key, Name: name, Known: !strings.ContainsAny(name, "%~$"), Append: true})
			}
		}
	case class == "off" && (strings.EqualFold(value, "no") || strings.EqualFold(value, "none")):
	default:
		r.Refuse(0, fmt.Sprintf("the setting %q of ssh", key))
	}
	return r
}

// sshKeys are the settings that run nothing: "value" whatever the value, "file"
// keys of hosts are added to it, "off" only when it switches something off.
func sshKeys() map[string]string {
	out := map[string]string{}
	for class, names := range map[string]string{
		"value": `addressfamily batchmode bindaddress bindinterface challengeresponseauthentication checkhostip ciphers clearallforwardings compression connectionattempts connecttimeout
			escapechar exitonforwardfailure fingerprinthash gssapiauthentication gssapidelegatecredentials hashknownhosts hostbasedauthentication hostkeyalgorithms hostkeyalias hostname
			identitiesonly identityfile ipqos kbdinteractiveauthentication kexalgorithms loglevel macs nohostauthenticationforlocalhost numberofpasswordprompts passwordauthentication port
			preferredauthentications pubkeyacceptedalgorithms pubkeyacceptedkeytypes pubkeyauthentication rekeylimit requesttty serveralivecountmax serveraliveinterval
			stricthostkeychecking tcpkeepalive updatehostkeys user verifyhostkeydns visualhostkey warnweakcrypto`,
		"file": "userknownhostsfile",
		"off":  "controlmaster controlpath controlpersist forwardagent forwardx11 forwardx11trusted permitlocalcommand proxycommand proxyjump tunnel globalknownhostsfile localcommand",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = class
		}
	}
	return out
}
