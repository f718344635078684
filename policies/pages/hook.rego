# METADATA
# title: Reasons of answers to agents
# description: >-
#   What `skillctl hook` says, by id, besides the reasons of commands.
# custom:
#   pages:
#     hook/approved:
#       title: Person has approved the call
#       description: >-
#         A person was asked about this call: in the dialog of the client, or in another terminal, where
#         `skillctl approvals answer` says yes or no. A yes holds once, and for exactly this. Where nobody answers in
#         time, it is a no.
#       remedy: >-
#         Name the tool in `hook.tools` of the settings, if it is not to be asked about again; approve a command for
#         always (`--always`); have the hook wait longer (`skillctl setup --timeout`).
#     hook/argument:
#       title: Argument of a server's tool leads to another machine
#       description: >-
#         A tool of a server is called with an address whose host the settings do not name, or cannot be read. What the
#         tool does with it is not known: an address can carry away what the model knows, and what it gives is read as
#         instructions. Hosts of the network around this machine answer to whoever asks from here.
#       remedy: >-
#         Name the host in `hook.hosts` of the settings, or write the address whole.
#     hook/called:
#       title: skillctl is called the wrong way
#       description: >-
#         A flag or the name of the agent is wrong. The agent would take another answer for a yes.
#       remedy: >-
#         Correct the line in the agent's configuration; `skillctl hook --help` lists the agents.
#     hook/described:
#       title: Server tells a model something that nobody has accepted
#       description: >-
#         Names, descriptions and schemas of a server's tools enter the model's prompt, and work there as instructions.
#         `skillctl mcp proxy` shows what is as it was accepted. What is seen for the first time is taken where lint
#         objects to nothing in it.
#       remedy: >-
#         `skillctl mcp accept SERVER` shows what has changed, and asks.
#     hook/enclose:
#       title: Command cannot be put into a boundary
#       description: >-
#         `hook.enclose` wants each command of an agent to run inside a boundary. This agent runs what it has, whatever
#         a hook answers.
#       remedy: >-
#         Run the command with `skillctl exec`, or take `hook.enclose` back for this agent.
#     hook/event:
#       title: Event is not asked about
#       description: >-
#         The agent sent an event that is none of those before a tool is called, so nothing can be decided.
#       remedy: >-
#         Configure the hook for the event that the agent sends before it calls a tool.
#     hook/failure:
#       title: skillctl could not decide
#       description: >-
#         Settings, policies, approvals or the record cannot be used. Without them nothing is allowed.
#       remedy: >-
#         The message says what is wrong; `skillctl exec --explain -- ls` in the same folder says it again.
#     hook/fetch:
#       title: Address is fetched
#       description: >-
#         An address can carry away what the model knows, and what it gives is read as instructions. Hosts of this
#         machine and of the network around it answer to whoever asks.
#       remedy: >-
#         Name the host in `hook.hosts` of the settings.
#     hook/field:
#       title: Field of a tool is not known
#       description: >-
#         The tool was called with a field that changes what it does in a way that skillctl does not know.
#       remedy: >-
#         Leave the field out, or name the tool in `hook.tools` of the settings.
#     hook/missing:
#       title: Call lacks what the tool is for
#       description: >-
#         There is no command, file, address or skill in the call, so there is nothing to judge.
#       remedy: >-
#         Call the tool with it.
#     hook/plain:
#       title: Tool changes nothing
#       description: >-
#         The tool neither runs anything nor reaches files or hosts.
#       remedy: >-
#         Nothing has to be done.
#     hook/read:
#       title: Event cannot be understood
#       description: >-
#         The event is no JSON, is too large, or lacks the tool or the working folder.
#       remedy: >-
#         Check that the hook names the agent that calls it.
#     hook/request:
#       title: Server asks something of its client
#       description: >-
#         A server may ask for folders (roots), for answers of the model (sampling) or of the person (elicitation). What
#         it asks comes from outside, and looks as if it came from the client.
#       remedy: >-
#         Name the request in `hook.serverRequests` of the settings, if the server needs it.
#     hook/silence:
#       title: No policy answers
#       description: >-
#         Nothing says yes or no to the call, so it is denied.
#       remedy: >-
#         Report it: every call should have an answer.
#     hook/skill:
#       title: Skill is to be used
#       description: >-
#         Lint judges the skill before the agent reads it. One that was not found was not read.
#       remedy: >-
#         Run `skillctl lint` on the skill, and fix or remove it.
#     hook/time:
#       title: Deciding took too long
#       description: >-
#         The agent would let the call pass when its hook takes too long, so skillctl refuses it before.
#       remedy: >-
#         Try again; `--timeout` allows more, and the agent's own limit has to be longer.
#     hook/tool:
#       title: Tool is not known
#       description: >-
#         skillctl does not know what the tool does: it is a tool of a server, of a plugin, or a new one.
#       remedy: >-
#         Name it in `hook.tools` of the settings.
#     hook/typed:
#       title: Program runs what is typed into it
#       description: >-
#         The agent types into a running program without asking, so a shell or an interpreter that waits for
#         input is a way around every later decision.
#       remedy: >-
#         Run commands one by one, and code from a file.
package skillctl.pages.hook
