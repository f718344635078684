package skillctl.user.no_privileged_containers_test

import data.skillctl.user.no_privileged_containers as policy

asked(words, exact) := {"facts": {"commands": [{"base": words[0], "argv": words, "exact": exact, "text": concat(" ", words), "writes": []}]}}


count_of(words) := found if found := count(policy.reasons) with input as asked(words, true)

test_privileged if count_of(["docker", "run", "--privileged", "debian"]) == 1

test_in_one_word if count_of(["podman", "run", "--network=host", "debian"]) == 1

test_in_two_words if count_of(["podman", "run", "--pid", "host", "debian"]) == 1

test_plain_ones_pass if count_of(["docker", "run", "--rm", "debian", "ls"]) == 0
