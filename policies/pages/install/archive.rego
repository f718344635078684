# METADATA
# title: Reasons about archives
# description: >-
#   What `skillctl gate`, `install` and `update` say of an archive, by id.
# custom:
#   pages:
#     install/archive/ambiguous:
#       title: Archive that programs read differently
#       description: >-
#         Two programs would unpack different files from this archive, so what was judged may not be what is
#         installed.
#       remedy: >-
#         Pack it again with a common program.
#     install/archive/bomb:
#       title: Archive that unpacks to far more
#       description: >-
#         A small archive that unpacks to far more than it is fills the disk.
#       remedy: >-
#         Pack only what the skill needs.
#     install/archive/collision:
#       title: Two entries are one file
#       description: >-
#         Names that differ only in case or in the form of a letter are one file on some systems: which content is
#         installed is not known.
#       remedy: >-
#         Rename one of the two.
#     install/archive/damaged:
#       title: Archive is damaged
#       description: >-
#         The archive is not whole, or its sums do not match.
#       remedy: >-
#         Download or pack it again.
#     install/archive/encrypted:
#       title: Archive is encrypted
#       description: >-
#         Nobody can look into it, so it cannot be judged.
#       remedy: >-
#         Pack it without a password.
#     install/archive/format:
#       title: Archive of unknown format
#       description: >-
#         skillctl takes apart tar, tar.gz and zip archives.
#       remedy: >-
#         Pack it as one of these.
#     install/archive/name:
#       title: Name that some system takes for something else
#       description: >-
#         An entry has a name such as `CON`, or one with characters that a system does not allow.
#       remedy: >-
#         Rename the entry.
#     install/archive/outside:
#       title: Entry leads out of the archive
#       description: >-
#         An entry or a link would write outside of the folder that it is unpacked to.
#       remedy: >-
#         Do not use this archive; pack it again with relative paths only.
#     install/archive/size:
#       title: Archive is too large
#       description: >-
#         It has more or larger entries than are read, or they are nested too deep.
#       remedy: >-
#         Make the package smaller.
#     install/archive/special:
#       title: Device, pipe or socket in the archive
#       description: >-
#         A package consists of files, folders and links only.
#       remedy: >-
#         Leave the entry out.
package skillctl.pages.install.archive
