// Package detect measures how well lint tells malicious skills from others, on a corpus
// whose skills are labelled: which share of the malicious ones is blocked or left to
// review, which share of the others, by source, with what that says of skills that are
// not in the corpus (Wilson's interval, 95 %).
//
// A corpus of one campaign has the same skill many times. Packages that are alike by
// their structure are one family, and each family counts once in the rates by family.
// Of a pair, one skill is the other one with an injection: it counts as told apart
// when the injected one is blocked and the other is not.
//
// Nothing of a corpus is run, and nothing is written into it.
package detect
