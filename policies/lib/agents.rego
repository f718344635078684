# METADATA
# title: What agents go by
# description: >-
#   Words that say something of the settings, the memory and the approvals of agents, and
#   whether a skill is there for these.
package skillctl.lib.agents

# What the front matter says that the skill is for.
about := lower(concat(" ", [value |
	some key in {"name", "description"}
	value := input.skill.front.fields[key].value
	is_string(value)
]))

# It is there to change what an agent goes by, and says so.
purpose if regex.match(`\b(memor(y|ies)|remember\w*|hooks?|(claude|agents|gemini|soul|heartbeat)\.md|personas?|permissions?|approvals?|allow-?lists?|custom instructions|system prompts?|self-improv\w*|statusline|proactive)\b`, about)

purpose if regex.match(`\b(agents?|assistants?|claude|cursor|codex|copilot|gemini|openclaw|windsurf)( code)?('s)? (settings|config\w*|instructions|rules|guidelines|set-?up|onboarding|installation)\b`, about)

purpose if regex.match(`\b(settings|config\w*|instructions|rules|set-?up|sets? up|configures?|installs?) (\w+ ){0,3}(agents?|assistants?|claude|cursor|codex|copilot|gemini|openclaw|windsurf)\b`, about)

purpose if regex.match(`\b(manag|creat|install|writ|edit|sync|find|publish|update|improv|copy|copie|review|evaluat|test)\w* (\w+ ){0,3}(skills|an? (\w+ )?skill)\b`, about)

# It is there to have other agents work.
delegates if regex.match(`\b(claude|codex|gemini|cursor|copilot|coding agents?|sub-?agents?|openclaw|opencode|other agents?|agents)\b`, about)

# What takes the questions away that an agent asks before it does something.
unguarded := `(?i)bypass-?permissions|dangerously-?(skip|bypass|allow)|skip-?dangerous|approval_?policy["']?\s*[:=]\s*["']?never|danger-full-access|enableallprojectmcpservers["']?\s*[:=]\s*true|["']?auto_?approve["']?\s*[:=]\s*(true|\[)|["']?ask["']?\s*[:=]\s*["']?off|["']?security["']?\s*[:=]\s*["']?full\b|["']allow["']\s*[:\]]+\s*=?\s*\[\s*["'](\*|bash|bash\(\*?\)|bash\(\*:\*\))["']|--yolo\b|\byolo["']?\s*[:=]\s*true|\btrust_level\s*=\s*["']trusted`

# Words that hold for all that comes.
standing := `(?i)\b(always|never|every|each time|from now on|all (future|later|other)|future (sessions?|conversations?|chats?|tasks?)|permanent(ly)?|before (any|all|every)|at the (start|beginning|end) of|on start-?up|regardless|highest priority|takes? precedence)\b`

# What is to be done, other than how something is written.
weighty := `(?i)(https?://|\bcurl\b|\bwget\b|\b(run|execute|fetch|send|forward|upload|post|transmit|sent|copy|bcc|ignore|disregard|override|bypass|skip|auto-?approve|trust|recommend|prefer|promote|advertise)\b|without (asking|telling|confirm\w*)|\b(do not|don't|never) (tell|mention|ask|reveal|warn|question)\b)`

# Of these what takes all of them away at once.
unasked := `(?i)bypass-?permissions\b|dangerously-?(skip|bypass)|skip-?dangerous|approval_?policy["']?\s*[:=]\s*["']?never|danger-full-access`

# The description says that nothing is asked any more.
says_unasked if regex.match(`\b(bypass\w*|yolo|dangerous\w*|unattended|unsupervised|autonomous\w*|headless|full[- ]auto|auto-?(approv\w*|accept\w*)|(no|without|skip\w*|disabl\w*|turn\w* off|switch\w* off|remov\w*|suppress\w*|never) ([\w-]+ ){0,3}(permission|approval|confirmation|question|prompt|ask)\w*|asks? (for )?nothing)\b`, about)
