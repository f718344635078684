// Package loading says which folders OpenClaw 2026.9.6 loads skills from, how it
// reads their manifests, and what its configuration says of them.
package loading
