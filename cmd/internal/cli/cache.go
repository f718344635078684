package cli

import (
	"fmt"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/cache"
)

// openCache opens the findings cache of this user.
func openCache(streams *IOStreams) (engine.Cache, error) {
	base, err := streams.cacheDir()
	if err != nil {
		return nil, fmt.Errorf("find the cache folder: %w", err)
	}
	return cache.Open(cache.PathIn(base))
}
