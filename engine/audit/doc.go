// Package audit keeps the record of what was asked to run, what was decided, and
// what became of it: lines of JSON in one file a day, each line chained to the one
// before by its digest.
//
// A [Log] is written by many processes at once. A run is recorded twice: before it
// starts ([Log.Begin]; when that fails, nothing may start) and when it has ended
// ([Log.End]). A process that is killed leaves a chain that holds: a line that was
// not written to its end is found by the next writer and sealed by a record that
// says so, and a start without an end shows as lost once its process is gone.
//
// [Log.Verify] finds lines that were edited, removed, put in or moved, and a tail
// that was cut off. The chain has no key: whoever can write the folder can write
// all of it anew. Against that, keep the number and digest of the last record
// somewhere else and hand them to Verify.
package audit
