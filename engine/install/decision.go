package install

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/secret"
)

// Decision is the answer of the gate. The same folder, request, settings
// and policies give the same bytes.
type Decision struct {
	Target Target `json:"target"`
	// Effect is [engine.Allow], [engine.Warn] or [engine.Deny].
	Effect engine.Effect `json:"effect"`
	// Reasons are never empty; the strictest stands first.
	Reasons []Reason `json:"reasons"`
	// Digest pins what was judged, "" when there was nothing that could be.
	Digest string `json:"digest,omitempty"`
	// Policy is the digest of the policies and tables that decided.
	Policy string `json:"policy"`
	// Files is how many files were judged.
	Files int `json:"files"`
	// Capabilities are what all skills of the package ask for.
	Capabilities Capabilities `json:"capabilities"`
	// Signer is who signed it, nil when no signature was verified.
	Signer *Signer `json:"signer,omitempty"`
	// Skills are the skills of the package as lint reports them.
	Skills []engine.SkillReport `json:"-"`
	// Remembered: what is in the folder was known from before; see [WithCache].
	Remembered bool `json:"-"`
}

// Stricter is what two gates say of the same: the stricter effect, and the reasons of
// both. What else is said is that of the one that is stricter, the second if neither is.
func Stricter(a, b Decision) Decision {
	strict, other := b, a
	if a.Effect.Rank() > b.Effect.Rank() {
		strict, other = a, b
	}
	reasons := slices.Clone(strict.Reasons)
	for _, reason := range other.Reasons {
		// That nothing is against it is no reason beside others.
		if reason.Effect != engine.Allow {
			reasons = append(reasons, reason)
		}
	}
	slices.SortFunc(reasons, compareReasons)
	strict.Reasons = slices.Compact(reasons)
	return strict
}

// Retold reports whether the gate says in its own words what a reason has from lint: with
// what follows from it, so that one thing need not stand there twice, with two severities.
func (d *Decision) Retold(found Reason) bool {
	return slices.ContainsFunc(d.Reasons, func(r Reason) bool {
		switch {
		case r.File != found.File:
			return false
		case found.Rule == "files/link-outside":
			return r.Rule == "install/content/link"
		case found.Rule == "coverage/unread":
			_, detail, _ := strings.Cut(r.Message, ": ")
			return r.Rule == "install/content/unread" && strings.HasSuffix(found.Message, detail)
		}
		return false
	})
}

// compareReasons orders reasons, the gravest first, as [engine.CompareReasons] does.
func compareReasons(a, b Reason) int {
	return cmp.Or(
		engine.Graver(a.Effect, a.Rule, b.Effect, b.Rule), cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Hint, b.Hint), cmp.Compare(a.Setting, b.Setting),
	)
}

// Reason is one reason of the gate.
type Reason struct {
	// Rule names the policy or the rule of lint that says so.
	Rule   string        `json:"rule"`
	Effect engine.Effect `json:"effect"`
	// Message says what is there and what is wanted, Hint what to do.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// File is the slash path of the file that it is about, "" for the whole; Line
	// is 0 where there is none.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	// Setting is the setting that would change it and where it stands.
	Setting string `json:"setting,omitempty"`
}

// Signer is whose signature was verified.
type Signer struct {
	// Kind is "key", "certificate" or "keyless".
	Kind     string `json:"kind"`
	Identity string `json:"identity,omitempty"`
	Issuer   string `json:"issuer,omitempty"`
	// KeyDigest is the SHA-256 of the public key.
	KeyDigest string `json:"keyDigest,omitempty"`
}

// Name is what policies and lock files call the signer by: the identity, or the
// digest of the key; "" for nobody.
func (s *Signer) Name() string {
	if s == nil {
		return ""
	}
	return cmp.Or(s.Identity, s.KeyDigest)
}

func (t *installTrust) signer() *Signer {
	if t.State != "verified" {
		return nil
	}
	return &Signer{Kind: t.Kind, Identity: t.Identity, Issuer: t.Issuer, KeyDigest: t.KeyDigest}
}

// reasonKeys are the keys of a reason, for who wrote another one.
const reasonKeys = "effect, rule, message, hint, file, line and setting"

// installAnswer is what data.skillctl.install.decision gives.
type installAnswer struct {
	Effect  engine.Effect   `json:"effect"`
	Reasons []installReason `json:"reasons"`
}

// installReason is a reason as policies write it.
type installReason struct {
	Effect  engine.Effect      `json:"effect"`
	Rule    string             `json:"rule"`
	Message string             `json:"message"`
	Hint    string             `json:"hint"`
	File    string             `json:"file"`
	Line    int                `json:"line"`
	Setting engine.SettingPath `json:"setting"`
}

// effect is allow, warn or deny: whoever has to be asked gets a warning, which a
// person has to acknowledge.
func (a *installAnswer) effect() engine.Effect { return installEffect(a.Effect) }

func installEffect(effect engine.Effect) engine.Effect {
	switch effect.Rank() {
	case engine.Allow.Rank():
		return engine.Allow
	case engine.Warn.Rank(), engine.Ask.Rank():
		return engine.Warn
	}
	return engine.Deny
}

// reasons turns what a policy gave into reasons, the strictest first. shown is
// how the folder is named.
func (a *installAnswer) reasons(settings engine.Settings, shown string) []Reason {
	reasons, forms := make([]Reason, 0, len(a.Reasons)), secret.Known()
	for _, cause := range a.Reasons {
		reason := Reason{
			Rule: cause.Rule, Effect: installEffect(cause.Effect), Message: forms.Hide(cause.Message), Hint: forms.Hide(cause.Hint),
			File: cause.File, Line: cause.Line, Setting: cause.Setting.Place(settings),
		}
		if reason.File != "" && shown != "" {
			reason.File = path.Join(shown, reason.File)
		}
		reasons = append(reasons, reason)
	}
	slices.SortFunc(reasons, compareReasons)
	return slices.Compact(reasons)
}

// capabilities are what all skills of a package ask for.
func (f *installFacts) capabilities() Capabilities {
	all := newGatherer()
	for i := range f.Skills {
		c := &f.Skills[i].Capabilities
		all.addAll(all.programs, c.Programs)
		all.addAll(all.hosts, c.Hosts)
		all.addAll(all.paths, c.Paths)
		all.addAll(all.tools, c.Tools)
		all.addAll(all.environment, c.Environment)
	}
	return all.capabilities()
}
