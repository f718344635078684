# METADATA
# title: Reasons of decisions about commands
# description: >-
#   What `skillctl exec`, `run` and `decide` say in every profile, by id.
# custom:
#   pages:
#     approval/ID:
#       title: A person has approved it
#       description: >-
#         An approval holds for this request: the reason names who gave it, and for what.
#       remedy: >-
#         Nothing has to be done. `skillctl approvals show ID` shows the approval, `skillctl approvals revoke ID`
#         takes it back.
#     decide/failure:
#       title: skillctl failed on this line
#       description: >-
#         A mistake of skillctl, not of the request. Nothing is allowed by a failure.
#       remedy: >-
#         Report the line as a bug.
#     decide/line:
#       title: Line is not a request
#       description: >-
#         `skillctl decide` reads one JSON object a line. The line is too long or is no such object.
#       remedy: >-
#         Send one object a line; `skillctl schema export request` describes it.
#     decide/request:
#       title: Request has a mistake
#       description: >-
#         A field of the request is unknown, is missing, or has a wrong value.
#       remedy: >-
#         Correct the field that the message names; `skillctl schema export request` describes requests.
#     decide/settings:
#       title: Settings of a line cannot be used
#       description: >-
#         The settings that came with the line are no object, have a mistake, or clash with those of the operator.
#       remedy: >-
#         Correct the setting that the message names. A line can only make settings stricter.
#     exec/approvals:
#       title: Approvals
#       description: >-
#         Says why no approval applies: the store of approvals cannot be trusted, an approval was given for
#         something that has changed since, or the policies want a person to be asked each time. Also that somebody
#         has said no in another terminal (`skillctl approvals answer`), or that nobody has answered there in time.
#       remedy: >-
#         Approve the request as it is now with `skillctl approvals approve`; `skillctl approvals list` shows what was
#         approved before.
#     exec/boundary:
#       title: Boundary of the run
#       description: >-
#         A command runs only within a boundary: where, with which files, with which network. Here the settings or
#         the request ask for one that cannot be drawn or kept on this machine, or that is weaker than it looks. A
#         weaker boundary is never used instead.
#       remedy: >-
#         Change the setting that the message names. `skillctl doctor --deep` says what this machine can enforce.
#     exec/kind:
#       title: Request is of another kind
#       description: >-
#         The request asks for something that skillctl does not decide.
#       remedy: >-
#         Set `kind` to "exec"; `skillctl schema export request` describes requests.
#     exec/language:
#       title: Code in this language is restricted
#       description: >-
#         `skillctl run` judges code by the settings below `codeExec`: the language, the commands and the
#         packages.
#       remedy: >-
#         Change the setting that the message names.
#     exec/limit:
#       title: Request is too large
#       description: >-
#         The request is larger than what is read, so it could not be judged as a whole.
#       remedy: >-
#         Make the command shorter: put long text into a file.
#     exec/more:
#       title: More reasons
#       description: >-
#         There are more reasons than are shown. They are not stricter than the ones above.
#       remedy: >-
#         Clear the reasons above first; the rest appears then.
#     exec/policy:
#       title: Policies cannot be used
#       description: >-
#         A policy does not compile, failed, or took too long. Without an answer of the policies nothing is
#         allowed.
#       remedy: >-
#         Correct the policy at the place that the message names; `skillctl policy test DIR` tests a folder of
#         policies.
#     exec/session:
#       title: Sessions are switched off
#       description: >-
#         A session runs one piece of code after the other in one interpreter. `run.session.enabled` is false, so none is
#         opened, and none that is open goes on.
#       remedy: >-
#         Set `run.session.enabled` to true, or run each piece of code by itself with `skillctl run`.
#     exec/silence:
#       title: No policy answers
#       description: >-
#         The profile gave no answer to this request. What nobody allows is denied.
#       remedy: >-
#         Check the name in `exec.profile`; if it is right, report the request as a bug.
#     exec/skill:
#       title: Variables of a skill are not set
#       description: >-
#         Secrets and variables that the settings give to a skill reach a run only when they change no code and
#         when the run stays on this machine.
#       remedy: >-
#         Remove the variable from `skills.entries`, or pass it with `--env`.
#     exec/start:
#       title: Start failed
#       description: >-
#         The command was allowed, but could not be started within its boundary, or changed between the decision
#         and the start.
#       remedy: >-
#         See the message; `skillctl doctor --deep` tests the boundary.
#     exec/tools:
#       title: Agent has no tool that runs commands
#       description: >-
#         OpenClaw gives an agent only the tools that `tools.profile`, `tools.allow` and `tools.deny` of its
#         configuration leave it, its own and those of all agents. Without the tool `exec` it runs nothing, so
#         nothing is run for it here, whatever the profile is.
#       remedy: >-
#         If the agent is to run commands, change the list that the message names: the place in the configuration
#         stands beside it.
package skillctl.pages.exec.exec
