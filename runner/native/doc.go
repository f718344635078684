// Package native runs commands on this machine.
//
// Every command has a keeper (package early): this binary once more, as the
// parent of the command and the reaper of all that the command leaves behind. It
// ends everything when the command ends, when it is told to, and when the process
// that started it is gone.
//
// # Landlock
//
// The command may read the system's folders, without the secrets in them, and
// the boundary's; it may change the workspace, what the boundary lets it write,
// and a folder for temporary files of its own. Landlock holds that (Linux 6.2
// and newer: without its third version a file that may only be read can be
// emptied). A seccomp filter leaves the sockets that the boundary's network
// allows: none; IPv4 and IPv6; never a unix socket, since Landlock cannot keep a
// command from connecting to the socket of a container engine or of a desktop
// that it can name. The filter also refuses what looks into other processes,
// mounts, makes namespaces, loads code into the kernel or goes round the filter
// (io_uring). All capabilities are dropped and none can be gained.
//
// Where the system allows it, which is for root and wherever a user may make user
// namespaces, the command also has PID, mount, IPC and, unless its network is
// "full", network namespaces: it sees none of the machine's processes, has a
// private /tmp and /dev/shm, and what is hidden is covered. Where it is not
// allowed, the command sees no /proc but a few files about the machine, and a
// folder with something hidden in it is given item by item: nothing new can be
// made in such a folder. A restricted network needs the namespaces.
//
// # Limits
//
// Memory, processors and processes are bounded by control groups where this user
// may make them: version 2 where it is delegated, version 1 as root. Elsewhere by
// resource limits: memory counts for each process (RLIMIT_DATA, which does not
// count what is reserved and not used, as RLIMIT_AS does), processor time is a
// total for each process, and processes are counted for the user namespace, or
// for the user where there is none. Root is exempt from that count, so that
// without a control group nothing runs as root in a sandbox. The size of a file
// and the number of open files are resource limits everywhere. What a command
// writes in many files is not bounded: the file system has no quota.
//
// # What was judged
//
// The program, the other pinned files, the workspace and the working directory
// are opened and compared when the command starts: the path must lead to the same
// place and the digest must be the same; the keeper then compares device, inode
// and time of change just before it executes the opened file. A script is
// executed by its path, since its interpreter opens it by that; between the last
// look and the interpreter's own a swap is still possible for somebody who can
// write to its folder.
package native
