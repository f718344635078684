// Package runner runs a request inside the boundary that was decided for it.
//
// A [Boundary] says where a command runs and within what limits; a [Spec] adds
// the command itself. [Select] picks the backend that can hold the boundary, or
// says why none can: there is never a weaker one in its place.
//
// The package knows nothing of settings, policies or skills. Whoever turns a
// decision into a Spec stands above it.
package runner
