// Package fact draws up what the lint rules are told of a skill: #SkillFacts of
// schema/lint.cue. It joins what the package holds with what each host reads of it.
package fact
