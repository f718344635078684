# METADATA
# title: Reasons about plugins
# description: >-
#   What `skillctl gate`, `install` and `update` say of plugins, by id.
# custom:
#   pages:
#     install/plugin/denied:
#       title: Dependency of the plugin is denied
#       description: >-
#         The settings deny this dependency by name.
#       remedy: >-
#         Do without it, or remove it from `install.dependencies.deny`.
#     install/plugin/dependency:
#       title: Dependency from outside the registry
#       description: >-
#         A dependency that is fetched from an address instead of the registry is neither scanned nor fixed.
#       remedy: >-
#         Use a version of the registry.
#     install/plugin/extension:
#       title: Extension is outside the plugin
#       description: >-
#         An extension outside of the plugin was not judged with it.
#       remedy: >-
#         Name files of the plugin, such as ./index.js.
#     install/plugin/integrity:
#       title: Registry gives no checksum
#       description: >-
#         Without a checksum what is downloaded cannot be compared with what was judged.
#       remedy: >-
#         Use a registry that gives checksums.
#     install/plugin/metadata:
#       title: Package metadata cannot be read
#       description: >-
#         What the package runs when it is installed stands in its metadata, which cannot be read.
#       remedy: >-
#         Correct the JSON of the file, or look at it and allow it.
#     install/plugin/name:
#       title: Package has another name than requested
#       description: >-
#         The request names another package than the one that is there.
#       remedy: >-
#         Check where it comes from, and ask for it by its own name.
#     install/plugin/scripts:
#       title: Scripts run during the installation
#       description: >-
#         Scripts that run while a package is installed run before anybody could look at it.
#       remedy: >-
#         Install it without scripts, or review them and change `install.dependencies.scripts`.
#     install/plugin/server:
#       title: Server of tools that is not in the package
#       description: >-
#         The plugin starts or calls something that is not in the package, so that was not judged.
#       remedy: >-
#         Ship it in the package as text that can be read, or look at it and change
#         `install.dependencies.unjudged`.
#     install/plugin/unjudged:
#       title: Dependency that was not judged
#       description: >-
#         A dependency that is not in the package was not judged.
#       remedy: >-
#         Install the dependencies below node_modules first, or look at them and change
#         `install.dependencies.unjudged`.
package skillctl.pages.install.plugin
