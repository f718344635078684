# The command that OpenClaw asks before it installs something: how it is configured, and how
# it answers.
package skillctl.doctor

# Every install fails.
weights["install-policy/command-refused"] := {"fault": "high"}

weights["install-policy/not-executable"] := {"fault": "high"}

# Somebody else decides what is installed.
weights["install-policy/parent-symlink"] := {"fault": "critical"}

# A file that does not exist hands nothing to anybody, but what the command does
# without it is not known.
weights["install-policy/argument-insecure"] := {"fault": "critical", "missing": "high"}

weights["install-policy/interpreter"] := {"fault": "critical"}

# Everything is installed.
weights["install-policy/absent"] := {"fault": "high", "unseen": "medium"}

# A policy that refuses too much, or that is slow, still refuses; what it leaves running
# is a burden. What was not asked is not known.
weights["install-policy/probe"] := {"fault": "high", "refused": "low", "slow": "medium", "left": "medium", "unseen": "medium"}

weights["install-policy/malformed"] := {"fault": "critical", "unseen": "medium"}

weights["install-policy/proof"] := {"fault": "high", "refused": "low", "unseen": "medium"}
