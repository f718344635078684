// Package proxy stands between a client of the Model Context Protocol and a server.
//
// The server runs in the boundary that skillctl exec gives it. Nothing that it says reaches
// the client as it comes: what it tells of its tools is shown where it is as it was
// accepted, each call is judged as skillctl hook judges tools of servers, and what it asks
// of its client is refused unless the settings name it. Messages are read and written anew
// by the SDK on both sides, so that what is not understood is not passed on.
package proxy
