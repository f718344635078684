package exec

import (
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// prepared is what decisions make of settings.
type prepared struct {
	// document is every key that has a value. It is only read.
	document map[string]any
	// settings is what policies see of it, said the keys of exec that somebody has set.
	settings, said policy.Value
}

// preparedKey is the key of [prepared] in settings that keep it.
type preparedKey struct{}

// prepare reads settings, those that never change once for all their requests.
func prepare(settings engine.Settings) *prepared {
	read := func() any {
		document := settings.Document()
		return &prepared{
			document: document, settings: policy.ValueOf(execSettings(document)), said: policy.ValueOf(engine.Said(settings, "exec")),
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
