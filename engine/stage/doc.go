// Package stage brings what somebody wants to install into a private folder: a
// folder, a zip or tar archive, or a commit of a git repository. What is judged
// afterwards, and what is installed, is that copy and nothing else.
//
// Every way in ends in the same place (see sink), which knows all that must not
// get through: names that lead out of the folder, that mean something else on
// another system or that are one file there, links that leave, devices, and more
// than the bounds allow. An archive that two programs could read differently is
// refused as a whole ([RefusedError]); nothing of it is repaired. Nothing of a
// source is executed.
package stage
