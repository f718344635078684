# METADATA
# title: Reasons of ZeroClaw
# description: >-
#   What profile `zeroclaw` says of commands, by id.
# custom:
#   pages:
#     exec/zeroclaw/allowed:
#       title: ZeroClaw would run it
#       description: >-
#         No gate of ZeroClaw stops this command.
#       remedy: >-
#         Nothing has to be done.
#     exec/zeroclaw/approval-required-high:
#       title: High-risk command needs an approval
#       description: >-
#         At level `supervised` ZeroClaw asks a person before it runs a command of high risk.
#       remedy: >-
#         Approve the command, or choose one that changes less.
#     exec/zeroclaw/approval-required-medium:
#       title: Medium-risk command needs an approval
#       description: >-
#         The setting `zeroclaw.require_approval_for_medium_risk` makes ZeroClaw ask before commands of medium
#         risk.
#       remedy: >-
#         Approve the command, or change the setting.
#     exec/zeroclaw/autonomy-readonly:
#       title: Level readonly
#       description: >-
#         At level `readonly` ZeroClaw runs no command at all.
#       remedy: >-
#         Set `zeroclaw.level` to "supervised" if commands are to run.
#     exec/zeroclaw/background-ampersand:
#       title: Command in the background
#       description: >-
#         A single `&` starts a command that goes on unwatched; ZeroClaw refuses it.
#       remedy: >-
#         Write `&&`, or one line for each command.
#     exec/zeroclaw/backtick:
#       title: Backticks
#       description: >-
#         Backticks run a command inside of another; ZeroClaw refuses them everywhere, also in single quotes.
#       remedy: >-
#         Write the command without backticks.
#     exec/zeroclaw/empty-command:
#       title: No command
#       description: >-
#         There is nothing to run in the text.
#       remedy: >-
#         Give at least one command.
#     exec/zeroclaw/forbidden-path:
#       title: Path is forbidden
#       description: >-
#         An argument leads to a place that ZeroClaw keeps commands away from: a forbidden path, or one outside of
#         the workspace.
#       remedy: >-
#         Use paths below the workspace, or change the setting that the message names.
#     exec/zeroclaw/high-risk-blocked:
#       title: High-risk command is blocked
#       description: >-
#         The command is one that deletes, fetches or changes the system, and `zeroclaw.block_high_risk_commands`
#         refuses those that no entry names.
#       remedy: >-
#         Name the program in `zeroclaw.allowed_commands` ("*" is not enough), or set
#         `zeroclaw.block_high_risk_commands` to false.
#     exec/zeroclaw/input-redirect:
#       title: Input redirect
#       description: >-
#         ZeroClaw refuses `<`: it would read a file that the allow-list does not see.
#       remedy: >-
#         Name the file as an argument.
#     exec/zeroclaw/level:
#       title: Level is not known
#       description: >-
#         The setting `zeroclaw.level` has to be readonly, supervised or full.
#       remedy: >-
#         Correct `zeroclaw.level`.
#     exec/zeroclaw/no-shell-access:
#       title: Runtime has no shell
#       description: >-
#         The configured runtime of ZeroClaw cannot run commands.
#       remedy: >-
#         Set `zeroclaw.runtime_has_shell`, or choose another runtime.
#     exec/zeroclaw/not-in-allowlist:
#       title: Program is not on the allow-list
#       description: >-
#         The first word of each part of a command has to be in `zeroclaw.allowed_commands`.
#       remedy: >-
#         Add the program to `zeroclaw.allowed_commands`.
#     exec/zeroclaw/output-redirect:
#       title: Output redirect
#       description: >-
#         ZeroClaw refuses `>`: it would write a file that the allow-list does not see. /dev/null is allowed.
#       remedy: >-
#         Let the program write the file itself.
#     exec/zeroclaw/powershell-batch-file:
#       title: Batch file
#       description: >-
#         Batch files are run by another program than PowerShell, by other rules.
#       remedy: >-
#         Name a program instead.
#     exec/zeroclaw/powershell-executable:
#       title: Not the plain name of a command
#       description: >-
#         In PowerShell ZeroClaw reads only plain names of commands.
#       remedy: >-
#         Write the name of the command without paths and variables.
#     exec/zeroclaw/powershell-grammar:
#       title: PowerShell that is not read
#       description: >-
#         ZeroClaw reads simple commands, quoted or plain arguments and pipelines, and nothing else of PowerShell.
#       remedy: >-
#         Write it as simple commands.
#     exec/zeroclaw/powershell-provider-argument:
#       title: Drive of a provider
#       description: >-
#         An argument names a drive such as `env:`, which is no file.
#       remedy: >-
#         Leave the argument out.
#     exec/zeroclaw/powershell-variable:
#       title: PowerShell variable that is not read
#       description: >-
#         ZeroClaw reads `$Name` and `$Name.Property` alone.
#       remedy: >-
#         Write the value itself.
#     exec/zeroclaw/process-substitution:
#       title: Process substitution
#       description: >-
#         `<(` and `>(` run a command inside of another; ZeroClaw refuses them.
#       remedy: >-
#         Write each command on its own.
#     exec/zeroclaw/protected-path:
#       title: Files of ZeroClaw itself
#       description: >-
#         The command would change configuration or state of ZeroClaw, and so what it allows.
#       remedy: >-
#         Change such files by hand or with the tools for them.
#     exec/zeroclaw/rate-limit:
#       title: Too many actions in an hour
#       description: >-
#         The number of actions in the last hour has reached `zeroclaw.max_actions_per_hour`.
#       remedy: >-
#         Wait, or raise `zeroclaw.max_actions_per_hour`.
#     exec/zeroclaw/security:
#       title: Nothing may run
#       description: >-
#         The setting `exec.security` is "deny": it refuses every command, whatever else the settings say.
#       remedy: >-
#         Set `exec.security` to "allowlist" if commands are to run.
#     exec/zeroclaw/tee:
#       title: tee
#       description: >-
#         `tee` writes a file that the allow-list does not see; ZeroClaw refuses it.
#       remedy: >-
#         Write the command without `tee`.
#     exec/zeroclaw/unread:
#       title: Command was not read whole
#       description: >-
#         What could not be read completely is not allowed: it may contain anything.
#       remedy: >-
#         Make the command shorter, or correct the mistake in its syntax.
#     exec/zeroclaw/unsafe-args:
#       title: Unsafe arguments
#       description: >-
#         Some arguments make a harmless program run another one (`find -exec`, `git -c`); ZeroClaw refuses them.
#       remedy: >-
#         Leave out the argument that the message names.
#     exec/zeroclaw/variable-or-command-expansion:
#       title: Variable or command in the text
#       description: >-
#         ZeroClaw refuses `$`: what it stands for is known only when the command runs.
#       remedy: >-
#         Write the value itself; `$` counts in double quotes, too.
package skillctl.pages.exec.zeroclaw
