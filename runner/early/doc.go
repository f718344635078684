// Package early turns this binary into the parent of a sandboxed command.
//
// A run needs a process that outlives a killed skillctl just long enough to end
// what was started, and that gives up rights between fork and exec. That process
// is this same binary, started once more with a marker as its first argument:
//
//   - [KeeperMarker]: the keeper of a native run. It takes a [Config] from
//     descriptor [ControlFD], sets up what the configuration asks for, forks the
//     program, reports on [StatusFD], and ends everything below it when the
//     program ends, when it is told to, or when the other end of the control pipe
//     closes.
//   - [ShimMarker]: the first process of a container whose network is restricted.
//     It forwards 127.0.0.1:3128 to a unix socket and runs a command. Or that of a
//     container that is to end when nobody has its run any more.
//   - [TenderMarker]: the parent of an interpreter that runs code of a session. It
//     keeps what the code writes apart from what is said about it.
//
// All leave while packages are still being initialised: the import path sorts
// before those of the large libraries and the package imports nothing but
// syscall, so that of the hundreds of packages of the binary only a handful have
// run. The markers give nobody more than they have: whoever starts the binary
// with one of them runs a program of their own choice with their own rights or
// fewer, as a shell would.
package early

// The first argument that makes this binary a keeper or a shim. Neither can be
// the name of a command.
const (
	KeeperMarker = "__skillctl_keeper"
	ShimMarker   = "__skillctl_shim"
)

// The descriptors of a keeper. 0, 1 and 2 are those of the program.
const (
	// ControlFD gives the configuration, its length before it, and then commands
	// of two bytes: [CommandSignal] and a number, or [CommandKill] and 0.
	ControlFD = 3
	// StatusFD takes lines: see [Config].
	StatusFD = 4
)

// What a keeper can be told.
const (
	CommandSignal = 'S'
	CommandKill   = 'K'
)

// ProxyPort is the port on 127.0.0.1 that a restricted run finds its proxy at.
const ProxyPort = 3128

// What a shim says to whoever has its run, one byte: the program runs, is not there,
// cannot be executed. A program that has ended is told of, by the end of the shim, once
// the other end has said [TieHeld]: somebody waits for that end.
const (
	TieBegun    = 'B'
	TieNotFound = 'N'
	TieNoExec   = 'X'
	TieHeld     = 'H'
)

// The exit codes of a shim, as of docker run: it could not do its work, the
// program cannot be executed, the program is not there.
const (
	exitFailed   = 125
	exitNoExec   = 126
	exitNotFound = 127
)
