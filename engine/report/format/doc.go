// Package format writes a report for people and for machines.
//
// Every format is a function of the same shape, [Format]. The same report and
// options give the same bytes. Text that came out of a skill may be hostile:
// formats for people show control, bidirectional and invisible characters
// escaped; formats for machines keep the text, in the escapes of their syntax.
// What is counted and what is a failure is decided elsewhere.
package format
