// Package clause reads what sentences have somebody do: the act, what it is done to,
// where it leads, when, and whether it is ordered, forbidden or only spoken of.
//
// It reads English, by the tables of policies/tables/clauses.json: a verb that stands
// where an order has its verb, and the words behind it. It says what a text asks for,
// never whether that is right; a sentence that it does not know how to read says nothing.
package clause
