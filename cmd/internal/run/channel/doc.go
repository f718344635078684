// Package channel makes messages for chats of what runs wrote, and keeps the whole
// output in a file where a message has only a part of it.
package channel
