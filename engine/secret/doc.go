// Package secret finds what the settings of OpenClaw refer to as a secret: a
// variable, a part of a private file, what a program says, or an entry of a store.
// It follows the contract of SecretRef of OpenClaw 2026.9.6. Nothing is kept, and no
// message holds a secret.
package secret
