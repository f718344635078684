# Agents that ask skillctl before they call a tool, and what takes away from that.
package skillctl.doctor

# Who has one agent ask means all of them; who has none ask has nothing of skillctl at work.
# Where no agent is installed, there is none that could ask.
weights["agents/absent"] := {"fault": "medium", "none": "info"}

# A hook that fails, or is not trusted, lets everything through.
weights["agents/hook"] := {"fault": "high"}

# Whoever set it up so wanted it for a while.
weights["agents/observes"] := {"fault": "high"}

weights["agents/off"] := {"fault": "critical"}

# An agent passes over such a file in silence.
weights["agents/unread"] := {"fault": "medium"}

# A question becomes a refusal, which is no hole.
weights["agents/unasked"] := {"fault": "low"}

weights["agents/unfenced"] := {"fault": "medium"}

# Most hooks rewrite nothing; it is not known of this one.
weights["agents/other"] := {"fault": "low"}

# It may not have been at work.
weights["agents/called"] := {"fault": "info", "idle": "info"}

# One that refuses everything is no hole, and of no use.
weights["agents/proof"] := {"fault": "critical", "slow": "medium", "refused": "medium"}

# Of an agent that does not ask it is told that it does not, and no more.
excused(fact) if {
	fact.check in {"agents/off", "agents/unasked", "agents/unfenced", "agents/other"}
	fact.agent.asks == false
}

# No project, and no user, can switch off what stands in the managed configuration.
excused(fact) if {
	fact.check == "agents/off"
	fact.agent.managed
	not fact.always
}

excused(fact) if {
	fact.check == "agents/other"
	fact.agent.managed
	fact.agent.alone
}
