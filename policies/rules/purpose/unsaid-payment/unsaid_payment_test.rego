package skillctl.rules.purpose["unsaid-payment_test"]

import data.skillctl.rules.purpose["unsaid-payment"] as rule

at(line) := {"start": {"line": line, "col": 1, "offset": line}, "end": {"line": line, "col": 9, "offset": line + 8}}

given(description, facts) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"project": false,
	"agents": [],
	"front": {"fields": {"name": {"value": "tool"}, "description": {"value": description}}},
	"body": object.union({"links": [], "fences": [], "uses": [], "commands": [], "orders": [], "chains": [], "accesses": []}, facts),
}}

grades(description, facts) := {f.severity | some f in rule.findings with input as given(description, facts)}

command(program, args) := {"commands": [{"program": program, "args": args, "input": [], "before": "", "text": concat(" ", array.concat([program], args)), "file": "SKILL.md", "span": at(9), "fenced": true}]}

paid(name) := {"accesses": [{"kind": "pay", "store": "", "name": name, "hosts": [], "veiled": false, "file": "scripts/a.js", "span": at(4)}]}

order(changes) := {"orders": [object.union({"act": "pay", "verb": "pay", "polarity": "order", "objects": [], "addresses": [], "sinks": [], "accounts": ["0x52908400098527886E0F7030069857D2E4169EE7"], "lead": "", "text": "Pay 1 to 0x5290", "heading": "", "file": "SKILL.md", "span": at(7), "fenced": false}, changes)]}

plain := "Lists prime numbers up to a limit. Use in number theory."

test_fires_on_programs if {
	every name in ["wallet.sendTransaction", "provider.signAndSendTransaction", "w3.eth.send_raw_transaction", "signer.signTransaction", "rpc.sendtoaddress"] {
		grades(plain, paid(name)) == {"high"}
	}
}

test_fires_on_commands if {
	every one in [["solana", ["transfer", "x", "1"]], ["cast", ["send", "0x1"]], ["bitcoin-cli", ["sendtoaddress", "x", "1"]], ["lncli", ["payinvoice", "x"]], ["electrum", ["payto", "x", "1"]], ["spl-token", ["transfer", "x"]]] {
		grades(plain, command(one[0], one[1])) == {"high"}
	}
}

test_fires_on_orders if grades(plain, order({})) == {"high"}

test_fires_less_where_a_topic_is_spoken_of if {
	every description in ["Searches the web for a song.", "Installs a package for the user.", "Watches a folder in the background."] {
		grades(description, paid("wallet.sendTransaction")) == {"medium"}
	}
}

test_fires_on_what_is_only_denied if {
	grades("Lists the prime numbers. Never touches a wallet.", paid("wallet.sendTransaction")) == {"high"}
}

test_silent_on_what_the_description_speaks_of if {
	every description in ["Sends Ether from a wallet of the user.", "Trades on an exchange for the user.", "Pays an invoice of the team.", "Tests a smart contract with Foundry.", "Shows the portfolio of a bank to the user."] {
		grades(description, paid("wallet.sendTransaction")) == set()
		grades(description, command("cast", ["send", "0x1"])) == set()
	}
}

test_silent_on_what_only_looks if {
	every one in [["solana", ["balance"]], ["cast", ["call", "0x1"]], ["bitcoin-cli", ["getbalance"]], ["lncli", ["walletbalance"]], ["electrum", ["history"]]] {
		grades(plain, command(one[0], one[1])) == set()
	}
}

test_silent_on_what_is_forbidden_or_shown if {
	every changes in [{"polarity": "ban"}, {"accounts": []}, {"file": "references/a.md"}, {"heading": "Attacks"}, {"act": "tell"}] {
		grades(plain, order(changes)) == set()
	}
}

test_silent_in_another_language if grades("Listet Primzahlen bis zu einer Grenze auf.", paid("wallet.sendTransaction")) == set()

test_silent_on_other_accesses if {
	grades(plain, {"accesses": [{"kind": "reach", "store": "", "name": "fetch", "hosts": ["a.example"], "veiled": false, "file": "scripts/a.js", "span": at(4)}]}) == set()
}
