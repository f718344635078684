// Package intel has what is known to be bad: digests of skills and files, domains,
// addresses, accounts and names of packages, as somebody has signed them.
//
// A list is the file [Name] of a folder that is signed as skills are (package trust).
// Package source gets such a folder and verifies it, [Parse] reads the list, and [Store]
// keeps one for this user. [Bundle.Seek] finds its entries in texts. That something is
// found is a fact; what follows from it is said in Rego.
package intel
