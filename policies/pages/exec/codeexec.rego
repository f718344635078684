# METADATA
# title: Reasons of code execution
# description: >-
#   What profile `codeexec` says of commands and code, by id.
# custom:
#   pages:
#     exec/codeexec/allowed:
#       title: Code may run
#       description: >-
#         Everything that the code or command uses is on the lists of `codeExec`.
#       remedy: >-
#         Nothing has to be done.
#     exec/codeexec/code:
#       title: Program runs something else
#       description: >-
#         The command makes a program run a text or a program that is not on the list or cannot be read, so the
#         list would not hold.
#       remedy: >-
#         Run it as a separate command, or write the script into the command.
#     exec/codeexec/config:
#       title: Settings for packages are incomplete
#       description: >-
#         A package manager may be used, but the list of packages, the domains or the network that it needs are
#         not set.
#       remedy: >-
#         Fill in the setting that the message names, or switch the package manager off.
#     exec/codeexec/denied:
#       title: Command is denied
#       description: >-
#         The command is on `codeExec.bash.deniedCommands`, which overrides every allow-list.
#       remedy: >-
#         Remove it from `codeExec.bash.deniedCommands`, or do without the command.
#     exec/codeexec/enabled:
#       title: Code execution is switched off
#       description: >-
#         The setting `codeExec.enabled` is false, so no code runs.
#       remedy: >-
#         Set `codeExec.enabled` to true if code is to run.
#     exec/codeexec/environment:
#       title: Variable changes which code runs
#       description: >-
#         Some variables, such as PATH or LD_PRELOAD, decide which program or library is loaded: who sets them
#         gets around the list.
#       remedy: >-
#         Remove the assignment.
#     exec/codeexec/install:
#       title: Package may not be installed
#       description: >-
#         Packages bring code along. Only packages that the settings list, from where the settings say and in a
#         form that can be checked, are installed.
#       remedy: >-
#         List the package in the setting that the message names, with a version.
#     exec/codeexec/language:
#       title: Language is not allowed
#       description: >-
#         Code in this language is not in `codeExec.languages`.
#       remedy: >-
#         Add the language to `codeExec.languages`, or use one that is listed.
#     exec/codeexec/program:
#       title: Program is not on the list
#       description: >-
#         The command starts a program that `codeExec.bash.allowedCommands` does not name, or one whose name is
#         known only when it runs.
#       remedy: >-
#         Add the program to `codeExec.bash.allowedCommands`, and write its name literally.
#     exec/codeexec/security:
#       title: Nothing may run
#       description: >-
#         The setting `exec.security` is "deny": it refuses every command, whatever else the settings say.
#       remedy: >-
#         Set `exec.security` to "allowlist" if commands are to run.
#     exec/codeexec/unread:
#       title: Command was not read whole
#       description: >-
#         What could not be read completely is not allowed: it may contain anything.
#       remedy: >-
#         Write the command more simply, or correct the mistake that the message names.
#     exec/codeexec/write:
#       title: Write outside of the folders for output
#       description: >-
#         The command writes outside of the output folder and of its working directory, or opens a network
#         connection by a redirect.
#       remedy: >-
#         Write below `codeExec.outputDir` or the working directory.
package skillctl.pages.exec.codeexec
