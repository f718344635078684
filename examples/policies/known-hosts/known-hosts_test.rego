package skillctl.user.known_hosts_test

import data.skillctl.user.known_hosts as policy

asked(words, exact) := {"facts": {"commands": [{"base": words[0], "argv": words, "exact": exact, "text": concat(" ", words), "writes": []}]}}


count_of(words) := found if found := count(policy.reasons) with input as asked(words, true)

test_known_hosts_pass if count_of(["curl", "-s", "-o", "a.tgz", "https://GitHub.com/a/b"]) == 0

test_other_hosts_are_denied if count_of(["wget", "https://github.com.example.net/x"]) == 1

test_names_before_an_at_sign_are_no_hosts if count_of(["curl", "https://github.com@example.net/x"]) == 1

test_short_addresses_are_denied if count_of(["curl", "example.org"]) == 1

test_other_programs_pass if count_of(["ls", "https://example.org"]) == 0
