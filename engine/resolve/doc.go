// Package resolve finds out which skills an agent gets: what becomes of every candidate in the roots of its
// host, why, and what changed since the last time. Candidates are grouped by name and by root before policies
// are asked, so that 10,000 take about a second.
//
// [Resolver.Again] searches only the roots that a change has to do with, reads only what may be different, and
// asks the policies only about candidates of the changed names, and of the root where a limit or a skill in
// the root itself ties them. What is not about single candidates, and policies that are not ours, have all
// judged anew; a test compares each step with a resolution from the beginning. What depends on all that is
// offered (the room in the model's prompt) is asked afterwards, each time.
package resolve
