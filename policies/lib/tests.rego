# METADATA
# title: Files of tests
# description: Whether a file of a package is a test, or is made for one, by its name and its folder.
package skillctl.lib.tests

# It is called as one.
named(file) if regex.match(`(?i)(^|/)(test_[^/]*|conftest\.py|[^/]*[._-](tests?|specs?)\.[a-z]+)$`, file)

# It is one, or what one is given: whom and what it needs it makes up.
is(file) if named(file)

is(file) if regex.match(`(?i)(^|/)(tests?|__tests__|specs?|fixtures?|test-?data|evals?|mocks?|test_[^/]*)/`, file)
