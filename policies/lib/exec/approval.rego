# METADATA
# title: Approvals
# description: >-
#   What an approval that was given earlier answers, for profiles.
package skillctl.lib.exec.approval

# Where a person is to be asked each time, an approval that was once given for
# always is no answer. One for a single run is, and so is one of the moment,
# which no store has.
too_old("always") if input.request.approval.scope == "always"
