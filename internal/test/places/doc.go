// Package places holds every place in a skill that a payload can stand in against
// every kind of payload, and lint's verdict on each. It has tests only.
//
// A place is one of three kinds. What a text tells the agent to run, or what some
// program starts by itself, is told or started: it has to be blocked. What only lies
// there, in a file that nothing refers to, has at least to be looked at by a person.
package places
