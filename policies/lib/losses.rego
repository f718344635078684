# METADATA
# title: What is lost, and whether the skill says so
# description: >-
#   Whether the description of a skill speaks of taking something away, or of what a branch depends
#   on, and how much a deed of a program weighs where it stands.
package skillctl.lib.losses

import data.skillctl.lib.commands
import data.skillctl.lib.purpose
import data.skillctl.lib.tests
import data.skillctl.lib.told

# What a user reads before the skill is taken, without what it says that it does not do.
promise := lower(concat(" . ", [told.name, purpose.promise]))

# It takes things away, or puts something in their place, and says so.
removes if regex.match(`\b(delet\w*|remov\w*|eras\w*|wip(e|es|ed|ing)|purg\w*|prun\w*|trash\w*|shred\w*|discard\w*|drop(s|ped|ping)?|truncat\w*|clean(s|ed|ing)? (up|out)|clean-?ups?|clear(s|ed|ing)? (out|away)|tid(y|ies|ying)|de-?dup\w*|declutter\w*|free(s|ing)? up|empt(y|ies|ying)|reset(s|ting)?|undo(es|ing)?|revert\w*|roll(s|ing)? ?back|restor\w+|uninstall\w*|tear\w* ?down|teardown|destroy\w*|decommission\w*|retention|expir\w*|rotat\w*|housekeeping|garbage|archiv\w*|mov(e|es|ing)|renam\w*|replac\w*|overwrit\w*|in[- ]place|anonymi[sz]\w*|redact\w*|scrub\w*|saniti[sz]\w*)\b`, promise)

# It changes what a database holds.
alters if removes

alters if regex.match(`\b(migrat(e|es|ing)|(runs?|appl(y|ies)|writ(e|es|ing)|generat\w+|creat\w+|manag\w+) ([\w-]+ ){0,3}migrations?|seed(s|ed|ing)?|re-?load\w*|load(s|ing)? ([\w-]+ ){0,4}into|import(s|ing)? ([\w-]+ ){0,4}into|sync(s|ing|hroni[sz]\w+)?|upsert\w*|updat\w+|edit\w*|modif\w+|manag\w+|administ\w+|crud|etl pipelines?|backfill\w*|repair\w*|fix(es|ing)?|insert\w*)\b`, promise)

# It says that it goes by the day, by the machine or by chance.
goes_by("clock") if regex.match(`\b(dates?|days?|daily|weekdays?|weekends?|weeks?|weekly|months?|monthly|quarters?|quarterly|years?|yearly|annual\w*|hours?|hourly|night\w*|morning\w*|time-?stamps?|time ?zones?|timers?|calendars?|schedul\w*|cron\w*|deadlines?|holidays?|season\w*|expir\w*|retention|rotat\w*|aged|older|stale|today|remind\w*|periodic\w*|recurring)\b`, promise)

goes_by("host") if regex.match(`\b(hosts?|hostnames?|machines?|fleet|servers?|nodes?|per-host|workstations?|dotfiles|provision\w*|cluster\w*)\b`, promise)

goes_by("account") if regex.match(`\b(users?['’]?s? (accounts?|names?)|accounts?|per-user|roles?|permissions?|privileg\w*|dotfiles|logins?)\b`, promise)

goes_by("chance") if regex.match(`\b(random\w*|sampl\w*|shuffl\w*|simulat\w*|chaos|fuzz\w*|jitter\w*|mock\w*|fake|synthetic|generat\w*|games?|dice|lotter\w*|a/b|experiments?|monte|probabilit\w*|flaky|fault\w*|art|music|quiz\w*|test data)\b`, promise)

goes_by("builder") if regex.match(`\b(ci|ci/cd|cd|continuous|pipelines?|github actions|workflows?|builds?|deploy\w*|releas\w*)\b`, promise)

# What only shows something, or tries it out.
slight(place) if commands.aside(place.file)

slight(place) if commands.sample(place.file)

slight(place) if tests.is(place.file)

slight(place) if regex.match(`(?i)(^|/)examples?/`, place.file)

weighed(place, "high") := "medium" if slight(place)

weighed(place, "high") := "high" if not slight(place)

weighed(_, "medium") := "medium"
