// Package deed tells what programs do to things that they were given, and under which conditions
// that have nothing to do with these.
//
// A file that a program reads and then removes, a table that it empties, and a branch on the clock,
// on the name of a machine or on chance with an effect that the other way has not: the program is
// read as a tree, and names are followed to what they were given, without regard to the order of
// statements. What is asked of somebody, stands behind an option or is the program's own is not
// told. Which calls those are is in policies/tables/deeds.json. Whether it is allowed is not
// decided here.
package deed
