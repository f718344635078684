package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

test_details if {
	given := document(allowing(["ls"], {}), {}, view([segment(["ls"])]))
	openclaw.details.segments == [{"argv": ["ls"], "satisfied": "allowlist", "trust": "executable"}] with input as given
	openclaw.boundary == {"host": "gateway"} with input as given
}
