// Package settings finds and reads skillctl's own settings: the files of the
// system, the user and the project, and what the command line says, laid over
// what is built in.
//
// The layers are unified, not overridden: what an outer layer sets as a value
// holds for the layers within, and a layer that says otherwise is an error that
// names both places. Every value remembers where it came from. Files that
// others can write are refused.
//
// What the settings mean is for the policies and the commands.
package settings
