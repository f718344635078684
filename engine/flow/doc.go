// Package flow finds where code goes in the texts of a skill: what one program
// prints and another one runs ([Flow]), commands of programs that rules look at
// ([Command]), and lines around words that rules look at ([Passage]).
//
// A [Finder] reads code blocks, code spans, sentences, recipes and strings of
// programs as a shell would. What one text has fetched is followed through pipes,
// substitutions, variables and files, and from one step of a document to the next.
// One automaton marks all words of policies/tables in one pass, so that most texts
// are not parsed at all. Bounds that are met are told to the caller.
package flow
