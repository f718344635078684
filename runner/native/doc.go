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
// private /tmp and /dev/shm, and a root folder of its own, which has what it was
// given, the links that lead there, and nothing else: Landlock does not keep a
// command from looking at what it can name, nor from being told when others use it.
// What is hidden in what is given is covered, and all mounts but those of
// what it may change are read-only, modes and times too, which Landlock does not
// know. Where it is not allowed, the command sees no /proc but a few files about
// the machine, the filter refuses memory and queues that processes share, and a
// folder with something hidden in it is given item by item: nothing new can be
// made in such a folder; modes and times of the user's other files are within
// reach. A restricted network needs the namespaces.
//
// No command can make a file that runs as its owner or group.
//
// # The kernel's own files
//
// Root needs no capability to write to most files of /proc/sys and /sys, and to some
// of them the kernel listens: it starts the program that core_pattern, modprobe or a
// release agent names, outside of every namespace. So /proc is read-only, what of it
// is of no use to programs is covered, of /sys only the processors are there, and
// interfaces of the kernel that are mounted in what is given are covered too. Bwrap
// does less of that by itself: it looks whether it could write to the folder, which
// root without capabilities cannot, and then leaves the files as they are. Whether all
// that holds is looked at from inside, before the command starts: no mount but those
// that may be changed is writable, and none of these files can be opened to be written
// to. Otherwise nothing runs.
//
// A crash hands the memory of a program to what core_pattern names, as root and
// outside. A limit of core files of 1 keeps that from happening, where 0 does not, and
// the filter keeps a command from changing it. Where core_pattern names a socket, no
// limit counts, and nothing runs.
//
// # Limits
//
// Memory, processors and processes are bounded by control groups where this user
// may make them: version 2 where it is delegated, version 1 as root. Elsewhere by
// resource limits: memory counts for each process (RLIMIT_DATA, which does not
// count what is reserved and not used, as RLIMIT_AS does, nor what processes can
// share), processor time is a
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
// place, the digest must be the same, and it must be the same folder. From before
// a digest is taken until the command runs, a lease makes writers wait. The keeper
// compares device, inode and time of change once more, works on the folders that
// it has opened, and executes the file that it has opened: a program and a
// folder that were swapped meanwhile do not run and are not given. In bubblewrap
// the shim looks inside, in the same way.
//
// A script is opened by its interpreter, by its path. It is looked at last right
// before the interpreter is executed; with namespaces a private, read-only copy of
// the bytes that were judged lies over it, so that what is written into it later
// changes nothing, not even when a shell reads on. Between the last look and the
// interpreter's own, another file by the same name is still possible for somebody
// who can rename in its folder, or a folder above it; without namespaces, and
// without a sandbox, writing into it is too. What a program or a script loads by
// itself is not pinned, and neither is an interpreter that a script finds in PATH.
package native
