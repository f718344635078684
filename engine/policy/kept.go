package policy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble"
)

// Kept keeps what policies of an operator were compiled to, by a key that stands for
// everything that follows from. Whoever can put something in decides what these policies
// say, so it must be as safe from others as they are. It may forget at any time, and must
// be safe for concurrent use.
type Kept interface {
	Get(key string) ([]byte, bool)
	Put(key string, value []byte)
}

// WithKept keeps what the operator's policies are compiled to, for the next start. What
// ships with skillctl is not in it: that is compiled when skillctl is built, and asks what
// is kept as if it were data.
func WithKept(kept Kept) Option { return func(l *Loader) { l.kept = kept } }

// answer is a rule of an operator's policies, or one that gathers what they say, that
// policies which ship with skillctl look at.
type answer struct {
	// file is the module that has it, reader the policy that looks at it.
	file, reader string
	// path are the names below data that lead to it.
	path []string
}

// entry is a name for it.
func (a answer) entry() string { return strings.Join(a.path, "\x00") }

// question is how OPA is asked for it.
func (a answer) question() string {
	ref := ast.DefaultRootRef
	for _, name := range a.path {
		ref = ref.Append(ast.StringTerm(name))
	}
	return ref.String()
}

// profileRules are the rules of a profile that something looks at.
func profileRules() []string { return []string{"boundary", "details", "offers", "reasons"} }

// answersOf are what policies which ship with skillctl look at of an operator's packages.
func answersOf(list []Owned) []answer {
	var all []answer
	for i := range list {
		one := &list[i]
		switch {
		case one.profile:
			for _, rule := range profileRules() {
				if slices.Contains(one.Rules, rule) {
					all = append(all, answer{one.File, "exec/exec.rego", append(strings.Split(one.Name, "."), rule)})
				}
			}
		case one.Kind == KindLint:
			all = append(all, answer{gatherFile(one), "lint/lint.rego", []string{"skillctl", "rules", "user", strings.TrimPrefix(one.RuleID(), "user/"), one.Kind.Entry()}})
		case one.Kind != "":
			all = append(all, answer{gatherFile(one), string(one.Kind) + "/" + string(one.Kind) + ".rego", []string{"skillctl", string(one.Kind), "operator", one.Kind.Entry()}})
		}
	}
	slices.SortFunc(all, func(a, b answer) int { return strings.Compare(a.entry(), b.entry()) })
	return slices.CompactFunc(all, func(a, b answer) bool { return a.entry() == b.entry() })
}

// answered are the answers of policies that are in the set, and that one looks at.
func (s *Set) answered() []answer {
	has := func(name string) bool {
		return slices.ContainsFunc(s.files, func(f file) bool { return f.name == name })
	}
	var all []answer
	for _, one := range s.answers {
		if has(one.file) && has(one.reader) {
			all = append(all, one)
		}
	}
	return all
}

// nothing is kept of policies that were compiled, hold, and are asked nothing.
const nothing = "nothing is asked of these policies\n"

// own is what the operator's policies of a set were compiled to: the rules that are asked
// of them.
type own struct {
	mu    sync.Mutex
	known bool
	rules []plan.Joined
}

// ownRules is what the operator's policies were compiled to, false where that is not known.
func (s *Set) ownRules() ([]plan.Joined, bool) {
	s.own.mu.Lock()
	defer s.own.mu.Unlock()
	if s.own.known || s.kept == nil {
		return s.own.rules, s.own.known
	}
	asked := s.answered()
	if len(asked) == 0 {
		text, ok := s.kept.Get(s.ownKey(""))
		s.own.known = ok && string(text) == nothing
		return nil, s.own.known
	}
	var rules []plan.Joined
	for _, one := range asked {
		text, ok := s.kept.Get(s.ownKey(one.entry()))
		if !ok {
			return nil, false
		}
		rule, ok := s.readOwn(one, string(text))
		if !ok {
			return nil, false
		}
		rules = append(rules, rule)
	}
	s.own.rules, s.own.known = rules, true
	return rules, true
}

// readOwn reads what was kept of one rule. What is not whole, and not of exactly these
// policies, is nothing.
func (s *Set) readOwn(of answer, text string) (rule plan.Joined, ok bool) {
	if plan.Digest(text) != s.ownKey(of.entry()) || plan.Check(text) != nil {
		return rule, false
	}
	image, err := plan.Open(text)
	return plan.Joined{Path: of.path, Image: image, Entry: assemble.Question}, err == nil
}

// ownKey stands for all that the operator's part of the set is compiled from, for one
// question: the policies that are in it, their texts and those of all others, and what
// they may call.
func (s *Set) ownKey(question string) string {
	names := make([]string, 0, len(s.files))
	for _, file := range s.files {
		names = append(names, file.name)
	}
	slices.Sort(names)
	parts := append([]string{"policies of an operator", plan.Magic, question, s.digest, s.source}, names...)
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// keepOwn plans the operator's part of a set that OPA has compiled, and keeps that. Where
// it cannot be planned, or a plan might say something else than OPA, nothing is kept.
func (s *Set) keepOwn(ctx context.Context, compiler *ast.Compiler) {
	if s.kept == nil || s.image == nil || !s.operated() || evaluatorOf(ctx).topdown || looksAhead(compiler, s.files) {
		return
	}
	if _, known := s.ownRules(); known {
		return
	}
	asked := s.answered()
	texts := map[string]string{}
	var rules []plan.Joined
	for _, one := range asked {
		key := s.ownKey(one.entry())
		text, err := assemble.Compiled(ctx, compiler, withBuiltins(), one.question(), &plan.Sources{Digest: key, Tables: []string{"skillctl", "tables"}})
		if err != nil {
			return
		}
		rule, ok := s.readOwn(one, text)
		if !ok {
			return
		}
		texts[key], rules = text, append(rules, rule)
	}
	if len(asked) == 0 {
		texts[s.ownKey("")] = nothing
	}
	for key, text := range texts {
		s.kept.Put(key, []byte(text))
	}
	s.own.mu.Lock()
	defer s.own.mu.Unlock()
	s.own.rules, s.own.known = rules, true
}

// operated reports whether an operator has added policies.
func (s *Set) operated() bool {
	return slices.ContainsFunc(s.files, func(f file) bool { return f.operator })
}

// join gives a program of the policies that ship with skillctl with what those of the
// operator say, nil where that is not known.
func (s *Set) join(program *plan.Program) *plan.Program {
	rules, known := s.ownRules()
	if !known {
		return nil
	}
	joint, ok := program.Join(findBuiltin, rules)
	if !ok {
		return nil
	}
	return joint
}
