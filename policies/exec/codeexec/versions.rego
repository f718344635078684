# Versions of packages: whether what is asked for can meet what is listed.
package skillctl.exec.profiles.codeexec

# Whether a version can meet both. What is not made of numbers alone only meets
# an entry without versions.
compatible([], _)

compatible(limits, []) if count(limits) > 0

compatible(limits, asked) if {
	count(limits) > 0
	count(asked) > 0
	every clause in asked {
		meets(limits, clause)
	}
}

numbers(version) := [to_number(part) | some part in split(version, ".")] if regex.match(`^(0|[1-9][0-9]{0,8})(\.(0|[1-9][0-9]{0,8})){0,9}$`, version)

# Numbers of one length, so that 2 and 2.0 are one version.
padded(version) := array.slice(array.concat(numbers(version), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 0, 10)

meets(_, clause) if clause.op == "!="

meets(limits, clause) if {
	clause.op in {"==", "==="}
	value := padded(clause.version)
	every limit in limits {
		holds(value, limit)
	}
}

# "==2.*" and "~=2.1" are ranges: their beginning has to hold, or lie below it.
meets(limits, clause) if {
	low := lowest(clause)
	every limit in limits {
		overlaps_above(low, limit)
	}
}

meets(limits, clause) if {
	clause.op in {"<", "<="}
	value := padded(clause.version)
	every limit in limits {
		overlaps_below(value, limit, clause.op)
	}
}

lowest(clause) := {"value": padded(clause.version), "open": clause.op == ">", "until": null} if clause.op in {">", ">="}

lowest(clause) := {"value": padded(start), "open": false, "until": successor(numbers(start))} if {
	clause.op == "=="
	endswith(clause.version, ".*")
	start := trim_suffix(clause.version, ".*")
}

lowest(clause) := {"value": padded(clause.version), "open": false, "until": successor(array.slice(given_numbers, 0, count(given_numbers) - 1))} if {
	clause.op == "~="
	given_numbers := numbers(clause.version)
	count(given_numbers) > 1
}

# The first version that does not begin with these numbers any more.
successor(given_numbers) := array.slice(array.concat(array.concat(array.slice(given_numbers, 0, last), [given_numbers[last] + 1]), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 0, 10) if {
	last := count(given_numbers) - 1
}

holds(value, limit) if {
	limit.op in {"==", "==="}
	value == padded(limit.version)
}

holds(value, limit) if {
	limit.op == "!="
	value != padded(limit.version)
}

holds(value, limit) if {
	limit.op == ">="
	value >= padded(limit.version)
}

holds(value, limit) if {
	limit.op == ">"
	value > padded(limit.version)
}

holds(value, limit) if {
	limit.op == "<="
	value <= padded(limit.version)
}

holds(value, limit) if {
	limit.op == "<"
	value < padded(limit.version)
}

holds(value, limit) if {
	range := lowest(limit)
	range.until != null
	value >= range.value
	value < range.until
}

# A range that begins at low reaches into what a limit leaves.
overlaps_above(low, limit) if {
	limit.op in {">", ">="}
	reaches(low, padded(limit.version))
}

overlaps_above(_, limit) if limit.op == "!="

overlaps_above(low, limit) if {
	limit.op == "<"
	low.value < padded(limit.version)
}

overlaps_above(low, limit) if {
	limit.op == "<="
	not low.open
	low.value <= padded(limit.version)
}

overlaps_above(low, limit) if {
	limit.op == "<="
	low.open
	low.value < padded(limit.version)
}

overlaps_above(low, limit) if {
	limit.op in {"==", "==="}
	value := padded(limit.version)
	low.value <= value
	reaches_value(low, value)
}

overlaps_above(low, limit) if {
	range := lowest(limit)
	range.until != null
	low.value < range.until
	reaches(low, range.value)
}

reaches(low, _) if low.until == null

reaches(low, value) if low.until > value

reaches_value(low, value) if {
	reaches(low, value)
	not low.open
}

reaches_value(low, value) if {
	reaches(low, value)
	low.value < value
}

overlaps_below(_, limit, _) if limit.op in {"<", "<=", "!="}

overlaps_below(value, limit, _) if {
	limit.op in {">", ">=", "==", "===", "~="}
	start := padded(trim_suffix(limit.version, ".*"))
	start < value
}

overlaps_below(value, limit, "<=") if {
	limit.op in {">=", "==", "===", "~="}
	value == padded(trim_suffix(limit.version, ".*"))
}
