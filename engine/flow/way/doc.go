// Package way has what readers of programs are given and what they tell: a program ([Text]), and
// the ways of values through it, each ([Chain]) with its source, its steps and its sink. Which
// ways there are is found by engine/flow/chain and engine/flow/loose.
package way
