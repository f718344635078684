# METADATA
# title: Fields that agents read
# description: Which keys of the front matter mean something to which agent, from tables/fields.json.
package skillctl.lib.fields

import data.skillctl.lib.front

# The keys of this front matter that are not in the specification, in order:
# mostly none, and then rules about fields are done.
foreign := [key |
	front.readable
	some key in front.front.order
	not data.skillctl.tables.fields.spec[key]
]

known(key) if data.skillctl.tables.fields.readers[key]

# The field that a key was probably meant to be: the same but for case and
# separators, or a frequent slip. Undefined for keys that are no slip.
meant(key) := data.skillctl.tables.fields.spellings[folded(key)]

folded(key) := replace(replace(replace(lower(key), "-", ""), "_", ""), " ", "")
