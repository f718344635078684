# METADATA
# title: What breaks a trust
# description: >-
#   Which sentences have a safeguard met without being met, a record say what was not so, secrets
#   laid open, strangers trusted for good, people deceived for gain, or protections and data taken
#   away at large; and which others bear one out.
package skillctl.lib.breaches

import data.skillctl.lib.commands
import data.skillctl.lib.harms
import data.skillctl.lib.main
import data.skillctl.lib.reins
import data.skillctl.lib.remarks

# Each kind and what it says. Kinds of one family tell the same in other words.
kinds := {
	"selfpasses": ["gate", "a check passes whatever was found"],
	"deemed": ["consent", "something counts as agreed though nobody agreed"],
	"ownhand": ["hand", "the agent answers in the place of whoever is to decide"],
	"ownwidth": ["width", "the agent is to widen what it may do"],
	"signedfor": ["signature", "people are named as authors or reviewers who were none"],
	"unwarranted": ["look", "something is to look as if it had been reviewed"],
	"misrecords": ["record", "a record is to say what was not so"],
	"bends": ["finding", "what was found is changed or left out"],
	"hoards": ["secret", "all secrets are laid where others have them"],
	"discloses": ["secret", "a secret is given to a stranger"],
	"collects": ["secret", "people are asked for what only they may know"],
	"implants": ["memory", "what agents remember is to let strangers through"],
	"backdoors": ["door", "a way in is left that nobody asked for"],
	"advertises": ["advert", "somebody is favoured whatever was found, or it is not said who pays"],
	"commissions": ["advert", "what the user gets is turned for a commission"],
	"cards": ["money", "a means of payment of the user is used"],
	"signsup": ["contract", "the user is bound to a contract"],
	"astroturfs": ["reviews", "opinions of people are made up"],
	"baitsbuyers": ["buyers", "buyers are misled"],
	"floodsfolk": ["mails", "people get messages that they do not want"],
	"dodges": ["limits", "who looks for abuse is led astray"],
	"passeson": ["people", "what is known of people is passed on"],
	"unprescribes": ["medicine", "people are told to change what was prescribed, or kept from help"],
	"unshields": ["shield", "protections are switched off at large"],
	"sweeps": ["sweep", "data of all kinds and their copies are deleted"],
	"answersfor": ["hand", "the agent answers in the place of whoever is to decide"],
	"spills": ["secret", "a secret is laid where others have it"],
	"foreignly": ["tongue", "a check is met unmet, or a record says what was not so, in another language"],
	"ransoms": ["ransom", "money is asked for what was locked"],
}

# Lies, and what nobody can want to happen to them, need no other sentence.
strong := {"ownhand", "signedfor", "misrecords", "hoards", "discloses", "collects", "implants", "ransoms"}

# Of these it does not matter in which document they stand.
plain := {"signedfor", "hoards", "discloses", "collects", "implants"}

# What stands in a block too: what is written there is left behind for others to read.
written := {"ransoms", "backdoors", "implants"}

# What bears one out and says nothing by itself.
beside := {"exempts", "survives", "unoffered", "relabels", "askew", "sightless", "unwarned"}

# What other tables know to bear one out.
borne := {
	"kept", "veiled", "hush", "answer", "traces", "unasked", "freely", "belied", "passedoff", "onesided", "posed", "deaf",
	"fooled", "undenied", "unbacks", "waives", "decrees",
}

# What is told in each file.
told[deed.file] contains deed if {
	some [deed, list] in remarks.deeds
	some kind in of(deed)
	not excused(list, deed, kind)
	said(deed, kind)
	not harms.guarded(deed.text)
}

# The kinds that a sentence is meant to be of.
of(deed) := {kind |
	some kind in deed.kinds
	kinds[kind]
	meant(kind, deed)
} | {"unshields" | rowed(deed)}

families(deed) := {kinds[kind][0] | some kind in of(deed)}

said(deed, _) if heard(deed)

said(deed, kind) if {
	kind in written
	deed.fenced
}

heard(deed) if {
	remarks.said(deed)
	not deed.looked
	not reins.avoided(deed)
	not reins.exhibited(deed)
	not wished(deed.text)
	not regex.match(others, deed.text)
	not regex.match(listed, deed.text)
}

# What follows upon a label is what is not to be done.
listed := `(?i)^[^\w]*(avoid|not|never|don['’]ts?|do not|no|forbidden|wrong|bad|instead of|not allowed|out of bounds)( (this|these|use|do|say|write|any of these))?["”*_]*\s?[:—–]|^[^\w]*(avoid|steer clear of|refrain from|(never|do not|don['’]t) (use|show|add|invent|write|buy))\b[^:;—–]*$`

# What somebody else does, and what is looked for.
others := `(?i)\b(attackers?|malware|scammers?|fraudsters?|whoever|(skills?|agents?|texts?|sellers?|shops?|sites?|pages?|bots?) (that|which|who)|(check|verify|detect|flag|look|watch|test|scan|search|audit|reject|warn|ask|report|find|spot|catch|see|confirm)(s|ed|ing)? (for |out for )?(whether|if|any|each|every|all|when|where|that (no|the))\b|(fails?|refuse[sd]?|rejects?|error) (to|any|when|if)|violat(es|ion)|illegal|unlawful|forbidden|prohibited|anti-?patterns?|dark patterns?)\b`

# The user wants it, or somebody is asked.
wished(text) if regex.match(`(?i)\b((if|when|once|after|unless|until|only (if|when|after)|where|as soon as) (the |your |an? )?(users?|owner|customer|client|they|he|she|you|maintainers?|team|admin\w*) ((has|have) )?(explicitly |also |clearly )?(wants?|asks?|asked|agrees?|agreed|confirms?|confirmed|says? (yes|so|ok\w*)|said (yes|so|ok\w*)|chooses?|chose|names?|named|requests?|requested|approves?|approved|picks?|gives?|gave|opts?|opted|clicks?|clicked|pays|orders|ordered|signs)|ask(s|ing)? (the |your )?(user|owner|customer|client)s? (first|before|for|to|whether|which|if)|(user|owner|customer|they|you|users|people|admins?) (can|may|might|could|will|would|should|must) |with (the user['’]s|their|explicit|written) (consent|approval|agreement|permission)|(let|have|tell|show|help|remind|advise|warn) (the |your )?(users?|owner|customer|them|people)\b|tell the user|explain why|and say so)`, text)

# What is the user's to allow.
excused(list, deed, kind) if {
	kind in {"cards", "signsup", "ownwidth", "deemed", "passeson", "implants", "sweeps", "unshields", "commissions", "selfpasses", "floodsfolk", "bends"}
	reins.agreed(list, deed)
}

# A row below a word that has it switched off.
rowed(deed) if {
	"guardrow" in deed.kinds
	regex.match(`(?i)(^|\n|\|)[\s*]*(switch|turn|shut) off[\s*]*(\||$|\n)|(^|\n|\|)[\s*]*(disable|deactivate|remove|stop|uninstall)[\s*]*(\||$|\n)`, object.get(deed, "above", ""))
}

# A sentence of a kind that also has an honest sense.
meant(kind, deed) if {
	not honest(kind, deed.text)
	wanted(kind, deed)
}

honest(kind, text) if {
	some ways in [sense[kind]]
	regex.match(ways, text)
}

sense := {
	"selfpasses": `(?i)\b(never|not|n['’]t|cannot|no longer|no|nothing|none|nobody)\b[^.;]{0,40}\b(pass\w*|approv\w*|clear\w*|green|exempt\w*)\b|\b(allow[- ]?failure|advisory|informational|exit code|continue-on-error|non-?blocking)\b`,
	"misrecords": `(?i)(\b(never|must not|do not)\b|n['’]t\b)[^.;]{0,40}\b(mark|set|count|treat|record|enter|report|log|tick|note|back-?date)\b|\b(no|not|n['’]t|never|nobody|none|neither|without)\b[^.;,]{0,40}\b(lost|exposed|leaked|stolen|missed|breach\w*|harm\w*|injur\w*|corrupt\w*|compromised|overdue|violated|exceeded)\b|\b(never|do not|don['’]t|must not)\b[^.;]{0,30}\b(move|shift|round|tick|mark|enter|adjust|change)\b|\b(api|request|cache|rate|token|retry|simulat\w+|fixtures?|test data|animation|video|subtitles?)\b`,
	"bends": `(?i)\b(duplicates?|known|resolved|fixed|passing|noise|style|nits?|false[- ]positives?|out of scope|augment\w*|synthetic|perturb\w*|adversarial|robustness|counterfactual|until|unless|if they are|when they are)\b`,
	"hoards": `(?i)\b(never|not|n['’]t|without|avoid|instead of|rather than)\b[^.;]{0,60}\b(commit\w*|push\w*|repo\w*|git|slack|chat|mail|branch|wiki|ticket)\b|\b(encrypt\w*|sops|sealed|out of the (repo\w*|code)|scan\w*|redact\w*|mask\w*|gitignore\w*|placeholder\w*|references?|rotate|remove|scrub|names? only|names? of)\b`,
	"discloses": `(?i)\b(redact\w*|masked|hash(ed)?|placeholder|issuer|prefix|last four)\b`,
	"implants": `(?i)\bthe user (allows?|wants?|prefers?|likes?|trusts?)\b|\b(our own|this repository|the user['’]s own)\b[^.;]{0,30}\b(repos?|packages?|scripts?)\b`,
	"backdoors": `(?i)\b(signature|verified|validat\w+|only|never|not)\b|\b(test|local|staging|development) (environment|only|server|suite|client)\b`,
	"advertises": `(?i)\b(the|an?) (cheapest|nearest|newest|latest|most relevant|safest|user['’]s|primary|required) `,
	"unwarranted": `(?i)\b(demo|mock|sample|seed|test|prototype|mock-?up|render\w*)\b`,
	"signedfor": `(?i)\b(who (has |have )?(gave|given|reviewed|approved|signed|tested|acked|left)|after|once|only|reply|replied|consent|b4|patchwork|lore|dco|your[ -]name|you@\S+|git config|random j)\b`,
	"unprescribes": `(?i)(\b(never|not|without)\b|n['’]t\b)[^.;]{0,30}\b(lower|reduce|halve|stop|skip|drop|taper|quit|cut|change|come off)\b|\b(doctors?|physicians?|pharmacists?|prescribers?) (may|can|will|might|should|decides?|adjusts?|advis\w+)\b|\b(may need|might need|should ask)\b`,
	"unshields": `(?i)\b(enforc\w*|enabl\w+|turning on|temporar\w*|re-?enable|turn (it|them) (back )?on (again )?(after|when|once)|lab|virtual machine|test vm|sandbox vm|whether|is (off|disabled)|are (off|disabled))\b`,
	"sweeps": `(?i)\b(test|temp\w*|tmp|preview|ephemeral|throw-?away|expired|unused|orphaned|older than|of the test)\b|(\b(never|not)\b|n['’]t\b)[^.;]{0,30}\b(delete|wipe|erase|drop|purge|destroy|empty|remove|shred|deleted|dropped|emptied)\b`,
	"passeson": `(?i)\b(crm|hubspot|salesforce|opt(ed)?[- ]in|bcc|newsletter form|signup form|lead form|inbound)\b|(\b(never|not)\b|n['’]t\b)[^.;]{0,20}\b(keep|store|save|add|collect|copy|pass|sell|share|post|hand|give)\b`,
	"cards": `(?i)\b(stripe|webhooks?|schema|test card|sandbox|customer portal)\b|(never|not|n['’]t)\b[^.;]{0,20}\b(charge|use|store|save|enter|buy|pay|fill)\b`,
	"signsup": `(?i)\b(label\w*|unread|newsletters? (filter|rule|digest))\b|(never|not|n['’]t)\b[^.;]{0,20}\b(tick|accept|agree|renew|order|buy|choose|pick|sign|subscribe|upgrade)\b`,
	"collects": `(?i)(\b(never|not|no need to)\b|n['’]t\b)[^.;]{0,20}\b(ask|request|collect|gather|obtain|demand)\b|\breset\b`,
	"astroturfs": `(?i)\b(placeholder\w*|lorem|fixtures?|dummy|mock|seed data|sample data|test data|demo data|marked as)\b`,
	"floodsfolk": `(?i)\b(transactional|receipts?|suppress\w*|never|honou?r)\b`,
	"deemed": `(?i)\b(never|n['’]t|two|both|all (reviewers|approvers))\b[^.;]{0,20}\b(count|treat|regard|deem|maintainers|approv)`,
	"answersfor": `(?i)\b(never|cannot|can['’]t|must not|may not|should not|nobody|no one|n['’]t)\b[^.;]{0,30}\b(answer|accept|confirm|approve|click|record|enter|sign|set|list)\b`,
	"baitsbuyers": `(?i)\b(if|when|whether|no|not)\b[^.;]{0,25}\b(pre-?)?(ticked|checked|selected)\b`,
	"spills": `(?i)\b(redact\w*|mask\w*|encrypt\w*|placeholder\w*|names? of|rotate\w*|secret (store|manager)|public keys?)\b`,
	"ownhand": `(?i)\b(never|cannot|can['’]t|must not|may not|should not|authors?|nobody|no one)\b`,
}

# What else has to be there.
wanted(kind, _) if not kind in {"discloses", "implants"}

wanted("discloses", deed) if count(remarks.strangers(deed)) > 0

wanted("implants", deed) if regex.match(`(?i)\b(refs?|forks?|branch(es)?|pull requests?|prs?|repositor(y|ies)|packages?|hosts?|domains?|accounts?|senders?|e?-?mails?|links?|skills?|scripts?|servers?|registr(y|ies)|organi[sz]ations?|commits?|downloads?|[\w-]+\.(com|io|net|org|dev))\b|://|@`, deed.text)

# How much one weighs: by itself, where another bears it out, and where it stands.
severity(deed) := "medium" if {
	commands.about_attacks
} else := "high" if {
	main.is(deed.file)
	grave(deed)
} else := "high" if {
	deed.hidden
	grave(deed)
} else := "high" if {
	paired(deed, 3)
} else := "high" if {
	some kind in of(deed)
	kind in plain
} else := "medium"

grave(deed) if {
	some kind in of(deed)
	kind in strong
}

grave(deed) if paired(deed, 25)

# The same in three sentences is no slip of the pen.
grave(deed) if count([other | some other in told[deed.file]; close(deed, other, 25); families(other) == families(deed)]) > 2

grave(deed) if {
	some [one, list] in remarks.deeds
	one == deed
	some other in list
	some kind in other.kinds
	kind in (beside | borne)
	remarks.within(deed, other, 2)
	alike(deed, other)
}

# In a block that is left behind both stand in it.
alike(_, other) if heard(other)

alike(deed, other) if {
	deed.fenced
	other.fenced
	other.section == deed.section
}

# Two of different families, in one sentence or in two.
paired(deed, _) if count(families(deed)) > 1

paired(deed, most) if {
	some other in told[deed.file]
	other.index != deed.index
	close(deed, other, most)
	count(families(other) - families(deed)) > 0
}

# One that is exempted, or kept out of sight, in the very sentence.
paired(deed, _) if {
	some kind in deed.kinds
	kind in {"exempts", "kept", "relabels", "askew"}
	some other in of(deed)
	not kind == other
}

# It is exempted, or done whatever comes, in the sentence next to it.
paired(deed, _) if {
	some [one, list] in remarks.deeds
	one == deed
	some other in list
	"exempts" in other.kinds
	other.span.start.line == deed.span.start.line
	remarks.within(deed, other, 1)
	heard(other)
}

# So many sentences lie between two at most.
close(a, b, most) if abs(a.index - b.index) <= most
