// Package beside tells which programs of a package read a store of what is somebody's and
// also send something to another machine, without a claim that the one is what is sent.
//
// It is asked after package chain, which follows values and tells of ways that it is sure
// of. Here a program in any language is cut into statements, and a statement is made of the
// names that it has: what comes to the one that sends is looked for backwards, by everything
// that gives one of its names a value. That finds more than there is. Only where none of it
// is the statement that reads, and nothing of it is run that cannot be seen, the two are
// told to be apart.
//
// Which words read and send is in policies/tables/beside.json, where credentials are kept in
// credentials.json. Whether it is allowed is not decided here.
package beside
