# Files and folders that others can change or read.
package skillctl.doctor

# Who can write there commands the agent, or skillctl itself. What could not be looked
# at may be sound.
weights["files/state-writable"] := {"fault": "critical", "unseen": "medium"}

weights["files/config-writable"] := {"fault": "critical", "unseen": "medium"}

weights["skills/writable"] := {"fault": "critical", "unseen": "medium"}

weights["skillctl/writable"] := {"fault": "critical", "unseen": "medium"}

weights["files/readable"] := {"fault": "medium"}

weights["skills/link-escapes"] := {"fault": "medium"}

# Nothing is decided and nothing runs until they are fixed.
weights["skillctl/settings"] := {"fault": "high"}

# An old list misses what became known since; a damaged one keeps everything from being
# judged.
weights["skillctl/intel"] := {"fault": "low", "unreadable": "high"}
