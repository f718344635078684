// Package runner runs a request inside the boundary that was decided for it.
//
// A [Boundary] says where a command runs and within what limits; a [Spec] adds
// the command itself. [Select] picks the backend that can hold the boundary, or
// says why none can: there is never a weaker one in its place.
//
// The package knows nothing of settings, policies or skills. Whoever turns a
// decision into a Spec stands above it.
//
// What is protected ([Hold]) is mounted over itself, read-only, and each folder on the way as it is: what is
// mounted over is neither moved nor removed nor replaced. The price is that nothing is renamed or linked across
// such a folder (.git). Without namespaces Landlock knows no exception: the items of a folder are given instead
// of the folder, which takes nothing new then, and the end of the run says so.
package runner
