# Agents that ask skillctl before they call a tool, and what takes away from that.
package skillctl.doctor

# Who has one agent ask means all of them.
weights["agents/absent"] := {"fault": "medium"}

# A hook that fails, or is not trusted, lets everything through.
weights["agents/hook"] := {"fault": "high"}

weights["agents/off"] := {"fault": "critical"}

# An agent passes over such a file in silence.
weights["agents/unread"] := {"fault": "medium"}

# A question becomes a refusal, which is no hole.
weights["agents/unasked"] := {"fault": "low"}

weights["agents/unfenced"] := {"fault": "medium"}

# Most hooks rewrite nothing; it is not known of this one.
weights["agents/other"] := {"fault": "low"}

# One that refuses everything is no hole, and of no use.
weights["agents/proof"] := {"fault": "critical", "slow": "medium", "refused": "medium"}
