# METADATA
# title: Asks the model to change what agents go by
# description: >-
#   The text asks the model, in words, to write into its own instructions, memory or
#   settings, or to take away the questions that an agent asks. That holds for every
#   session, also when the skill is no longer there.
# custom:
#   code: INJ-016
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["agent-orders"]

import data.skillctl.lib.agents
import data.skillctl.lib.main
import data.skillctl.lib.orders

findings contains {
	"message": sprintf("%s: %s", [orders.shown(order), what]),
	"hint": "leave it out; say in the description what the skill sets up for the agent, and let the user write it",
	"at": {"file": order.file, "span": order.span},
	"severity": graded(severity),
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	orders.given(order)
	not orders.front(order)
	[severity, what] := judged(order)
}

graded("high") := "high" if not agents.purpose

graded("high") := "medium" if agents.purpose

graded("medium") := "medium" if not agents.purpose

judged(order) := ["high", "the questions that the agent asks are taken away"] if {
	frees(order)
	emphatic(order)
} else := ["high", "the questions that the agent asks are taken away"] if {
	frees(order)
	order.act != "run"
	main.is(order.file)
	regex.match(agents.unguarded, order.text)
	not agents.delegates
} else := ["medium", "the questions that the agent asks are taken away"] if {
	frees(order)
	not agents.delegates
} else := ["high", "the agent is to go by it from now on, and nobody is asked"] if {
	changes(order)
	order.unasked
} else := ["high", "it is kept from the user what the agent goes by from now on"] if {
	changes(order)
	orders.hidden(order)
} else := ["high", "the agent is to go by it in every session"] if {
	changes(order)
	lasting(order)
	regex.match(agents.weighty, after(order))
} else := ["medium", "the agent is to go by it in every session"] if {
	changes(order)
	lasting(order)
	orders.pressing(order)
} else := ["medium", "instructions of agents or other skills are removed"] if {
	order.act == "delete"
	"agent" in order.objects
	regex.match(`(?i)\.md\b|\.(cursorrules|windsurfrules|clinerules)\b|\b(other|another|existing|all|every) (installed )?skills?\b|\bhooks\b|\bmemor(y|ies)\b`, after(order))
	orders.pressing(order)
}

changes(order) if {
	order.act in {"keep", "send"}
	"agent" in order.objects
	regex.match(places, order.text)
}

changes(order) if {
	order.act == "keep"
	regex.match(`^(remember|memori[sz]e)`, order.verb)
}

# The file or the memory itself, and not a word for it in passing.
places := `(?i)\b(claude|agents|gemini|memory|soul|heartbeat|identity|bootstrap|copilot-instructions)\.md\b|\.(cursorrules|windsurfrules|clinerules)\b|\.cursor/rules|\.(claude|codex|gemini|cursor|openclaw|zeroclaw)/|\b(your|agent['’]s|assistant['’]s|claude['’]s|long[ -]term|persistent|permanent|core|global|system) (memory|memories|instructions|rules|hooks?|settings|config\w*|system prompt)\b|\bother skills?['’]?\b|\banother skill\b`

lasting(order) if regex.match(agents.standing, order.text)

# What is written, behind the verb.
after(order) := substring(order.text, count(order.lead), -1)

frees(order) if {
	order.act in {"keep", "run", "send"}
	"approval" in order.objects
	regex.match(agents.unguarded, order.text)
}

frees(order) if {
	order.act in {"keep", "skip"}
	"approval" in order.objects
	regex.match(`(?i)\b(disable|turn(ed)? off|switch(ed)? off|bypass|suppress|deactivate|enable|set|change|auto-approve)\b[^.]{0,40}\b((tool|permission|approval|command|exec|safety) (prompts?|approvals?|permissions?|checks?|requests?|dialogs?)|sandbox(ing)?|yolo( mode)?|auto-?approv\w*( mode)?)\b`, order.text)
	regex.match(`(?i)\b(agent|assistant|claude|codex|cursor|gemini|openclaw|copilot|your|yolo|all (tools?|commands?))\b`, order.text)
	not regex.match(`(?i)\b(enable|set)\w*\b[^.]{0,30}\b(sandbox|approvals?|permission prompts?)`, order.text)
}

emphatic(order) if orders.hidden(order)

emphatic(order) if orders.unasked(order)

emphatic(order) if regex.match(agents.standing, order.text)

emphatic(order) if {
	order.heed
	not agents.delegates
}
