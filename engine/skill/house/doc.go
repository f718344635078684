// Package house finds what a package says of whose it is: its introduction, the names in it that
// have a word of a host or an account as a part, and how openly it speaks of whom it sends to.
// Whether that makes a host the house's own is decided in Rego (policies/lib/kin, policies/lib/house).
package house
