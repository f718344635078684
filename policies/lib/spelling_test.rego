package skillctl.lib.spelling_test

import data.skillctl.lib.spelling

test_both_spellings if spelling.in_domains("müller & søn") == {"muller & son", "mueller & son"}

test_one_where_they_are_the_same if spelling.in_domains("araucária") == {"araucaria"}
