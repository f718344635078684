package skillctl.lib.groups_test

import data.skillctl.lib.groups

test_nothing if groups.by_key([]) == {}

test_one if groups.by_key([["a", 0]]) == {"a": {0}}

test_several if groups.by_key([["a", 0], ["b", 1], ["a", 2], ["a", 2]]) == {"a": {0, 2}, "b": {1}}

# Keys and values of any kind, those that hold others too.
test_kinds if groups.by_key([[{"x": 1}, ["y"]], [{"x": 1}, {"z": 2}], [null, false]]) == {{"x": 1}: {["y"], {"z": 2}}, null: {false}}
