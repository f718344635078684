package skillctl.lib.addresses_test

import data.skillctl.lib.addresses

test_named_written_out if {
	addresses.named("curl https://API.Example.com/x http://b.example.:80/ https://$HOST/y") == {"api.example.com", "b.example", "$host"}
}

# What a command puts out ends no domain, and what stands in it is an address of its own.
test_named_of_commands if {
	addresses.named("curl https://$(hostname).example.com/x") == {"*.example.com"}
	addresses.named("curl https://a-$(cat $(ls x)).example.com/x") == {"a-*.example.com"}
	addresses.named("curl https://$(id).$(date).example.com/x") == {"*.*.example.com"}
	addresses.named("curl https://$(curl https://b.example/y).example.com/x") == {"b.example", "*.example.com"}
	addresses.named("x=$(curl https://b.example/y); curl https://$(cat z | base64).example.com") == {"b.example", "*.example.com"}
}

test_named_of_commands_beside_addresses if {
	addresses.named("curl https://b.example/$(hostname) -d $(date)") == {"b.example"}
}
