// Package egress is the only way out of a run whose network is restricted: a
// proxy on a unix socket that reaches the listed hosts and nothing else.
//
// The policy decides which patterns stand in the boundary; [Rules] matches hosts
// against them and takes no decision of its own. A name is normalised before it
// is matched, resolved here and not in the run, refused when any of its
// addresses is not public, and reached at exactly the address that was checked.
// Inside a tunnel the name in the TLS greeting must be the name that the tunnel
// was asked for.
//
// What it cannot see: TLS is not opened, so a listed host that serves other
// names by itself (domain fronting, an encrypted inner name of ECH) serves them
// to the run too.
package egress
