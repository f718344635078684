// Package cipher reads what a text says in a code: numbers for characters, letters that stand for others, Morse,
// base 32 and 85, text that is packed or written backwards. It tells what the text says and in which way it was
// written. It knows no keys, runs nothing, and does not judge.
package cipher
