// Package docker runs commands in containers.
//
// [Plan] turns a boundary into the request for a container, without an engine;
// [Backend] sends it to one. What is asked for is always the same: no network but
// what the boundary gives, a read-only root, no capability, no new privileges,
// a seccomp profile (seccomp.json, unless the boundary names another), the sockets
// in folders of this machine covered, and a bound on memory with swap, processors, processes, open
// files and the size of files. A boundary that an engine cannot hold is refused.
//
// # What is left behind
//
// A container is removed when its run ends, after it was asked whether memory ran
// out. While a run lasts, its process holds the lock of a file, the lease; the
// container's labels name it. When that process dies, the lock is free, and
// [Backend.Sweep], which every first start of a Backend does too, removes the
// container. A lease goes along when a run is handed over. No clock and no process
// number is asked.
//
// # Memory that runs out
//
// It is told even when the run itself ends well. The container's state says it, or
// an event, which may come late, or the kernel's log, where it may be read (by
// root; the kernel leaves out what comes faster than ten times in five seconds).
// The kernel's count of what it has ended tells whether waiting is worth while.
//
// # Warm containers
//
// A container that is kept serves runs whose boundary, image, labels skillctl.*
// and engine are the same, one at a time. What a run leaves in the workspace stays
// as it would anyway; what it leaves in tmpfs (/tmp, /dev/shm) stays too, for
// later runs of the same skill and agent in the same workspace, and for nobody
// else. The environment is that of the run. A run that leaves a process, is killed
// or runs out of memory takes the container along. Containers with a writable root
// and those with a restricted network are not kept.
package docker
