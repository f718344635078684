// Package store knows where credentials and other things that are somebody's own are kept: in
// which files, behind which addresses, and which calls and commands read them. The lists are in
// policies/tables: credentials.json, calls.json and secrets.json.
//
// What becomes of something that is read from there is followed elsewhere.
package store
