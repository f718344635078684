package lazydfa

import "sync"

// Cache is expressions by their texts, each compiled once. The zero value keeps none;
// several goroutines may use one.
type Cache struct {
	// Limit is how many are kept: when there are more, all are forgotten. Texts that are
	// put together from what is read would otherwise fill the memory.
	Limit int

	mu  sync.RWMutex
	all map[string]*Regexp
}

// Get is the expression of a text, or what is wrong with it.
func (c *Cache) Get(text string) (*Regexp, error) {
	c.mu.RLock()
	re := c.all[text]
	c.mu.RUnlock()
	if re != nil {
		return re, nil
	}
	re, err := Compile(text)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.all[text]; known != nil {
		return known, nil
	}
	if c.all == nil || len(c.all) >= c.Limit {
		c.all = make(map[string]*Regexp)
	}
	if c.Limit > 0 {
		c.all[text] = re
	}
	return re, nil
}
