# How start files of a shell have agents start.
package skillctl.doctor

import data.skillctl.tables.setup
import data.skillctl.tables.starts

weights["agents/started"] := {"fault": "high", "unseen": "low"}

# What calls no hook asks nobody; what asks nobody is refused by the hook where it would ask.
started(start) := "high" if {
	does(start, "unhooked")
} else := "high" if {
	some pattern in starts.dangerous
	regex.match(pattern, start.words)
	not does(start, "unfenced")
	not does(start, "unasked")
} else := "medium" if {
	does(start, "unfenced")
} else := "medium" if {
	start.agent != ""
	does(start, "elsewhere")
} else := "low" if {
	does(start, "unasked")
} else := "low" if {
	does(start, "elsewhere")
} else := "none"

does(start, what) if {
	some pattern in starts.agents[start.agent][what].words
	regex.match(pattern, start.words)
}

# A variable by itself is for all of them.
does(start, what) if {
	some agent, said in starts.agents
	start.agent in {agent, ""}
	some name in start.variables
	name in said[what].variables
}

# Where its configuration is.
does(start, "elsewhere") if {
	some agent, said in setup.agents
	start.agent in {agent, ""}
	said.at.user.variable in start.variables
}

does(start, "elsewhere") if {
	start.agent != ""
	some name in start.variables
	name in starts.folders
}
