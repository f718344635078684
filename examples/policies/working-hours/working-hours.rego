# METADATA
# title: Nothing runs at night unasked
# description: >-
#   Asks before commands outside of Monday to Friday, 8 to 18 o'clock. A policy has no clock: whoever asks (skillctl decide) gives the time as request.now, and where nobody does it is asked as well.
package skillctl.user.working_hours

zone := "Europe/Berlin"

days := {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}

now := input.request.now * 1000000000

hour := time.clock([now, zone])[0]

open if {
	time.weekday([now, zone]) in days
	hour >= 8
	hour < 18
}

reasons contains {"effect": "ask", "message": "it is outside of working hours"} if {
	input.request.now
	not open
}

reasons contains {"effect": "ask", "message": "it is not said what time it is"} if not input.request.now
