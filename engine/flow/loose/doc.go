// Package loose follows values through programs of languages that have no reader, and through
// those parts of others that theirs did not follow, by their statements alone: what one of them
// assigns is made of the names that it has, whatever it does with these. That is true of
// Go, Ruby, PHP, Perl, PowerShell, Rust, Java and their like, and it is all that is asked
// here: does what a store of credentials holds come to a statement that sends, and what
// was fetched, decoded or said by a visitor to one that runs it. What their calls are
// called is in policies/tables/loose.json.
package loose
