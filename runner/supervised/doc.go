// Package supervised keeps what outlives the command that began it and has a
// supervisor: runs in the background, sessions of code. Each is a folder with what was
// known of it when it began, the socket of its supervisor, and how it ended.
package supervised
