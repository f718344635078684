package cli

import (
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/cache"
)

// openCache opens the findings cache of this user.
func openCache() (engine.Cache, error) {
	path, err := cache.DefaultPath()
	if err != nil {
		return nil, err
	}
	return cache.Open(path)
}
