# What is known to be bad, by the list that the operator has taken in: an origin, a name,
# a package. What is in the files lint finds; here is what it does not see.
package skillctl.install

reasons contains {
	"rule": "install/intel/listed",
	"effect": "deny",
	"message": sprintf("%s is known to be bad: %s (%s)", [known.text, known.reason, known.reference]),
	"hint": "do not install it; `skillctl intel show` says whose list that is",
} if {
	some known in facts.listed
	not known.ended
}
