# What Agent Zero's server decides from what its clients last told it, and the
# gate of files.
package skillctl.exec.profiles.agentzero

# METADATA
# title: The server's gate
# description: >-
#   Which of input.clients, each {exec, files, write}, takes input.op, or why none
#   does.
# entrypoint: true
server := {"error": server_error, "selected": null} if {
	server_error
} else := {"error": null, "selected": takers[0]}

server_runtime := runtime_of(object.get(input.op, "runtime", null))

server_error := texts.server_runtime if {
	not server_runtime in table.runtimes.newer
} else := texts.server_client if {
	count(input.clients) == 0
} else := texts.server_exec if {
	count(running) == 0
} else := texts.server_write if {
	count(takers) == 0
}

running := [i | some i, client in input.clients; client.exec == true]

takers := [i | some i in running; takes(input.clients[i])]

takes(_) if not server_runtime in table.coded

takes(client) if {
	client.write == true
	client.files == true
}

# METADATA
# title: Scopes of the gateway
# description: What input.scopes come to. Code needs writing, writing needs files.
# entrypoint: true
scopes := {"files": files_scope, "file_write": write_scope, "code_execution": code_scope}

default files_scope := false

files_scope if input.scopes.files == true

default write_scope := false

write_scope if {
	files_scope
	object.get(input.scopes, "file_write", true) == true
}

default code_scope := false

code_scope if {
	write_scope
	input.scopes.code_execution == true
}

# METADATA
# title: The gate of files
# description: What the client says to input.op.op, an operation on files.
# entrypoint: true
files := {"error": files_error} if {
	files_error
} else := {"error": null}

files_error := sprintf("Unknown op: %s", [input.op.op]) if {
	not input.op.op in table.file_reads
	not input.op.op in table.file_writes
} else := texts.files if {
	input.op.op in table.file_writes
	not writable
}

# METADATA
# title: What to tell the user
# description: What to do when input.condition is why a call was refused; never run it elsewhere.
# entrypoint: true
guidance := {"text": table.guidance[input.condition]}

# METADATA
# title: How long the server waits
# description: Seconds until the server gives up on a client, from input.timeouts.
# entrypoint: true
wait := {"secs": input.timeouts.max_exec_timeout + table.timeouts.grace_secs} if {
	is_number(input.timeouts.max_exec_timeout)
} else := {"secs": table.timeouts.otherwise_secs}
