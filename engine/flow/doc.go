// Package flow finds what the texts of a skill would have somebody run, and where data goes: what one program
// prints and another one runs ([Flow]), commands of programs that rules look at ([Command]), and the lines around
// words of policies/tables/phrases.json ([Passage]).
//
// A [Finder] reads code blocks, code spans, sentences, HTML, recipes and strings of programs as a shell would.
// What one text has fetched is followed through pipes, substitutions, variables and files, and from one step of
// a document to the next. One automaton marks all words in one pass, so that most texts are not looked at
// twice. Limits that are met are gaps of the coverage.
package flow
