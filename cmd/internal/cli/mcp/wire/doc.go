// Package wire carries the messages of MCP over a pair of streams, one a line.
//
// The transport of the SDK ends the session at the first line that it cannot read. Here
// such a line is answered with what is wrong with it, and the session goes on; what
// another reader might read in another way is refused. When the other side closes its
// end, what it has asked goes on for a time and is still answered.
package wire
