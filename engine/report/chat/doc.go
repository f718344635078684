// Package chat fits what a program wrote into one message of a chat: fenced as
// that chat wants it, no longer than a message may be, and nothing in it that
// would end the fence, act on what shows it, or hide.
package chat
