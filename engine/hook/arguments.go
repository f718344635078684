package hook

import (
	"os"
	"os/user"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/hook/argument"
)

// Served is a call of a tool of a server that skillctl stands in front of. The tool is
// named as clients name those of servers, "mcp__SERVER__TOOL". Reads: it says that it
// changes nothing.
func Served(server, tool string, arguments map[string]any, dir string, reads, attended bool) *Call {
	call := &Call{
		Event: "call", Known: true, Tool: ServedName(server, tool), Kind: "unknown", Reads: reads, Attended: attended,
		Odd: []string{}, Paths: []string{}, Hosts: []Host{}, Commands: []string{}, Dir: dir, From: dir, Input: arguments,
	}
	call.arguments(arguments)
	return call
}

// ServedName is what clients call a tool of a server.
func ServedName(server, tool string) string { return "mcp__" + server + "__" + tool }

// arguments finds what the arguments of a tool that is not known name: files, addresses
// and commands. What is not understood is told in Odd.
func (call *Call) arguments(input map[string]any) {
	facts := argument.Read(input, argument.Place{Has: call.has, Home: home})
	for _, path := range facts.Paths {
		call.Paths = append(call.Paths, call.readings(path)...)
	}
	slices.Sort(call.Paths)
	call.Paths = slices.Compact(call.Paths)
	for _, address := range facts.Addresses {
		host := hostOf(address.URL)
		host.Address = address.Text
		call.Hosts = append(call.Hosts, host)
	}
	call.Commands = append(call.Commands, facts.Commands...)
	call.Odd = append(call.Odd, facts.Unread...)
}

// has reports whether a file of a name is in the working folder.
func (call *Call) has(name string) bool {
	if !filepath.IsLocal(name) {
		return false
	}
	_, err := os.Lstat(filepath.Join(call.Dir, name))
	return err == nil
}

// home is the home folder of a user of this machine, "" where there is none.
func home(name string) string {
	found, err := user.Lookup(name)
	if err != nil {
		return ""
	}
	return found.HomeDir
}
