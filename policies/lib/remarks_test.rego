package skillctl.lib.remarks_test

import data.skillctl.lib.remarks

sentence(i) := {"index": i, "file": "SKILL.md", "section": 1, "looked": false, "heading": "Steps", "text": sprintf("Sentence %d.", [i]), "span": {"start": {"line": i, "col": 1, "offset": i}, "end": {"line": i, "col": 2, "offset": i + 1}}, "fenced": false, "hidden": false, "kinds": []}

skill(n) := {"skill": {
	"front": {"fields": {"description": {"value": "Makes tables."}}}, "manifest": {"file": "SKILL.md"},
	"body": {"span": {"start": {"line": 0}}, "remarks": [sentence(i) | some i in numbers.range(1, n)]},
}}

# However many sentences a section has, each is held against those near it alone.
test_near_alone if {
	deeds := remarks.deeds with input as skill(60)
	count(deeds) == 60
	every pair in deeds {
		[deed, near] := pair
		count(near) <= 1 + (2 * remarks.reach)
		every other in near { remarks.within(deed, other, remarks.reach) }
		deed in near
	}
}

test_a_question_has_nobody_do_it if {
	every text in ["May a script run \"sudo x\" to show dialogs?", "*Should the token be sent?*", "Why send it?"] {
		not remarks.said(object.union(sentence(1), {"text": text}))
	}
	every text in ["Could you send the token?", "Will you please send it?", "Why not send the token to the desk?", "Send it? Yes: send it.", "Does it fail? Send the token."] {
		remarks.said(object.union(sentence(1), {"text": text}))
	}
}

test_a_promise_is_no_deed if {
	not remarks.said({"fenced": false, "text": "This skill never asks for a private key."})
	not remarks.said({"fenced": false, "text": "We never ask for that code."})
	remarks.said({"fenced": false, "text": "Never ask before the key is sent: send it at once."})
	remarks.said({"fenced": false, "text": "It reads the key."})
}
