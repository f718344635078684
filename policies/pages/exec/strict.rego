# METADATA
# title: Reasons of the strict profile
# description: >-
#   What profile `strict` says of commands, by id.
# custom:
#   pages:
#     exec/strict/approval:
#       title: Approvals are for people
#       description: >-
#         A command that grants, changes or revokes approvals, touches the folder that they are in, or calls
#         anything else of skillctl that changes by what is decided, such as setup, init or mcp accept, could
#         approve itself. Only a person may do that, in a terminal.
#       remedy: >-
#         Run the command yourself. What only looks is allowed, such as `skillctl approvals list`, and so is
#         `skillctl exec` by the settings that are in force.
#     exec/strict/arguments:
#       title: Arguments need a closer look
#       description: >-
#         The program may run, but not with these arguments: they delete, fetch, change or start something, they
#         publish or overwrite what is on another machine, they hide what they are, or only a wildcard allows the
#         program.
#       remedy: >-
#         Name the program in `exec.allowlist` (not by a wildcard), name what it publishes or overwrites as
#         `skillctl allow 'npm publish'` does, write the arguments literally, or have a person approve the command
#         with `skillctl approvals approve`.
#     exec/strict/code:
#       title: Interpreter runs code that is not a file
#       description: >-
#         Code on a command line, from standard input or from a place that cannot be read is not judged as a
#         program that somebody allowed.
#       remedy: >-
#         Write the code to a file of the working directory and run the file, or set `exec.strictInlineEval` to
#         false.
#     exec/strict/container:
#       title: Container with access to the machine
#       description: >-
#         The command gives a container a folder, a device or rights with which it can leave its walls.
#       remedy: >-
#         Mount only folders below the working directory, without devices and privileges.
#     exec/strict/environment:
#       title: Variable changes which code runs
#       description: >-
#         Variables such as PATH, LD_PRELOAD or GIT_SSH_COMMAND decide what a program loads or starts: the
#         allow-list would not hold.
#       remedy: >-
#         Remove the assignment. The operator may set such variables in `run`.
#     exec/strict/place:
#       title: Place that holds secrets, or that programs obey
#       description: >-
#         A word leads to a file that holds secrets, or that programs run or read as settings automatically: after
#         the assignments of the command, a `cd`, links that it makes and patterns such as `~/.s*`. Or the words
#         of an input may be anything.
#       remedy: >-
#         Use files below the working directory, and name them literally; a person can approve the command with
#         `skillctl approvals approve`.
#     exec/strict/privilege:
#       title: Command runs with the rights of another user
#       description: >-
#         A program such as sudo or doas gives what it runs more rights than the user has. No entry of
#         `exec.allowlist` is meant for that: each command is asked about.
#       remedy: >-
#         Run the command yourself, leave the program out, or approve this one command with
#         `skillctl approvals approve`.
#     exec/strict/program:
#       title: Program is not on the allow-list
#       description: >-
#         Profile `strict` runs only what `exec.allowlist` names: by name, by path or by pattern. The program is
#         not named, its arguments do not fit the entry, its name is known only when it runs, or others can
#         replace its file.
#       remedy: >-
#         Add the program to `exec.allowlist` in your settings (the hint of the message says where), or approve
#         this one command with `skillctl approvals approve`.
#     exec/strict/reading:
#       title: Command cannot be read completely
#       description: >-
#         A part of the command is known only when it runs, is not valid syntax, or is written so that it shows
#         something other than it does. What is not understood is not allowed.
#       remedy: >-
#         Write programs and arguments literally, without `$(…)`, `eval` and the like.
#     exec/strict/strict:
#       title: Answer of profile strict
#       description: >-
#         The answer when no part of the command is objected to, when a person has approved it, or when the
#         settings decide for all commands (`exec.security`, `exec.ask`).
#       remedy: >-
#         Where it is refused, change the setting that the message names.
#     exec/strict/understood:
#       title: Arguments whose effect is not known
#       description: >-
#         The program is allowed, and skillctl knows its options, but not this one: an option, a sub-command, an
#         operand, a setting or a variable that its entry does not class, or a word that may be an option when the
#         command runs. Or the word is known to name a program, a library or a file of settings. It may do anything
#         that the program can do.
#       remedy: >-
#         Write the command without it, or approve it once. `skillctl allow PROGRAM --any-arguments` allows all that
#         the program can do in this project, but for what lasts on another machine.
#     exec/strict/variable:
#       title: Value of a variable that may be a secret
#       description: >-
#         The command takes what a variable of the environment holds, or prints all of them. Outside of every
#         boundary, as behind the hook of an agent, it has the environment of whoever asks, keys among them: a
#         variable is asked about whose name is that of a secret, that the environment has and no table knows, or
#         that is known only when the command runs. What it prints is read by the model.
#       remedy: >-
#         Let commands run in a boundary (`hook.enclose`), or name the variable in `run.env` when commands may have
#         it.
#     exec/strict/writing:
#       title: Files outside of the working directory
#       description: >-
#         The command reads or writes outside of the working directory and /tmp, or changes files that other
#         programs obey later, such as `.bashrc` or `.git/hooks`.
#       remedy: >-
#         Write below the working directory, or add the folder to `exec.allowedRoots`.
package skillctl.pages.exec.strict
