package skillctl.lib.tests_test

import data.skillctl.lib.tests

test_a_file_is_called_as_a_test if {
	every file in ["test_a.py", "src/test_a.py", "a.test.ts", "src/a_test.go", "a-spec.rb", "conftest.py", "src/A.Tests.cs"] {
		tests.named(file)
		tests.is(file)
	}
}

test_a_file_stands_among_tests if {
	every file in ["tests/a.py", "src/__tests__/a.js", "a/fixtures/b.json", "testdata/a.txt", "test-data/a.txt", "evals/a.json", "mocks/a.py", "test_all/a.py"] {
		tests.is(file)
		not tests.named(file)
	}
}

test_a_file_only_resembles_one if {
	every file in ["latest.py", "src/testing.py", "contest_a.py", "protests/a.py", "inspect.py", "a.py", "specification.md"] {
		not tests.is(file)
	}
}
