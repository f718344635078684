// Package deceptive knows the characters that make a text look like what it is
// not: controls, invisible ones, and letters that are drawn like others.
package deceptive
