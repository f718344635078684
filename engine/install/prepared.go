package install

import (
	"encoding/json"
	"fmt"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/trust"
	"github.com/skillctl/skillctl/schema"
)

// prepared is what requests make of settings: the part that the gate goes by, as policies
// see it and as Go does, or why it cannot be read. It is only read.
type prepared struct {
	settings policy.Value
	read     installSettings
	err      error
}

// installSettings is what Go itself needs of the settings for the gate.
type installSettings struct {
	Names struct {
		Dirs []string `json:"dirs"`
	} `json:"names"`
	Signature trust.Ways `json:"signature"`
}

// preparedKey is the key of [prepared] in settings that keep it.
type preparedKey struct{}

// prepare reads settings, those that never change once for all requests under them.
func prepare(settings engine.Settings) *prepared {
	read := func() any {
		part, read, err := readInstallSettings(settings)
		return &prepared{settings: policy.ValueOf(part), read: read, err: err}
	}
	if keeper, ok := settings.(engine.Keeper); ok {
		return keeper.Keep(preparedKey{}, read).(*prepared)
	}
	return read().(*prepared)
}

// readInstallSettings is the part of the settings that the gate goes by. Settings
// without one are those that are built in.
func readInstallSettings(settings engine.Settings) (map[string]any, installSettings, error) {
	part, ok := settings.Document()["install"].(map[string]any)
	if !ok {
		merged, err := schema.New().Merge(schema.Skillctl, nil)
		if err != nil {
			return nil, installSettings{}, fmt.Errorf("read settings: %w", err)
		}
		part, _ = merged.Value["install"].(map[string]any)
	}
	text, err := json.Marshal(part)
	if err != nil {
		return nil, installSettings{}, fmt.Errorf("read settings: %w", err)
	}
	var read installSettings
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, installSettings{}, fmt.Errorf("read settings: %w", err)
	}
	return part, read, nil
}
