# METADATA
# title: Units
# description: >-
#   Amounts and lengths of time as settings write them, in bytes and milliseconds:
#   schema/units.cue says what they look like. What does not is undefined.
package skillctl.lib.exec.units

factors := {"b": 1, "k": 1024, "m": 1048576, "g": 1073741824}

times := {"ms": 1, "s": 1000, "m": 60000, "h": 3600000}

# Bytes, in binary units: "10MB" and "10MiB" are 10485760.
bytes(text) := floor(to_number(parts[1]) * factors[lower(concat("", [parts[2], parts[3]]))]) if {
	parts := regex.find_all_string_submatch_n(`^([0-9]+(?:\.[0-9]+)?)(?:([bB])|([kKmMgG])(?:[iI]?[bB])?)$`, text, 1)[0]
}

# Milliseconds: "1h30m" is 5400000.
milliseconds(text) := floor(sum([length |
	some part in regex.find_all_string_submatch_n(`([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)`, text, -1)
	length := to_number(part[1]) * times[part[2]]
])) if {
	regex.match(`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`, text)
}
