# METADATA
# title: Reasons of OpenClaw
# description: >-
#   What profile `openclaw` says of commands, by id.
# custom:
#   pages:
#     exec/openclaw/environment:
#       title: Variable that OpenClaw refuses
#       description: >-
#         The request sets a variable that makes programs load or run something else, or whose name is not one.
#         OpenClaw refuses such requests.
#       remedy: >-
#         Leave the variable out of the environment of the request.
#     exec/openclaw/evaluate:
#       title: Answer of OpenClaw's rules
#       description: >-
#         How OpenClaw's own rules answer: the whole command is allowed, or it cannot be taken apart, or an
#         approval could not be tied to it.
#       remedy: >-
#         Where it is refused, write it as plain commands joined by `&&`, `||`, `;` or `|`. `skillctl exec
#         --explain --profile openclaw` shows each step.
#     exec/openclaw/host:
#       title: Placement cannot be used
#       description: >-
#         The request or the settings want the command to run in a place (sandbox, gateway, node) that is not
#         allowed or not there.
#       remedy: >-
#         Change `openclaw.host` or the request so that both name a place that exists.
#     exec/openclaw/match:
#       title: No entry of the allow-list matches
#       description: >-
#         OpenClaw runs a program without asking only when an entry of the allow-list names it and its arguments
#         fit the entry.
#       remedy: >-
#         Add the program to `exec.allowlist`; when an entry has an `argPattern`, the arguments have to match it.
#     exec/openclaw/mode:
#       title: Mode of the settings
#       description: >-
#         The settings, or the stricter of the settings and the agent's own approvals, say that nothing runs, that
#         somebody has to be asked, or that elevated requests are not available.
#       remedy: >-
#         Change the setting that the message names.
#     exec/openclaw/refuse:
#       title: OpenClaw refuses the command
#       description: >-
#         The command cannot be read, is empty, starts in a folder that does not exist, or controls OpenClaw
#         itself. OpenClaw refuses these whatever the settings say.
#       remedy: >-
#         Change what the message names.
package skillctl.pages.exec.openclaw
