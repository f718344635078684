# METADATA
# title: Reasons about requests
# description: >-
#   What `skillctl gate`, `install`, `update` and `remove` say of a request and its settings, by id.
# custom:
#   pages:
#     install/doctor/content:
#       title: Test request with content
#       description: >-
#         An agent tests its policy with an empty folder. A request that claims to be such a test and has content
#         tries to get around the policy.
#       remedy: >-
#         Install it under its own origin.
#     install/doctor/probe:
#       title: Test of the policy
#       description: >-
#         This is the agent's test of its policy, with an empty folder, and is allowed.
#       remedy: >-
#         Nothing has to be done.
#     install/failure:
#       title: Package could not be judged
#       description: >-
#         Something failed while it was judged: a folder that cannot be read, or a policy that failed. What is not
#         judged is not installed.
#       remedy: >-
#         Correct what the message names, and try again.
#     install/intel/listed:
#       title: Known to be bad
#       description: >-
#         Where it comes from, its name, or a package that it brings along is on the list that `skillctl intel` has
#         taken in: somebody who is trusted has looked at just that, and says why.
#       remedy: >-
#         Do not install it. `skillctl intel show` says whose list that is, and when it was made.
#     install/list/denied-digest:
#       title: Content is denied
#       description: >-
#         Exactly this content is denied by the settings.
#       remedy: >-
#         Do not install it; it is denied in `install.deny.digests`.
#     install/list/denied-name:
#       title: Name is denied
#       description: >-
#         The settings deny this name (`install.deny.names`).
#       remedy: >-
#         Do not install it, or correct the list.
#     install/list/denied-publisher:
#       title: Publisher is denied
#       description: >-
#         The settings deny this publisher (`install.deny.publishers`).
#       remedy: >-
#         Do not install it, or correct the list.
#     install/list/denied-repository:
#       title: Repository is denied
#       description: >-
#         The settings deny this repository (`install.deny.repositories`).
#       remedy: >-
#         Do not install it, or correct the list.
#     install/list/name:
#       title: Name is not on the allow-list
#       description: >-
#         The settings list the names that may be installed (`install.allow`); this is none of them.
#       remedy: >-
#         Add it to the list if it is trusted.
#     install/list/publisher:
#       title: Publisher is not on the allow-list
#       description: >-
#         The settings list the publishers that are trusted (`install.publishers`); this is none of them, or none
#         is known.
#       remedy: >-
#         Add the publisher, or the repository to `install.repositories`, if it is trusted.
#     install/more:
#       title: More findings
#       description: >-
#         There are more findings than the protocol has room for. They are not stricter than the others.
#       remedy: >-
#         Clear the others first, or run `skillctl gate PATH` to see all.
#     install/openclaw/warning:
#       title: Agent cannot show warnings
#       description: >-
#         This version of OpenClaw cannot show warnings, so they count as what `install.openclaw.warnAs` says.
#       remedy: >-
#         Update OpenClaw to 2026.8.1 or later, which asks its user.
#     install/request/content:
#       title: Kind of content is not known
#       description: >-
#         The request says of a plugin's content something that skillctl does not know.
#       remedy: >-
#         Update skillctl if the agent is newer.
#     install/request/empty:
#       title: Folder is empty
#       description: >-
#         There is nothing to install.
#       remedy: >-
#         Name the folder that has the skill.
#     install/request/file:
#       title: File instead of a folder
#       description: >-
#         A skill or plugin is a folder; here is a file.
#       remedy: >-
#         Name the folder.
#     install/request/kind:
#       title: Kind of request is not known
#       description: >-
#         The request asks for an installation of a kind that does not fit what is installed.
#       remedy: >-
#         Update skillctl if the agent is newer.
#     install/request/linked:
#       title: Link instead of a folder
#       description: >-
#         A link is not judged: what it leads to can be exchanged afterwards.
#       remedy: >-
#         Name the folder itself.
#     install/request/manifest:
#       title: No manifest in the folder
#       description: >-
#         A folder without SKILL.md and SKILL.toml is no skill.
#       remedy: >-
#         Name the folder that holds the manifest.
#     install/request/missing:
#       title: Nothing at the requested path
#       description: >-
#         There is nothing at the path, so nothing can be judged.
#       remedy: >-
#         Try again; if it fails again, the agent moves or removes the folder too early.
#     install/request/mode:
#       title: Mode is not known
#       description: >-
#         A request installs or updates; this says neither.
#       remedy: >-
#         Update skillctl if the agent is newer.
#     install/request/path:
#       title: No absolute path in the request
#       description: >-
#         Without an absolute path it is not known what would be installed.
#       remedy: >-
#         Report it to the author of the agent.
#     install/request/path-kind:
#       title: Path is of another kind than requested
#       description: >-
#         The request says file and it is a folder, or the other way round.
#       remedy: >-
#         Try again; it may have been exchanged.
#     install/request/plugin:
#       title: Request does not say what of a plugin
#       description: >-
#         A request about a plugin has to say what of it is to be judged.
#       remedy: >-
#         Update skillctl if the agent is newer.
#     install/request/ruler:
#       title: Settings of the gate are part of the package
#       description: >-
#         A package may not bring the settings, policies or keys that judge it.
#       remedy: >-
#         Keep settings, policies and keys of the gate elsewhere.
#     install/request/target:
#       title: Neither skill nor plugin
#       description: >-
#         The gate judges skills and plugins.
#       remedy: >-
#         Update skillctl if the agent is newer.
#     install/request/unreadable:
#       title: Package cannot be read
#       description: >-
#         What cannot be read cannot be judged.
#       remedy: >-
#         Let the user that runs skillctl read it, and fix what the message names.
#     install/silence:
#       title: No policy answers
#       description: >-
#         No policy allows this installation. What nobody allows is denied.
#       remedy: >-
#         Check the request; if it is right, report it as a bug.
#     install/tool/insecure:
#       title: Tool calls an address without encryption
#       description: >-
#         The tool calls an address without encryption: anybody on the network can read and change it.
#       remedy: >-
#         Use https.
#     install/tool/outside:
#       title: Script of a tool is outside the package
#       description: >-
#         A script outside of the package was not judged with it.
#       remedy: >-
#         Put the script into the package.
#     remove/asked:
#       title: Removed on request
#       description: >-
#         Somebody asked for the skill to be removed; the record says who.
#       remedy: >-
#         Nothing has to be done.
package skillctl.pages.install.request
