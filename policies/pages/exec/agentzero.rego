# METADATA
# title: Reasons of Agent Zero
# description: >-
#   What profile `agentzero` says of commands, by id.
# custom:
#   pages:
#     exec/agentzero/allowed:
#       title: Agent Zero would run it
#       description: >-
#         No gate of Agent Zero stops this call, so profile `agentzero` allows it.
#       remedy: >-
#         Nothing has to be done. `skillctl exec --explain` shows how the call was read.
#     exec/agentzero/bad-runtime:
#       title: Runtime does not exist
#       description: >-
#         Agent Zero knows only the runtimes that the message lists; it refuses a call that names another.
#       remedy: >-
#         Name one of the runtimes in the message.
#     exec/agentzero/bad-session:
#       title: Session is not a number
#       description: >-
#         Agent Zero counts its sessions: a session has to be an integer.
#       remedy: >-
#         Give the session as a number, such as 0.
#     exec/agentzero/browser:
#       title: Browser outside of the browser tool
#       description: >-
#         Agent Zero keeps browsers to its browser tool, where pages are watched. Code that starts one itself is
#         refused.
#       remedy: >-
#         Use the browser tool. If this starts no browser, write it without the words that the message marks.
#     exec/agentzero/exec-disabled:
#       title: Execution is switched off
#       description: >-
#         The setting `agentzero.execEnabled` is false, so no code and no command runs.
#       remedy: >-
#         Set `agentzero.execEnabled` to true if code is to run.
#     exec/agentzero/missing-field:
#       title: Call lacks a field
#       description: >-
#         The runtime needs a field that the call does not have, such as the code to run.
#       remedy: >-
#         Add the field that the message names.
#     exec/agentzero/no-running-session:
#       title: No session waits for input
#       description: >-
#         The runtime `input` writes into a session that is running; there is none.
#       remedy: >-
#         Start a command in that session first, or use the runtime `terminal`.
#     exec/agentzero/no-session:
#       title: Session does not exist
#       description: >-
#         The setting `agentzero.accessMode` gives read access only: what is in a session can be read and reset, but no
#         session is opened.
#       remedy: >-
#         Name a session that is open, or set `agentzero.accessMode` to "read_write".
#     exec/agentzero/security:
#       title: Nothing may run
#       description: >-
#         The setting `exec.security` is "deny": it refuses every command, whatever else the settings say.
#       remedy: >-
#         Set `exec.security` to "allowlist" if commands are to run.
#     exec/agentzero/unread:
#       title: Code was not read whole
#       description: >-
#         What could not be read completely is not allowed: it may contain anything.
#       remedy: >-
#         Make the code shorter, or correct the mistake that the message names.
#     exec/agentzero/write-disabled-read-only:
#       title: Read-only access
#       description: >-
#         The setting `agentzero.accessMode` gives read access only, and this runtime can write.
#       remedy: >-
#         Set `agentzero.accessMode` to "read_write" if code may change files.
package skillctl.pages.exec.agentzero
