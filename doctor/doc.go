// Package doctor examines an installation: whether what is meant to be enforced
// is enforced. Its checks are data; they print nothing and, unless a probe is
// asked for, start nothing.
//
// What a configuration says by itself is the business of lint's rules. A check
// here looks at what is around it: files, modes, owners, links, and what the
// configured command really answers.
package doctor
