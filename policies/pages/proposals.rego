# METADATA
# title: Reasons of decisions about proposals
# description: >-
#   What `skillctl proposals` says, by id.
# custom:
#   pages:
#     proposals/add:
#       title: Anyone may propose
#       description: >-
#         A proposal changes nothing until a person applies it, so anyone may make one.
#       remedy: >-
#         Nothing has to be done.
#     proposals/approval:
#       title: A person has to consent
#       description: >-
#         The setting `skills.workshop.approvalPolicy` is "pending": a person decides what happens to proposals.
#       remedy: >-
#         Answer the question in a terminal, or have somebody do so.
#     proposals/description:
#       title: Description is missing or too long
#       description: >-
#         People decide about a proposal by its description.
#       remedy: >-
#         Give a short one with `--description`.
#     proposals/gate:
#       title: Answer of the gate
#       description: >-
#         What would be written is judged as an installation is; this is the answer.
#       remedy: >-
#         `skillctl proposals inspect ID` shows the reasons; change the proposal and make it again.
#     proposals/name:
#       title: Name cannot be used
#       description: >-
#         The name of a skill has to have letters or digits, and a limited length.
#       remedy: >-
#         Use lower-case letters, digits and hyphens, such as weekly-update.
#     proposals/open:
#       title: Proposal is pending
#       description: >-
#         The proposal waits, so it can be examined, rejected or quarantined.
#       remedy: >-
#         Nothing has to be done.
#     proposals/outside:
#       title: Target is outside of the agent's skills
#       description: >-
#         Proposals write to the folder of the agent's skills only; the path of this one leads out of it.
#       remedy: >-
#         Remove the link that leads out of the folder, or propose another name.
#     proposals/queue/full:
#       title: Queue is full
#       description: >-
#         Only a limited number of proposals may wait, so that nobody floods those who decide.
#       remedy: >-
#         Apply, reject or delete some first, or raise `skills.workshop.maxPending`.
#     proposals/silence:
#       title: No policy answers
#       description: >-
#         No policy allows this. What nobody allows is denied.
#       remedy: >-
#         Check that the action fits the state of the proposal: `skillctl proposals list`.
#     proposals/stale/changed:
#       title: Skill was changed since
#       description: >-
#         The skill is no longer what the proposal was made for; applying it would undo that change.
#       remedy: >-
#         Look at the skill, and propose the change again.
#     proposals/stale/folder:
#       title: Path is taken
#       description: >-
#         Something that is not a folder is at the path of the skill.
#       remedy: >-
#         Move it away, or propose another name.
#     proposals/stale/gone:
#       title: Skill is gone
#       description: >-
#         The skill that the proposal changes no longer exists.
#       remedy: >-
#         Propose it as a new skill.
#     proposals/stale/there:
#       title: Skill exists already
#       description: >-
#         A skill or folder of this name was made after the proposal.
#       remedy: >-
#         Propose it as a change of that skill, or under another name.
#     proposals/stale/unreadable:
#       title: Skill cannot be read
#       description: >-
#         What the proposal would change cannot be compared with what it was.
#       remedy: >-
#         Let the user that runs skillctl read the folder.
#     proposals/status:
#       title: Proposal is decided already
#       description: >-
#         Only a pending proposal can be applied, rejected or quarantined.
#       remedy: >-
#         Make the proposal again if it is still wanted.
#     proposals/target:
#       title: Target does not fit
#       description: >-
#         A change needs a skill that exists, a new skill a name that is free.
#       remedy: >-
#         Use `--update` for a skill that exists, leave it out for a new one.
#     proposals/text:
#       title: Text of the skill cannot be used
#       description: >-
#         The text is empty, is not UTF-8, has no description in its front matter, or is too long.
#       remedy: >-
#         Correct what the message names; long parts belong into files below references/.
package skillctl.pages.proposals
