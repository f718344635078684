# METADATA
# title: Reasons about what is installed
# description: >-
#   What `skillctl gate`, `install` and `update` say of the files of a skill, its name and its dependencies, by id.
# custom:
#   pages:
#     install/content/binary:
#       title: Package contains compiled code
#       description: >-
#         Machine code or bytecode cannot be reviewed as a script can.
#       remedy: >-
#         Ship the source, or set `install.content.binaries` if you trust where it comes from.
#     install/content/git:
#       title: Repository in the package
#       description: >-
#         A repository in a package brings settings and hooks that Git obeys where it is installed.
#       remedy: >-
#         Export the files without it (`git archive`), or install the checkout with `skillctl install`, which
#         leaves it out.
#     install/content/hidden:
#       title: Code in a hidden file
#       description: >-
#         Code in a file whose name begins with a dot is not shown by most listings, so reviewers miss it.
#       remedy: >-
#         Rename the file, or set `install.content.hidden` if it is right.
#     install/content/hook:
#       title: Enabled Git hook
#       description: >-
#         Git runs enabled hooks by itself.
#       remedy: >-
#         Remove the folder .git from the package.
#     install/content/link:
#       title: Link leads out of the package
#       description: >-
#         What a link out of the package leads to is not part of what was judged, and may change.
#       remedy: >-
#         Replace the link by a copy of its target.
#     install/content/setuid:
#       title: File runs with the rights of its owner
#       description: >-
#         A file with this mode runs with the rights of its owner, whoever starts it.
#       remedy: >-
#         Run `chmod u-s,g-s` on the file.
#     install/content/special:
#       title: Device, pipe or socket in the package
#       description: >-
#         A package consists of files, folders and links only; reading anything else may block or do something.
#       remedy: >-
#         Remove it.
#     install/content/unjudged:
#       title: Files were not judged
#       description: >-
#         There are files that no rule was asked about. That should not happen, so it is refused.
#       remedy: >-
#         Report it as a bug, with what was to be installed.
#     install/content/unread:
#       title: Part of the package was not read
#       description: >-
#         What was not read was not checked: too large, too many files, or not readable.
#       remedy: >-
#         Make all of it readable: text in UTF-8, in plain files of moderate size. Or set `install.content.unread` if
#         you have looked at it yourself.
#     install/content/verdict:
#       title: Lint found problems
#       description: >-
#         `skillctl lint` gives the skill a verdict that does not let it be installed: a finding is serious, or
#         part of the skill was not read. The findings themselves stand beside this reason.
#       remedy: >-
#         Run `skillctl lint` on the folder, and correct what it reports; `skillctl explain RULE` explains each
#         finding. A finding that is wrong can be suppressed in the settings, with a reason and an owner.
#     install/content/writable:
#       title: Every user can change the files
#       description: >-
#         Every user of this machine can change what was judged, after it was judged.
#       remedy: >-
#         Run `chmod -R o-w` on the folder.
#     install/dependency/broken:
#       title: Installer does not work
#       description: >-
#         The installer of the skill would fail or do something else than it says.
#       remedy: >-
#         Correct the installer in the manifest; the message says what is wrong.
#     install/dependency/denied:
#       title: Dependency is denied
#       description: >-
#         The settings deny this dependency by name.
#       remedy: >-
#         Do without it, or remove it from `install.dependencies.deny`.
#     install/dependency/dropped:
#       title: Installer is unknown
#       description: >-
#         The agent drops this installer when it reads the manifest, so nothing is installed by it.
#       remedy: >-
#         Correct the installer in the manifest.
#     install/dependency/host:
#       title: Download from a domain that is not allowed
#       description: >-
#         A download from a domain that nobody listed, from this machine or from a bare address can be anything.
#       remedy: >-
#         Add the domain to `install.dependencies.hosts` if it is trusted.
#     install/dependency/insecure:
#       title: Download without encryption
#       description: >-
#         Whoever is on the network can change a download without encryption.
#       remedy: >-
#         Use https.
#     install/dependency/kind:
#       title: Kind of installer that is not allowed
#       description: >-
#         The settings allow some kinds of installers only (`install.dependencies.kinds`).
#       remedy: >-
#         Use another kind, or add this one to the setting.
#     install/dependency/name:
#       title: Dependency is not on the allow-list
#       description: >-
#         The settings list the dependencies that may be installed (`install.dependencies.allow`); this is none of
#         them.
#       remedy: >-
#         Add it to the list if it is trusted.
#     install/dependency/tap:
#       title: Formula is not from Homebrew itself
#       description: >-
#         A formula from another tap is code that Homebrew has not reviewed.
#       remedy: >-
#         Use the formula of Homebrew itself, or set `install.dependencies.taps`.
#     install/dependency/undeclared:
#       title: Installer is not in the manifest
#       description: >-
#         The agent wants to run an installer that the manifest does not have: it may have changed since the agent
#         read it.
#       remedy: >-
#         Look at the manifest, and try again.
#     install/dependency/unhashed:
#       title: Download without a checksum
#       description: >-
#         Without a checksum the download can be exchanged for another file.
#       remedy: >-
#         Add its sha256 to the manifest.
#     install/dependency/unknown:
#       title: Installer of a skill that has none
#       description: >-
#         The agent wants to run an installer of an installed skill, but the skill has none of this name.
#       remedy: >-
#         Install the skill again, or correct the id of the installer.
#     install/dependency/unpinned:
#       title: Dependency without a fixed version
#       description: >-
#         Without a fixed version something else can be installed every day.
#       remedy: >-
#         Write a version; the hint shows how.
#     install/growth/environment:
#       title: More variables than the lock file has
#       description: >-
#         The update needs variables that the locked version did not need.
#       remedy: >-
#         Review the change, and lock it again with `skillctl lock write` if it is right.
#     install/growth/hosts:
#       title: More domains than the lock file has
#       description: >-
#         The update calls domains that the locked version did not call.
#       remedy: >-
#         Review the change, and lock it again with `skillctl lock write` if it is right.
#     install/growth/paths:
#       title: More paths than the lock file has
#       description: >-
#         The update uses places of this machine that the locked version did not use.
#       remedy: >-
#         Review the change, and lock it again with `skillctl lock write` if it is right.
#     install/growth/programs:
#       title: More programs than the lock file has
#       description: >-
#         The update runs programs that the locked version did not run.
#       remedy: >-
#         Review the change, and lock it again with `skillctl lock write` if it is right.
#     install/growth/signature:
#       title: Signature is gone
#       description: >-
#         The locked version is signed, this one is not: it may come from somebody else.
#       remedy: >-
#         Ask its author why, or fetch it from where it is signed.
#     install/growth/signer:
#       title: Not signed by the locked signer
#       description: >-
#         The locked version is signed by somebody else than this one.
#       remedy: >-
#         Ask the signer; remove the signer from the lock file if this is right.
#     install/growth/tools:
#       title: More tools than the lock file has
#       description: >-
#         The update defines tools that the locked version did not have.
#       remedy: >-
#         Review the change, and lock it again with `skillctl lock write` if it is right.
#     install/names/invalid:
#       title: Name is not valid
#       description: >-
#         The agent would load it under a name that is not one, or that commands cannot use.
#       remedy: >-
#         Use lower-case letters, digits and hyphens.
#     install/names/lookalike:
#       title: Name looks like that of another skill
#       description: >-
#         People take one name for the other, and so one skill for another.
#       remedy: >-
#         Choose a name that cannot be confused with it.
#     install/names/mismatch:
#       title: Installed and loaded under different names
#       description: >-
#         It would be installed under one name and loaded under another, so nobody finds it again.
#       remedy: >-
#         Install it under its own name, or check that this is the skill you want.
#     install/names/shadowing:
#       title: Name is already used by another skill
#       description: >-
#         Of two skills with one name the agent loads only one: the new skill would take the place of the other,
#         or never be loaded.
#       remedy: >-
#         Give it another name in its manifest, and install it under that name. For an agent other than OpenClaw
#         say which one it is for: --agent of install, --dialect of gate.
#     install/names/target:
#       title: Name of the folder cannot be used
#       description: >-
#         The name that it would be installed under is not safe as the name of a folder, or is taken.
#       remedy: >-
#         Choose another name.
package skillctl.pages.install.content
