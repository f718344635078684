// Package exec decides whether a command may run. It reads the command, resolves its programs, asks the profile
// and the policies of the operator, and returns their joined answer with the boundary. An answer is never
// missing: whatever goes wrong on the way (limits, a policy that fails, an unknown profile) is a decision to
// deny that says so. [Decider.Check] finds an operator's policy that does not compile before the first request.
//
// [Decider.Consult] looks for an approval only when the answer is a question: it compares what was approved
// with what is so now and asks the policies again with request.approved and request.approval as facts. A denial
// is never looked up.
//
// [Decider.Remember] has it give an answer again where all is the same that the answer follows from; see package
// system for what that is on the machine.
package exec
