// Package stream is what stands between a command and the streams of skillctl: input that can be
// stopped, output of which a part is kept, and secrets replaced in it.
package stream
