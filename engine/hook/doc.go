// Package hook reads what an agent's client tells before it calls a tool, and has the
// call judged. It finds out which tool it is, what would run, be written, read or
// fetched; policies/hook says what follows. Which clients and tools there are stands in
// policies/tables/clients.json: what is not in it is told as not known.
package hook
