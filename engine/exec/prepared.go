package exec

import (
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// prepared is what decisions make of settings.
type prepared struct {
	// document is every key that has a value. It is only read.
	document map[string]any
	// settings is what policies see of it, said the keys of exec that somebody has set.
	settings, said policy.Value
	// print is the fingerprint of all that they say.
	print func() (fingerprint, bool)
}

// preparedKey is the key of [prepared] in settings that keep it.
type preparedKey struct{}

// prepare reads settings, those that never change once for all their requests.
func prepare(settings engine.Settings) *prepared {
	read := func() any {
		document, said := settings.Document(), engine.Said(settings, "exec")
		return &prepared{
			document: document, settings: policy.ValueOf(execSettings(document)), said: policy.ValueOf(said),
			print: onceFingerprint(document, said),
		}
	}
	if keeper, ok := settings.(engine.Keeper); ok {
		return keeper.Keep(preparedKey{}, read).(*prepared)
	}
	return read().(*prepared)
}

// execSettings are the settings that decisions follow; those of lint have
// nothing to do with them.
func execSettings(document map[string]any) map[string]any {
	out := make(map[string]any, len(document))
	for key, value := range document {
		if key != "lint" && key != "policies" {
			out[key] = value
		}
	}
	return out
}

// onceFingerprint is the fingerprint of settings, found out when it is first asked for.
func onceFingerprint(document map[string]any, said []string) func() (fingerprint, bool) {
	var (
		once  sync.Once
		print fingerprint
		known bool
	)
	return func() (fingerprint, bool) {
		once.Do(func() {
			print, known = fingerprintOf(struct {
				document map[string]any
				said     []string
			}{document, said})
		})
		return print, known
	}
}
