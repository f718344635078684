// Package tenant tells whose account is written in an address at a host that many share, and in
// what clients of services and tools are given: the bucket of a store, the form, the channel, the
// owner of a repository. It also tells where a command of a tool sends something to. Whether
// anybody explains the account is for rules to say.
package tenant
