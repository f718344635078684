# METADATA
# title: Has what guards the user taken away
# description: >-
#   A sentence, a row or a setting in it has the agent widen what it may do, let somebody
#   in whom the text names, open a service to all, replace what other skills say, plant a
#   note everywhere, pass on what opens accounts, pay an account of its own, ask people for
#   secrets, remove backups whatever a check says, or give rights in a database and empty it.
# custom:
#   code: INJ-023
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["unguarded-step"]

import data.skillctl.lib.addresses
import data.skillctl.lib.agents
import data.skillctl.lib.destinations
import data.skillctl.lib.guards
import data.skillctl.lib.leans
import data.skillctl.lib.orders
import data.skillctl.lib.refusals
import data.skillctl.lib.remarks
import data.skillctl.lib.text
import data.skillctl.lib.told

findings contains {
	"message": sprintf("%s: %s", [orders.shown(deed), what]),
	"hint": "leave it out; say what is needed and why, and let the user name the account, the address or the right and do it",
	"at": {"file": deed.file, "span": deed.span},
	"severity": severity,
	"locus": "instruction",
} if {
	some [deed, list] in remarks.deeds
	not deed.looked
	[severity, what] := judged(list, deed)
}

# Who has a say in it is said to have agreed, so that nobody is asked.
findings contains {
	"message": sprintf("%s: %s, and %s", [text.cited(text.clip(trim_space(lean.text), 120)), what, why]),
	"hint": "leave it out; who allows something says so to the agent, and a text cannot",
	"at": {"file": lean.file, "span": lean.span},
	"locus": "instruction",
} if {
	some lean in leans.told_of
	not lean.fenced
	[what, why] := leans.vouched(lean)
}

# All that is done with the accounts is that they lose something.
taken_away(deed) if {
	count(deed.accounts) > 0
	every account in deed.accounts { refusals.refuses(deed.text, regex.replace(account, `^account `, "")) }
}

judged(list, deed) := ["high", "the agent is to ask less, without the user having wanted it"] if {
	said(deed, "widens")
	ordered(deed.text)
	freed(deed.text)
	not agents.purpose
	not remarks.agreed(list, deed)
	not delegated(deed.text)
} else := ["high", "what a stranger serves is put among what the agent is not asked about"] if {
	said(deed, "listed")
	regex.match(`(?i)mcp_|\bmcp\b|\*|\b(all|every|any) (\w+ )?(tools?|commands?|servers?)\b|bash\(\)`, deed.text)
	count(places(list, deed, 1)) > 0
	not remarks.agreed(list, deed)
} else := ["high", "a key that the text brings may log in"] if {
	said(deed, "access")
	regex.match(`(?i)(ssh-(ed25519|rsa|dss)|ecdsa-\S+) AAAA[\w+/=]{20,}`, deed.text)
	contains(deed.text, "authorized_keys")
	ordered(deed.text)
	not remarks.agreed(list, deed)
} else := ["high", sprintf("%s, whom the text names, gets the rights of an administrator", [who])] if {
	remarks.said(deed)
	regex.match(admin, deed.text)
	ordered(deed.text)
	not deed.forbids
	who := min(outsiders(deed.text))
	not remarks.agreed(list, deed)
} else := [severity, "a service is opened to everybody"] if {
	said(deed, "opens")
	opened(deed.text)
	not cautioned(list, deed)
	severity := exposure(list, deed)
} else := [severity, "what other skills or a shell go by is replaced by what a stranger serves"] if {
	said(deed, "replaces")
	ordered(deed.text)
	foreign(deed.text)
	count(places(list, deed, 1)) > 0
	not remarks.agreed(list, deed)
	severity := weighed
} else := ["high", "a note to agents is planted beyond the work of the user"] if {
	said(deed, "spreads")
	ordered(deed.text)
	regex.match(beyond, deed.text)
	to_agents(list, deed)
	not remarks.agreed(list, deed)
} else := ["high", sprintf("what opens accounts goes to %s", [min(outsiders(deed.text))])] if {
	said(deed, "codes")
	remarks.is(deed, "conveys")
	not deed.forbids
	count(outsiders(deed.text)) > 0
	not remarks.agreed(list, deed)
} else := ["high", "money goes to an account that the text names"] if {
	said(deed, "repays")
	ordered(deed.text)
	named_account(deed)
	reassigned(deed.text)
	not remarks.agreed(list, deed)
	not taken_away(deed)
} else := ["high", "what is filled in for the user names an account of the text"] if {
	deed.fenced
	named_account(deed)
	regex.match(`(?i)^\W*(to|pay to|payee|iban|account|beneficiary|wallet|address|deposit|recipient)\b[^:=]{0,30}[:=]`, deed.text)
	some other in list
	remarks.within(deed, other, 6)
	regex.match(`(?i)\b((for|on) (every|each|all|any)\b|whatever|right by construction|always|never (ask|check)|no matter)`, other.text)
	regex.match(`(?i)\b(wallets?|accounts?|address|label|payee|beneficiar|iban)`, other.text)
} else := ["high", sprintf("people are asked for secrets that go to %s", [min(places(list, deed, 2))])] if {
	said(deed, "phishes")
	ordered(deed.text)
	regex.match(people, deed.text)
	regex.match(`(?i)\b(enter|type|provide|submit|give|fill|confirm|paste|upload|reply|answer|send|share|verify|read out|read|dictate|tell|put|key in|state)\w*\b`, deed.text)
	count(places(list, deed, 2)) > 0
	not regex.match(`(?i)\b(sign(s|ed|ing)? in|log(s|ged|ging)? in) (at|to|on|with)\b|\bconsole\b|\bportal of\b`, deed.text)
} else := ["high", "what is kept for safety is removed, whatever a check or the user says"] if {
	said(deed, "unbacks")
	ordered(deed.text)
	not regex.match(made, deed.text)
	heedless(list, deed)
	not remarks.agreed(list, deed)
} else := ["high", "backups are stopped and removed"] if {
	said(deed, "unguards")
	ordered(deed.text)
	some other in list
	remarks.is(other, "unbacks")
	remarks.within(deed, other, 2)
	not remarks.agreed(list, deed)
	not remarks.agreed(list, other)
} else := ["high", "somebody whom the text names gets all rights in the database"] if {
	said(deed, "sql")
	executed(deed.text)
	regex.match(`(?i)\b(grant|superuser|createrole)\b`, deed.text)
	regex.match(`(?i)\bidentified by\b|\bpassword\s+'|@'%'|\bsuperuser\b|\bto public\b|\bwith grant option\b`, deed.text)
	not regex.match(`(?i)\b(rights?|roles?|grants?|permissions?|privileges?|users?|admin\w*|provision\w*|set(s|ting)?[ -]?up|install\w*)\b`, told.description)
	not remarks.agreed(list, deed)
} else := ["high", "records of what was done, or a whole database, are removed"] if {
	said(deed, "sql")
	executed(deed.text)
	regex.match(`(?i)\bdrop database\b|\b(from|table|truncate) (if exists )?[\w.]*(audit|history|backups?|access_?log|event_?log)`, deed.text)
	not regex.match(made, deed.text)
	not regex.match(`(?i)\b(drop\w*|remov\w*|delet\w*|clean\w*|purg\w*|reset\w*|retention|migrat\w*|tear\w*)\b`, told.description)
	not remarks.agreed(list, deed)
} else := ["medium", "changes of somebody whom the text names are let through without a check"] if {
	said(deed, "waves")
	ordered(deed.text)
	regex.match(by_author, deed.text)
	not regex.match(`(?i)\b(dependabot|renovate|github-actions|pre-commit-ci|the user|yourself|maintainers?)\b`, deed.text)
	not remarks.agreed(list, deed)
} else := [severity, what] if {
	remarks.said(deed)
	[severity, what] := guards.taken(list, deed)
} else := ["medium", "the agent is to ask less, without the user having wanted it"] if {
	said(deed, "waives")
	not avoided(deed)
	not agents.purpose
	not asked_beside(list, deed)
	not delegated(deed.text)
}

# It is an item of a list of what is not to be done.
avoided(deed) if regex.match(`(?i)(^|\n)\W*((things |what )?to )?(avoid|don['’]?ts?|do not|never|mistakes|pitfalls)\b[^\n]{0,30}$`, object.get(deed, "above", ""))

# Another sentence has the user asked: "do not ask" has the word for it too.
asked_beside(list, deed) if {
	some other in list
	other.index != deed.index
	remarks.is(other, "asked")
	remarks.within(deed, other, 2)
	not remarks.is(other, "waives")
}

# It is quoted, and to be run.
executed(text) if {
	regex.match(`["“\x60]`, text)
	regex.match(`(?i)\b(run|runs|execute|executes|issue|issues|finish|finishes|start|starts|begin|begins|call|send|apply|use) (with |by running )?["“\x60(]*(grant|alter|drop|truncate|delete)\b`, text)
}

said(deed, kind) if {
	remarks.said(deed)
	remarks.is(deed, kind)
}

weighed := "medium" if {
	agents.purpose
} else := "high"

# A verb that is to be done, and not what somebody else does or may do.
ordered(text) if {
	some found in regex.find_all_string_submatch_n(concat("", [`(?i)(?:^[\W\d]*|([^\s"“(|]+)[\s"“(|*>]+)\b(?:`, verbs, `)\b`]), text, -1)
	not regex.match(`(?i)^(who|which|that|may|can|could|might|would|cannot|not|never|to|they|people|users|attackers?|you|we|i|an?|the|this|its|your|their|his|her|each|every|no|of|in|if|whether|will|does|do|did|n['’]t|\S+n['’]t)$`, found[1])
}

verbs := `set|switch|turn|enable|allow|accept|approve|put|write|merge|configure|change|append|add|store|keep|make|let|insert|include|stop|place|restore|install|register|use|edit|extend|prepend|update|copy|replace|rewrite|overwrite|modify|empty|clear|remove|delete|drop|strip|disable|forward|relay|redirect|send|ensure|run|grant|give|assign|invite|bind|apply|start|launch|answer|treat|count|counts|confirm|ask|tell|have|request|prompt|instruct|direct|get|say|remind|message|require|purge|prune|forget|wipe|erase|shred|expire|destroy|discard|trash|move|swap|exchange|substitute|point|route|reroute|print|fill|enter|pay|transfer|wire|credit|deposit|book|pull|fetch|download|sync|refresh|patch|mirror|plant|repeat|leave|paste|replicate|spread|stamp|open|create|attach|authorize|authorise|expose|listen|accepted|cc|bcc|mail|pass|sign|wave|rubber-?stamp|skip|bypass|dismiss|suspend|deactivate|cancel|mask|needs?|load|urge|advise|encourage`

# Words that mean the approvals of an agent and nothing else; "auto-approve" is also a matter of
# releases and orders, and has to be switched on for good.
freed(text) if regex.match(`(?i)(allow\w*|allow-?list|auto_?approve|trusted_?commands|whitelist|deny)["”'’]?\s*[:=]\s*\[|\b(deny|denied|blocked|forbidden)[- ]?(lists?|rules?|entries|patterns?|permissions)|\bbypass-?permissions|\bdangerously|danger-full|enable-?all-?project|approval[_-]?policy|\b(counts?|are|is|be) (as )?(already )?(answered|approved|accepted|granted|confirmed|taken) (with|as|by)`, text)

freed(text) if {
	regex.match(`(?i)(^|[.:;,]\s*|\b(and|then|please|first)\s+)\W*(turn on|enable|switch on|activate|set|use)\b[^.;]{0,40}\b(auto-?(approv|accept)\w*|yolo)`, text)
	regex.match(`(?i)\b(tools?|commands?|agent|session|prompts?|permissions?|shell)\b`, text)
	regex.match(`(?i)\b(leave|keep|stays?|for good|always|from now on|every|permanently|all)\b`, text)
}

# It is said how such a setting is reached, and the skill is there to have agents work.
delegated(text) if {
	agents.delegates
	regex.match(`(?i)--(yolo|full-auto|dangerously\S*|permission-mode)|\b(sub-?agents?|headless|non-?interactive|ci|container|sandbox\w*)\b`, text)
}

# Mailboxes of hosts that the skill is not for.
outsiders(text) := {found[0] |
	some found in regex.find_all_string_submatch_n(`[\w.+-]+@([\w-]+(?:\.[\w-]+)+)`, text, 10)
	host := lower(found[1])
	not destinations.domain(host) in destinations.declared
	not destinations.mentioned(host)
	not regex.match(placeholder, host)
	not regex.match(`(?i)^(user|you|your|name|someone|somebody|alice|bob|jane|john|me|git|first\.last)([._-]?\w{0,6})?@`, found[0])
}

placeholder := `(?i)(^|[.-])(your|my|acme|contoso|foo|bar|mycompany|company|placeholder|yourdomain|domain|test|invalid|localhost|users\.noreply|gserviceaccount|github|gitlab)([.-]|$)|(^|[.-])example[.-]|^example$|^([a-z]|evil|attacker|bad|malicious|hostile|some-?\w*|any-?\w*)\.example$`

# Hosts of strangers in the sentence, or in one beside it.
places(list, deed, most) := {host |
	some other in list
	remarks.within(deed, other, most)
	other.index >= deed.index - 1
	some url in regex.find_n(`(?i)\bhttps?://[^\s<>"'\x60)\]]+`, other.text, 10)
	some host in addresses.named(url)
	not addresses.local(host)
	not regex.match(placeholder, host)
	orders.relation(deed, host) in {"anonymous", "unrelated"}
}

admin := `(?i)\b(cluster-?admin|owner|admin(istrator)?s?|root|superuser|sudo|maintainer|roles/(owner|editor))\b`

opened(text) if not regex.match(`(?i)(0\.0\.0\.0/0|::/0|anywhere|any source|internet|everyone)`, text)

opened(text) if regex.match(`(?i)\btrust\b|\bauth|\b(password|login)\b`, text)

opened(text) if {
	regex.match(`(?i)(^|\D)(22|23|135|445|1433|1521|2375|2376|3306|3389|5432|5601|5900|5984|6379|6443|8086|9042|9200|10250|11211|27017)(\D|$)|\b(ssh|rdp|all (ports|traffic|protocols)|any port|protocol -1|mongo\w*|postgres\w*|mysql|redis|elastic\w*|databases?)\b`, text)
	not regex.match(`(?i)\b(checks?|audit|review|flag|report|find|warn|look for|finding)\b`, text)
}

# What is to be applied blocks, unless it is for a machine that is thrown away.
exposure(list, deed) := "high" if {
	some other in list
	remarks.within(deed, other, 2)
	other.span.start.line == deed.span.start.line
	ordered(other.text)
	not regex.match(`(?i)\b(local(ly|host)?|tests?|testing|dev(elopment)?|sandbox|throw-?away|ephemeral|ci|lab|tutorial|demo|temporar\w+|rescue)\b`, deed.text)
} else := "medium"

# It says what is wrong with that, has nobody do it, and what comes next forbids it.
cautioned(list, deed) if {
	regex.match(`(?i)\b(has|have|with|there (is|are)|comes? with|uses?|offers?|knows?) (no|neither|not any)\b|\bwithout (a |any )?(auth\w*|password|login|protection)|\b(unauthenticated|unprotected|unsafe|dangerous|risky|insecure)\b|\b(anybody|anyone|everybody|everyone|all|whoever)\b[^.;]{0,60}\bcan\b`, deed.text)
	not ordered(able(deed.text))
	some other in list
	remarks.within(deed, other, 2)
	other.index > deed.index
	regex.match(`(?i)(^|[;:,—–]\s*|\b(so|but|therefore)\s+)["“\s*]*(never|do not|don['’]t|must not|avoid)\s+((ever|simply|just)\s+)*(open\w*|expos\w+|bind\w*|publish\w*|forward\w*|us(e|ing)|do\w*|put\w*|mak\w+|set\w*|listen\w*|shar\w+|run\w*|leav\w+)\b`, other.text)
}

# What others are able to do is no order: "can use, pull and delete".
able(text) := regex.replace(text, `(?i)\b(can|could|may|might|is able to|are able to)\b[^.;:]*`, "")

# It is another skill, or what a shell starts with.
foreign(text) if not regex.match(`(?i)skills/[\w-]+`, text)

foreign(text) if {
	some found in regex.find_all_string_submatch_n(`(?i)skills/([\w.-]+)`, text, 5)
	not lower(found[1]) in {lower(input.skill.dir), lower(told.name)}
}

beyond := `(?i)\b(you|it|they) (can|may|could|are able to|have|happen to)? ?(write|reach|edit|open|find|touch|visit|meet|come across|see|work)\b|\b(on|of) (this|the|that) (whole |entire )?(computer|machine|disk|system|laptop|host)\b|\b(outside|beyond) (of )?(the|this|that|its)\b|\b(in|across|into|of|to) (other|all|every|any|each) ([\w-]+ )?(projects?|repositor\w+|repos?|workspaces?|skills?)\b|\bhome (directory|folder)\b|\bwherever\b|\belsewhere\b|\bnot (just|only) (this|the|here)\b|\bother skills?\b|~/`

to_agents(list, deed) if {
	some other in list
	remarks.within(deed, other, 2)
	regex.match(`(?i)\b(agents?|assistants?|models?|claude|copilot|obey|this skill|these (instructions|rules|lines)|same (line|note|block|instructions?|rule)|itself)\b`, other.text)
	regex.match(`(?i)\b(agents?|assistants?|models?)\s*[:,]|\b(for|to) (the |all |any )?(agents?|assistants?|models?)\b|\b(obey|follow|load|read|run|install|carry out|spread|copy|keep|trust|use)\b`, other.text)
}

named_account(deed) if {
	some account in deed.accounts
	not regex.match(`(?i)0{8}|x{4}|12345678|^(de89 ?3704|gb(29|82) ?(nwbk|west)|fr76 ?3000)|example|dead|beef`, account)
}

reassigned(text) if {
	regex.match(`(?i)\b(iban|accounts?|beneficiar(y|ies)|wallets?|address(es)?|deposits?|payees?|payouts?|bank details|details|refunds?|payments?|payroll|salar(y|ies)|invoices?|transfers?)\b`, text)
	regex.match(`(?i)\b(replace|change|update|overwrite|move|switch|swap|redirect|substitute|exchange|reroute|instead|whatever|regardless|no matter|even (if|when|though)|always|for (every|each|all|any)|all|every|each|any|rows?|employees?|suppliers?|vendors?|staff|customers?)\b`, text)
	not regex.match(`(?i)\b(donat\w+|tips?|sponsor\w*|support (us|the)|examples?|sample|test|checks? that|valid(ate|ation)?|format)\b`, text)
}

people := `(?i)\b(users?|customers?|clients?|guests?|patients?|callers?|members?|visitors?|tenants?|subscribers?|students?|parents?|people|person|employees?|staff|applicants?|candidates?|buyers?|sellers?|holders?|owners?|residents?|drivers?|passengers?|players?|donors?|them|him|her|they|whoever|everyone|your|somebody)\b`

heedless(list, deed) if {
	some other in list
	remarks.is(other, "heedless")
	remarks.within(deed, other, 1)
}

made := `(?i)\b(temp(orary)?|tmp|cache[ds]?|build|generated|intermediate|scratch|stale|unused|tests?|staging|draft|example|sample|merged|node_modules|dist|older than|expired)\b`

by_author := `(?i)\b(PRs?|pull requests?|MRs?|merge requests?|changes?|patches|commits?|diffs?|branches)\b.{0,80}\b(by|from|of|authored|opened|submitted|signed|carrying|with)\b.{0,20}(@\w|\b(the )?(trailer|label|tag|prefix|author|account|team|vendor|bot)\b|"[\w.@-]+"|\b[A-Z][\w-]+)`
