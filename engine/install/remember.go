package install

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/engine/skill/stamp"
)

// WithCache remembers what is in folders, of requests that let it ([Request.Keep]).
// Signatures, names, verdicts and decisions are found out anew each time: a decision
// is never remembered.
func WithCache(cache lint.Cache) Option { return func(g *Gate) { g.cache = cache } }

// pin says by which keys the contents of a folder are remembered.
type pin struct {
	cache lint.Cache
	base  string
	// stamp is the key by what the system says of the files, "" for none; settled
	// says that it may be kept, content is the key by what they hold.
	stamp, content string
	settled        bool
}

// pin stands for everything that the contents depend on. One without a cache
// remembers nothing.
func (g *Gate) pin(req *Request, real, shown, dir string, linter *lint.Linter) *pin {
	if g.cache == nil || !req.Keep {
		return &pin{}
	}
	p := &pin{cache: g.cache, base: fmt.Sprintf("gate 1\x00%s\x00%s\x00%s\x00%s\x00%s\x00%s", g.version, linter.Identity(), real, shown, dir, req.Target.Type)}
	// Asked before the files are read: who opens one later leaves a trace.
	if at, settled, ok := stamp.Of(real, nil, time.Now()); ok {
		p.stamp, p.settled = p.key("stamp", at), settled && stamp.Unwritten(real)
	}
	return p
}

func (p *pin) key(way, what string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", p.base, way, what))
	return hex.EncodeToString(sum[:])
}

// stamped is what was kept of files that the system says are as they were, nil for
// nothing.
func (p *pin) stamped() *contents { return p.recall(p.stamp) }

// read is what was kept of the same bytes, nil for nothing.
func (p *pin) read(read *skill.Skill) *contents {
	if p.cache == nil || !read.Coverage.Complete {
		return nil
	}
	p.content = p.key("content", read.Fingerprint())
	known := p.recall(p.content)
	if known == nil || known.Digest != read.Digest {
		return nil
	}
	p.put(p.stamp, known)
	return known
}

func (p *pin) recall(key string) *contents {
	if p.cache == nil || key == "" {
		return nil
	}
	text, ok := p.cache.Get(key)
	if !ok {
		return nil
	}
	c := newContents()
	if json.Unmarshal(text, c) != nil {
		return nil
	}
	c.remembered = true
	return c
}

// keep remembers contents, if the files pin all of them.
func (p *pin) keep(c *contents) {
	if p.cache == nil || !c.lasting {
		return
	}
	p.put(p.content, c)
	p.put(p.stamp, c)
}

// put writes what reads back as the same: a fact that a policy would miss is not
// remembered.
func (p *pin) put(key string, c *contents) {
	if key == "" || key == p.stamp && !p.settled {
		return
	}
	text, err := json.Marshal(c)
	if err != nil {
		return
	}
	again := newContents()
	if json.Unmarshal(text, again) != nil {
		return
	}
	if second, err := json.Marshal(again); err == nil && bytes.Equal(text, second) {
		p.cache.Put(key, text)
	}
}
