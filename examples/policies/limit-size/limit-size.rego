# METADATA
# title: Large skills are looked at
# description: >-
#   Warns of skills with more than 200 files and denies those above 5 MiB: nobody reads that much.
package skillctl.user.install.limit_size

max_files := 200

max_bytes := (5 * 1024) * 1024

reasons contains {"effect": "warn", "message": sprintf("it has %d files; %d are usual at most", [input.facts.counts.files, max_files])} if {
	input.facts.counts.files > max_files
}

reasons contains {"effect": "deny", "message": sprintf("it has %d bytes; at most %d are installed", [input.facts.counts.bytes, max_bytes])} if {
	input.facts.counts.bytes > max_bytes
}
