// Package kit is what the commands share: a factory that opens things when they are first
// wanted, streams, exit codes and hints, flags that several commands have, and the
// questions that a person is asked. It knows no command.
package kit
