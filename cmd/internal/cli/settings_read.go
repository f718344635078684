package cli

import "errors"

func readSettings(q SettingsQuery) (Settings, error) {
	if q.File != "" {
		return Settings{}, errors.New("settings files cannot be read yet")
	}
	return Settings{}, nil
}
