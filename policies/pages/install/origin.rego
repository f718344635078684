# METADATA
# title: Reasons about origins
# description: >-
#   What `skillctl gate`, `install` and `update` say of where a skill comes from and who signed it, by id.
# custom:
#   pages:
#     install/origin/class:
#       title: Origin that the settings do not allow
#       description: >-
#         `install.origins` says for each kind of origin whether it may be installed from.
#       remedy: >-
#         Install it from another origin, or change `install.origins`.
#     install/origin/contradiction:
#       title: Origin and source contradict each other
#       description: >-
#         The request says two different things about where it comes from.
#       remedy: >-
#         Report it to the author of the agent, or install it with `skillctl install`.
#     install/origin/insecure:
#       title: Fetched without encryption
#       description: >-
#         Anybody on the network can change what is fetched without encryption.
#       remedy: >-
#         Use https or ssh.
#     install/origin/known:
#       title: Origin is known
#       description: >-
#         It comes from an origin that the settings allow.
#       remedy: >-
#         Nothing has to be done.
#     install/origin/mutable:
#       title: Version is not fixed
#       description: >-
#         A branch, or an address without a version, can have other content tomorrow.
#       remedy: >-
#         Name a commit, a tag that the lock file pins, or a version.
#     install/origin/network:
#       title: Fetched from the network
#       description: >-
#         The setting `install.network` restricts what is fetched from a network.
#       remedy: >-
#         Download it yourself and install the folder, or change `install.network`.
#     install/origin/plugin:
#       title: Plugins run with all rights of the agent
#       description: >-
#         A plugin runs inside the agent, with all its rights; `install.plugins` says whether that is allowed.
#       remedy: >-
#         Install a skill instead, or change `install.plugins`.
#     install/origin/registry:
#       title: Registry is not allowed
#       description: >-
#         The settings list the registries that are allowed (`install.registries`).
#       remedy: >-
#         Use one of these, or add the registry.
#     install/origin/repository:
#       title: Repository is not allowed
#       description: >-
#         The settings list the repositories that are allowed (`install.repositories`).
#       remedy: >-
#         Use one of these, or add the repository.
#     install/origin/unknown:
#       title: Unknown origin
#       description: >-
#         What comes from nowhere known is not installed.
#       remedy: >-
#         Update skillctl if the agent is newer.
#     install/origin/unscanned:
#       title: Registry has not scanned it
#       description: >-
#         The registry has not scanned this version, or found something in it.
#       remedy: >-
#         Wait for the scan, or review it yourself and change `install.unscanned`.
#     install/signature/ignored:
#       title: File that the signature leaves out
#       description: >-
#         The signer left this file out, so nobody vouches for it.
#       remedy: >-
#         Remove it; `skillctl install` leaves it out.
#     install/signature/invalid:
#       title: Signature does not match the files
#       description: >-
#         The files are not those that were signed.
#       remedy: >-
#         Download it again from the signer.
#     install/signature/missing:
#       title: No trusted signature
#       description: >-
#         `install.signature.need` wants a signature by a trusted signer.
#       remedy: >-
#         Ask the author to sign it, or add the signer's key to `install.signature`.
#     install/signature/verified:
#       title: Signed
#       description: >-
#         It is signed by a signer that the settings trust.
#       remedy: >-
#         Nothing has to be done.
package skillctl.pages.install.origin
