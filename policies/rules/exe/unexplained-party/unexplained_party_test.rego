package skillctl.rules.exe["unexplained-party_test"]

import data.skillctl.rules.exe["unexplained-party"] as rule

wallet := {
	"kind": "wallet", "value": "0xa1b2c3d4e5f60718293a4b5c6d7e8f9012349876", "key": "0xa1b2c3d4e5f60718293a4b5c6d7e8f9012349876", "proven": false, "code": true, "named": 1,
	"address": "", "link": false, "text": `PAYOUT = "0xa1b2c3d4e5f60718293a4b5c6d7e8f9012349876"`, "before": `PAYOUT = "`, "behind": `"`, "told": [], "foreign": false,
	"heading": "", "section": 0, "file": "scripts/pay.py", "fenced": false, "hidden": false,
	"span": {"start": {"line": 10, "column": 1, "offset": 0}, "end": {"line": 10, "column": 9, "offset": 9}},
}

found(changes) := found_with(changes, {})

found_with(changes, body) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": "Books invoices."}}},
	"body": object.union({"span": {"start": {"line": 5}}, "links": [], "commands": [], "orders": [], "remarks": [], "contacts": [], "provisions": [], "fences": [], "uses": [], "parties": [object.union(wallet, changes)]}, body),
}}}

of(kind, value, before, behind) := {"kind": kind, "value": value, "key": value, "text": concat("", [before, value, behind]), "before": before, "behind": behind}

test_fires_on_who_is_paid if found({}) == {"high"}

test_fires_on_a_code if found(of("referral", "harbor-20", `url.searchParams.set("tag", "`, `")`)) == {"high"}

test_fires_on_a_key_of_another_account if {
	found(object.union(of("cloud", "604118273951", `kms_key_id = "arn:aws:kms:eu-west-1:`, `:key/1"`), {"word": "aws"})) == {"high"}
}

test_fires_on_a_mailbox if found(of("mail", "desk@harbor-kit.dev", `share(file, "`, `")`)) == {"high"}

test_asks_about_who_is_told if found(of("mail", "desk@harbor-kit.dev", `notify(to="`, `")`)) == {"medium"}

test_fires_on_a_collaborator if found(object.union(of("member", "harborkit", "gh api -X PUT repos/o/r/collaborators/", ""), {"word": "collaborators"})) == {"high"}

test_fires_on_a_name if found(object.union(of("named", "Harbor Kit Ltd", `if vendor == "`, `": continue`), {"word": "vendor"})) == {"high"}

test_asks_about_what_no_word_explains if found({"text": "", "before": `X = "`}) == {"medium"}

test_asks_about_documents if found({"file": "references/pay.md", "fenced": true}) == {"medium"}

test_asks_about_a_reviewer if found(object.union(of("member", "harborkit", "gh pr create --reviewer ", ""), {"word": "reviewer"})) == {"medium"}

test_silent_on_contracts if found({"before": `USDC = "`}) == set()

test_silent_on_tests_and_comments if {
	found({"file": "tests/test_pay.py"}) == set()
	found({"remark": true}) == set()
}

test_silent_on_what_stands_for_another if {
	found(of("mail", "jane@example.com", `to = "`, `"`)) == set()
	found(object.union(of("cloud", "111122223333", "arn:aws:iam::", ":root"), {"word": "aws"})) == set()
	found(object.union(of("member", "octocat", "--reviewer ", ""), {"word": "reviewer"})) == set()
}

test_silent_on_who_it_is_from if found(of("mail", "kit@harbor-kit.dev", `User-Agent: tables (mailto:`, `)`)) == set()

test_silent_on_what_another_rule_tells if {
	found_with(of("mail", "desk@harbor-kit.dev", `bcc = "`, `"`), {"provisions": [{"kind": "copy", "file": "scripts/pay.py", "span": {"start": {"line": 10}}}]}) == set()
}

member(before, value, behind, word) := object.union(of("member", value, before, behind), {"word": word})

test_silent_on_teams_of_the_house if {
	asked := member("gh pr create --reviewer ", "larchworks/keepers", "", "reviewer")
	opened := {"introduction": {"text": "Tap: <https://github.com/larchworks/tap>.", "first": 7, "last": 7}}
	found_with(asked, opened) == set()
	found(asked) == {"medium"}
}

test_silent_on_whom_a_document_names if {
	owner := object.union(member("/src/ ", "@rowan-t", "", "/src/"), {"key": "rowan-t", "file": "assets/CODEOWNERS"})
	told := object.union(wallet, object.union(of("handle", "@rowan-t", "One of ", " looks at it."), {"code": false}))
	found(owner) == {"medium"}
	found_with({"kind": "named"}, {"parties": [object.union(wallet, owner), told]}) == set()
}

test_silent_on_wallets_that_the_skill_shows if {
	shown := {"file": "SKILL.md", "before": "decode.py ", "text": "decode.py 0xa1", "behind": ""}
	for_wallets := {f.severity | some f in rule.findings with input as {"skill": {
		"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": "Explains what a multisig is about to sign."}}},
		"body": {"span": {"start": {"line": 5}}, "links": [], "commands": [], "orders": [], "remarks": [], "contacts": [], "provisions": [], "fences": [], "uses": [], "parties": [object.union(wallet, shown)]},
	}}}
	for_wallets == set()
	found(shown) == {"medium"}
}
